import { join } from 'node:path';
import { startBroker } from '../../../scripts/broker';
import { createTerminal } from '../../../scripts/demo/terminal';
import { startN8nWithPackage } from '../../../scripts/n8n/package';
import { provideBrowser } from '../../../scripts/screenshots/browser';
import { createCleanup } from '../../../scripts/demo/cleanup';
import useTemporaryFolder from '../../helpers/temporaryFolder';

/** Everything that was started; jest's globalTeardown runs in the same module registry. */
export const cleanup = createCleanup(120_000);

/** jest's globalSetup: one n8n (N8N_VERSION may name another of those in scripts/n8n) with the packed package and one broker for the whole suite. Everything else each test file starts for itself. */
export default async function startSuite(): Promise<void> {
	const { step } = createTerminal(process.stderr);
	process.stderr.write('\n');
	try {
		const folder = useTemporaryFolder();
		const outbound = join(folder, 'outbound.log');
		const environment = { NODE_OPTIONS: `--require ${join(__dirname, 'outboundGuard.cjs')}`, OUTBOUND_LOG: outbound };
		const n8n = await startN8nWithPackage({ step, cleanup, folder, build: false, environment });
		await step('Find a browser', provideBrowser);
		const broker = await step('Start a RabbitMQ', (tell) => startBroker({ onProgress: tell }));
		cleanup.add('The broker', () => broker.stop());
		process.env['E2E_N8N_URL'] = n8n.url;
		process.env['E2E_AMQP_URL'] = broker.url;
		process.env['E2E_OUTBOUND_LOG'] = outbound;
		process.env['E2E_FOLDER'] = join(folder, 'n8n');
	} catch (error) {
		await cleanup.run();
		throw error;
	}
}
