import { readFileSync } from 'node:fs';
import path from 'node:path';
import readSheets from 'read-excel-file/node';

import { payloadSchema } from '../../../simulator/imports/payload';
import { check } from '../../helpers/checks';
import { shipments } from '../../helpers/sheet';

const examples = path.resolve(__dirname, '../../../examples');

/** The workbook's rows as n8n gives them: one object for each, named by the headers. */
async function sampleRows(): Promise<Record<string, unknown>[]> {
	const [sheet] = await readSheets(path.join(examples, 'import-from-spreadsheet.xlsx'));
	const [headers = [], ...rows] = sheet!.data;
	return rows.map((row) => Object.fromEntries(row.map((cell, at) => [String(headers[at]), cell])));
}

describe('the sample spreadsheet', () => {
	it('becomes two shipments in which no check finds anything', async () => {
		const groups = shipments(await sampleRows());
		expect(groups.map(({ importRef, rows }) => [importRef, rows.length])).toEqual([
			['SHEET-0101', 5],
			['SHEET-0102', 2],
		]);
		for (const group of groups) {
			expect(group.issues).toEqual([]);
			expect(check(group.payload, '2026-06-01')).toEqual([]);
			expect(payloadSchema('strict').safeParse(group.payload).error).toBeUndefined();
		}
		const [first] = groups;
		expect(first!.payload.sets![0]).toMatchObject({
			numberOfContainers: 2,
			containers: [{ containerQuantity: { quantityGross: 19400.5, crossRefId: 'KGM' } }, {}],
			notifyParties: [{ name: 'Harbour Notify Ltd' }, { name: 'Quayside Brokers' }],
		});
	});

	it('says the same as text and as a workbook', async () => {
		const text = readFileSync(path.join(examples, 'import-from-spreadsheet.csv'), 'utf8');
		const lines = text.trimEnd().split('\n').slice(1);
		const rows = await sampleRows();
		expect(rows).toHaveLength(lines.length);
		const plain = (cell: unknown) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : [cell].join(''));
		const written = rows.map((row) => Object.values(row).map(plain).join(','));
		expect(written).toEqual(lines.map((line) => line.replaceAll('"', '')));
	});
});
