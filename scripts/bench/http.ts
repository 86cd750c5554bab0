/** The cost of the HTTP client. Ratios say more than times, which depend on the machine. */
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import { compareDownloads, measureLargePdf, startPdfServer } from './downloads';
import { measureImports } from './imports';
import { endProcess, machine } from './measure';
import { report } from './page';
import { measureHeldMemory, measureReading } from './searches';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);

async function main(): Promise<void> {
	process.stdout.write(`${machine()}; medians of ${rounds} rounds\n`);
	report(await measureReading(rounds));
	report(await measureHeldMemory());
	const server = await startPdfServer();
	try {
		report(await measureLargePdf(server));
		for (const found of await measureImports(server, Math.min(rounds, 5))) report(found);
		report(await compareDownloads(server, rounds));
	} finally {
		await closeConnections();
		server.stop();
	}
}

endProcess(main());
