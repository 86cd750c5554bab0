import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { startSimulator } from '../../simulator';
import { accountFor } from '../helpers/exchangeClient';

describe('a process that has called the exchange', () => {
	it('ends by itself although its connections are kept for the next call', async () => {
		const exchange = await startSimulator();
		const folder = await mkdtemp(path.join(tmpdir(), 'client-'));
		const bundle = path.join(folder, 'client.cjs');
		const client = path.resolve(__dirname, '../../nodes/CargoExchange/exchange/client.ts');
		await build({ entryPoints: [client], bundle: true, platform: 'node', target: 'node20', outfile: bundle });
		const script = `
			const { createClient } = require(${JSON.stringify(bundle)});
			const client = createClient(${JSON.stringify(accountFor(exchange))});
			Promise.all([client.counterparties(), client.counterparties()]).then(([list]) => console.log(list.length > 0));
		`;
		const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { timeout: 40_000 });
		expect(stdout.trim()).toBe('true');
		await exchange.stop();
		await rm(folder, { recursive: true });
	});
});
