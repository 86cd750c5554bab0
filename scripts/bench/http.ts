/** The cost of the HTTP client. Ratios say more than times, which depend on the machine. */
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import { compareDownloads, memoryOfDownload, startPdfServer } from './downloads';
import { measureImports } from './imports';
import { endProcess, machine } from './measure';
import { report } from './results';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);

async function main(): Promise<void> {
	process.stdout.write(`${machine()}; medians of ${rounds} rounds\n`);
	const server = await startPdfServer();
	try {
		const downloadBytes = await memoryOfDownload(server);
		for (const found of await measureImports(server, { rounds: Math.min(rounds, 5), downloadBytes })) report(found);
		report(await compareDownloads(server, rounds));
	} finally {
		await closeConnections();
		server.stop();
	}
}

endProcess(main());
