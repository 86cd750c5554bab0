import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { jsonOf, useExchangeNode } from '../../helpers/exchangeNode';
import { neededColumns } from '../../helpers/shipment';

const exchange = useExchangeNode();

const row = (more: IDataObject): IDataObject => ({
	...{ row_number: 2, 'Shipment Reference': 'S', 'B/L Number': 'B', Container: 'CSQU3054383', ...neededColumns },
	...more,
});

async function run(rows: IDataObject[], acceptValues: string, more: INodeParameters = {}) {
	const items = rows.map((json) => ({ json }));
	const parameters = { inputMode: 'rows', ifPresent: 'import', dryRun: true, options: { acceptValues }, ...more };
	const outcome = await exchange.run('shipment.import', parameters, { items });
	const text = [outcome.error?.message, outcome.error?.description].join('\n');
	return {
		outcome,
		lines: text.split('\n'),
		offers: [...text.matchAll(/ add (.*?) to Accept Values/g)].map(([, offer]) => offer),
	};
}

it.each(['TBA', '000', '#REF!'])('a row whose Shipment Reference is %s is never left out', async (reference) => {
	const rows = [row({}), row({ row_number: 3, 'Shipment Reference': reference, 'B/L Number': 'B2' })];
	const { lines, offers } = await run(rows, '');
	expect(lines.join()).toContain('Is a placeholder');
	expect(offers).toEqual([]);
	for (const validation of ['strict', 'warn']) {
		const options = { acceptValues: reference, validation };
		expect((await run(rows, reference, { options })).outcome.error?.message).toContain('Is a placeholder');
	}
});

describe('Accept Values is about a place: what a message offers works, and lets nothing else pass', () => {
	it.each<[string, IDataObject, string]>([
		['a figure', { 'Gross Weight (kg)': 40000, Packages: 10, Kind: 'BAGS' }, 'Gross Weight (kg): too heavy'],
		['a figure under a header in two lines', { 'Gross\nWeight (kg)': 40000 }, 'Gross Weight (kg): too heavy'],
		['a date', { 'B/L Date': '1999-05-06' }, 'B/L Date: unlikely'],
		['zero', { 'Gross Weight (kg)': 0 }, 'Gross Weight (kg): placeholder'],
		['a number of an IMO', { IMO: '9074720' }, 'IMO: unlikely'],
		['a word for nothing', { 'B/L Date': 'TBA' }, 'TBA'],
		['a word in the place of a figure', { 'Gross Weight (kg)': 'n/a' }, 'n/a'],
		['the result of a formula', { 'Gross Weight (kg)': '#DIV/0!' }, '#DIV/0!'],
		['digits in a field of codes', { Seal: '000' }, '000'],
		['digits in a name', { Shipper: '4711' }, '4711'],
		['a code', { Container: 'CSQU3054380' }, 'CSQU3054380'],
		['codes that are joined', { Seal: 'AB1/CD2' }, 'AB1/CD2'],
		['a missing value', { POL: '' }, 'Port of Loading'],
		['an unknown unit', { 'Gross Weight': 900, 'Weight Unit': 'stone' }, 'stone'],
		['a missing unit', { 'Gross Weight': 900 }, 'Gross Weight: no unit'],
	])('%s', async (_, cells, offer) => {
		const rows = [row(cells)];
		expect((await run(rows, '')).offers).toEqual([offer]);
		const { outcome } = await run(rows, offer);
		expect(jsonOf(outcome)).toHaveLength(1);
	});

	it.each<[string, IDataObject, string]>([
		['a figure', { 'Gross Weight (kg)': 40000 }, '40000'],
		['a date', { 'B/L Date': '1999-05-06' }, '1999-05-06'],
		['zero', { 'Gross Weight (kg)': 0 }, '0'],
		['another column', { 'Gross Weight (kg)': 40000 }, 'Net Weight (kg): too heavy'],
		['another rule', { 'Gross Weight (kg)': 40000 }, 'Gross Weight (kg): unlikely'],
	])('a bare value or another place lets nothing pass: %s', async (_, cells, accepted) => {
		expect((await run([row(cells)], accepted)).outcome.error).toBeDefined();
	});

	it('a cell that is let pass by its column and rule is not asked about again', async () => {
		const { outcome } = await run([row({ Seal: 'AB1/CD2' })], 'Seal: codes');
		expect(JSON.stringify(jsonOf(outcome))).toContain('AB1/CD2');
	});

	it.each(['Weight Unit: unit', 'tons'])('an accepted unit is sent as it is: %s', async (accepted) => {
		const { outcome } = await run([row({ 'Gross Weight': 19, 'Weight Unit': 'tons' })], accepted);
		expect(JSON.stringify(jsonOf(outcome)[0]?.payload)).toContain('"crossRefId":"tons"');
	});

	it('in JSON, the place is a path', async () => {
		const set = {
			...{ loadingLocation: 'Oslo', destination: 'Santos', shipper: { name: 'A' }, consignee: { name: 'B' } },
			...{ cargos: [{ cargoName: 'Tea' }], blDate: '1999-05-06' },
		};
		const more = { inputMode: 'json', payload: JSON.stringify({ shipmentReference: 'S', sets: [set] }) };
		expect((await run([{}], '', more)).offers).toEqual(['sets[0].blDate: unlikely']);
		expect((await run([{}], '1999-05-06', more)).outcome.error).toBeDefined();
		expect(jsonOf((await run([{}], 'sets[0].blDate: unlikely', more)).outcome)).toHaveLength(1);
	});
});

it('what was let pass is a note', async () => {
	const { outcome } = await run([row({ Seal: 'n/a', Container: 'CSQU3054380' })], 'n/a, CSQU3054380');
	expect(jsonOf(outcome)[0]?.warnings).toMatchObject([
		{ source: 'Row 2, Seal', value: 'n/a', advice: 'Accepted, and sent empty.', severity: 'note' },
		{
			source: 'Row 2, Container',
			severity: 'note',
			advice: expect.stringMatching(
				/mistyped\. Compare it with the document\. Accept Values lets it pass\.$/,
			) as string,
		},
	]);
});
