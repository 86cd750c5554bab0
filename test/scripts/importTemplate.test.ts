import { readFileSync } from 'node:fs';
import path from 'node:path';
import readSheets from 'read-excel-file/node';
import { meaningOf } from '../../nodes/CargoExchange/shipment/sheet/headers';
import { importTemplate } from '../../scripts/importTemplate';
import { check } from '../helpers/checks';
import { csvRows } from '../helpers/csv';
import { corrections, payloads, remarks } from '../helpers/sheet';

const examples = path.resolve(__dirname, '../../examples');
const template = path.join(examples, 'import-template.xlsx');

/** A workbook without the times at which its parts were packed. */
const withoutTimes = (workbook: Buffer) =>
	workbook.toString('latin1').replace(/(PK\x03\x04.{6}|PK\x01\x02.{8}).{4}/gs, '$1');

const headersOf = async () => {
	const [sheet] = await readSheets(template);
	return sheet!.data[0]!.map(String);
};

/** The field that a header fills, with the number of its entry. */
function fieldOf(header: string): string | undefined {
	const meaning = meaningOf(header);
	if (!meaning || !('target' in meaning)) return undefined;
	const { dotted, steps } = meaning.target;
	return `${dotted} ${steps.at(-1)?.index ?? 0}`;
}

describe('the template of a spreadsheet', () => {
	it('is what the script writes from the table of fields', async () => {
		// A file that differs is written by: npm run import-template
		expect(withoutTimes(readFileSync(template)) === withoutTimes(await importTemplate())).toBe(true);
	});

	it('has headers that the import knows, each for a field of its own, no rows, and the rules', async () => {
		const fields = (await headersOf()).map(fieldOf);
		expect(fields.filter((field) => field === undefined)).toEqual([]);
		expect(new Set(fields).size).toBe(fields.length);
		const [shipments, rules] = await readSheets(template);
		expect([shipments?.data.length, rules?.sheet, rules?.data.length]).toEqual([1, 'Rules', 12]);
	});

	it('filled in with the rows of the sample is read without corrections', async () => {
		const headers = new Map((await headersOf()).map((header) => [fieldOf(header), header]));
		const sample = csvRows(readFileSync(path.join(examples, 'import-from-spreadsheet.csv'), 'utf8').trimEnd());
		const rows = sample.map((row) =>
			Object.fromEntries(
				Object.entries(row).flatMap(([header, cell]) => {
					const own = headers.get(fieldOf(header));
					return own === undefined ? [] : [[own, cell]];
				}),
			),
		);
		expect([corrections(rows), remarks(rows)]).toEqual([[], []]);
		expect(payloads(rows).flatMap((payload) => check(payload, '2026-06-01'))).toEqual([]);
		expect(payloads(rows)).toMatchObject([
			{ sets: [{ blNumber: 'BL-0101-1', notifyParties: [{}, {}], containers: [{}, {}] }] },
			{ sets: [{ blNumber: 'BL-0102-1' }] },
		]);
	});
});
