/** Reading a large sheet, beside reading the same shipments as JSON: what the rules cost, and how long n8n waits at a time. */
import { issuesIn } from '../../nodes/CargoExchange/shipment/checks/payload';
import { readSheet } from '../../nodes/CargoExchange/shipment/sheet/readSheet';
import { endProcess, extraMemory, machine, race, rateBars, speedRatio } from './measure';
import { report, type Comparison } from './results';

const rows = 10_000;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
const options = { timezone: 'UTC', decimalSeparator: 'ask', ignoreColumns: '', columns: [], acceptValues: '' } as const;
const checking = { today: '2026-05-12', isAccepted: () => false };

/** A sheet of 18 columns, whose rows belong to shipments of this many rows. */
function sheetOf(rowsEach: number): Record<string, unknown>[] {
	return Array.from({ length: rows }, (_, index) => {
		const shipment = Math.floor(index / rowsEach);
		return {
			...{ 'Shipment Reference': `S${shipment}`, 'B/L Number': `B${shipment}`, 'B/L Date': '2026-05-12' },
			...{ Shipper: 'Alta Mira Coffee', Consignee: 'Nordhavn Trading', POL: 'Santos', POD: 'Copenhagen' },
			...{ 'Container No': `EXAU${1_000_000 + index}`, Type: '22G1', Seal: `S${index}`, Cargo: `Lot ${index}` },
			...{ Pkgs: 10 + (index % 90), Kind: 'BAGS', 'Gross Weight (kg)': 500.5 + index, CBM: 12.5 },
			...{ 'Charge Code': `C${index}`, Amount: 5 + index, Currency: 'USD' },
		};
	});
}

/** Reads a sheet, and gives its payloads and the CPU time of its longest piece of work, in milliseconds. */
function read(sheet: readonly Record<string, unknown>[]): { payloads: unknown[]; longestMs: number } {
	const pieces = readSheet(sheet, options);
	for (let longestMs = 0; ;) {
		const before = process.cpuUsage();
		const piece = pieces.next();
		const { user, system } = process.cpuUsage(before);
		longestMs = Math.max(longestMs, (user + system) / 1000);
		if (piece.done) return { payloads: piece.value.shipments.map(({ payload }) => payload), longestMs };
	}
}

async function measureSheets(): Promise<Comparison> {
	const many = sheetOf(10);
	const one = sheetOf(rows);
	const payloads = read(many).payloads;
	const json = payloads.map((payload) => JSON.stringify(payload));
	const names = { sheet: 'rows of a sheet', json: 'the same shipments as JSON' };
	const check = (read_: readonly unknown[]) => read_.map((payload) => issuesIn(payload, checking).length);
	const costs = await race(
		[
			{ name: names.sheet, run: () => Promise.resolve(void check(read(many).payloads)) },
			{ name: names.json, run: () => Promise.resolve(void check(json.map((text): unknown => JSON.parse(text)))) },
		],
		rounds,
	);
	const bytes = await extraMemory(() => Promise.resolve(void read(many)));
	return {
		id: 'sheets',
		title: 'Reading spreadsheets',
		how: `${rows} rows of 18 columns, 1,000 shipments, read and checked`,
		unit: 'rows/s',
		better: 'more',
		bars: rateBars(costs, rows),
		versions: {},
		notes: [
			`sheet ÷ JSON: ${speedRatio(costs, names.sheet, names.json)}`,
			`peak additional memory of the sheet: ${Math.round(bytes / 1e6)} MB`,
			`longest piece: ${Math.round(read(many).longestMs)} ms of CPU; in one shipment of ${rows} rows ${Math.round(read(one).longestMs)} ms`,
		],
	};
}

async function main(): Promise<void> {
	process.stdout.write(`${machine()}; medians of ${rounds} rounds\n`);
	report(await measureSheets());
}

endProcess(main());
