/** `npm run bench`: what the HTTP side costs. Ratios say more than times: the machine is named with them. */
import { closeConnections } from '../../nodes/CargoExchange/api/dispatcher';
import { compareDownloads, measureLargePdf, startPdfServer } from './downloads';
import { measureImports } from './imports';
import { machine } from './measure';
import { measureHeldMemory, measureReading } from './searches';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);

function tell(title: string, lines: string[]): void {
	process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
}

async function main(): Promise<void> {
	process.stdout.write(`${machine()}; medians of ${rounds} rounds\n`);
	tell('100,000 search results in pages of 100', await measureReading(rounds));
	tell('Search results with a limit', await measureHeldMemory());
	const server = await startPdfServer();
	try {
		tell('One PDF of 100 MB, binary data on disk', await measureLargePdf(server));
		tell('An import with PDFs of 100 MB, binary data on disk', await measureImports(server, Math.min(rounds, 5)));
		tell('200 PDFs of 200 kB over TLS', await compareDownloads(server, rounds));
	} finally {
		await closeConnections();
		server.stop();
	}
}

void main().then(
	() => process.exit(),
	(thrown: unknown) => {
		process.stderr.write(`${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}\n`);
		process.exit(1);
	},
);
