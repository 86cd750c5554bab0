import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '../../simulator';
import type { Cleanup } from '../demo/cleanup';
import { startMailbox } from '../demo/mailbox';
import { makeQueue, removeQueue } from '../demo/queue';
import type { Step } from '../demo/terminal';
import { n8nVersion } from '../n8n/install';
import { startN8nWithPackage } from '../n8n/withPackage';
import type { Setting } from './stage';

/** Starts all that the first hour plays in, on free ports of this machine. `build` is false where dist/ has just been built. */
export async function startSetting(options: {
	step: Step;
	cleanup: Cleanup;
	brokerUrl: string;
	build: boolean;
}): Promise<Setting> {
	const { step, cleanup, brokerUrl, build } = options;
	const folder = await mkdtemp(join(tmpdir(), 'cargo-exchange-first-hour-'));
	cleanup.add('The temporary folder', () => rm(folder, { recursive: true, force: true }));
	const { n8n } = await startN8nWithPackage({ step, cleanup, folder, build });
	const queue = { url: brokerUrl, name: `parcel-status-${Date.now().toString(36)}` };
	await makeQueue(queue);
	cleanup.add('The queue', () => removeQueue(queue));
	const simulator = await startSimulator({ queue });
	cleanup.add('The exchange', () => simulator.stop());
	const mailbox = await startMailbox();
	cleanup.add('The mail server', () => mailbox.stop());
	return { n8n: { url: n8n.url, version: n8nVersion }, simulator, queue, mailbox };
}
