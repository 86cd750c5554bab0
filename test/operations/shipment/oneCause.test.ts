import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { jsonOf, useExchangeNode } from '../../helpers/exchangeNode';

const exchange = useExchangeNode();

const bill = {
	...{ 'Shipment Reference': 'S', 'B/L Number': 'B', Shipper: 'Ex', Consignee: 'Ample', POL: 'Oslo', POD: 'Santos' },
	...{ Cargo: 'Cork', 'Kind of Pkgs': 'BALES' },
};
const first = { ...bill, Container: 'CSQU3054383', Pkgs: 240, 'Gross Wt (kg)': 8640, 'Net Wt (kg)': 8400, CBM: 20 };
const second = { ...bill, Container: 'MSCU6639870', Pkgs: 236, 'Gross Wt (kg)': 8496, 'Net Wt (kg)': 8260, CBM: 19 };

/** Rows whose numbers the file reader gives, unless they are to be counted. */
const numbered = (rows: IDataObject[]) => rows.map((row, index) => ({ row_number: index + 2, ...row }));

async function correctionsOf(rows: IDataObject[], options: INodeParameters = {}): Promise<string[]> {
	const items = rows.map((json) => ({ json }));
	const outcome = await exchange.run('shipment.import', { dryRun: true, ifPresent: 'import', options }, { items });
	const { message: heading = '', description: list } = outcome.error ?? {};
	if (heading === '') expect(jsonOf(outcome)).not.toEqual([]);
	if (heading.startsWith('The sheet needs')) return (list ?? '').split('\n');
	return heading === '' ? [] : [`${heading} ${list}`.split('\n')[0] ?? ''];
}

describe('one mistake in a figure of goods in containers is one correction, at its cell', () => {
	it.each<[string, IDataObject, IDataObject, string]>([
		['a letter', { Pkgs: '24O' }, {}, 'Row 2, Pkgs: "24O". Is not a number.'],
		['half a package', { Pkgs: 240.5 }, {}, 'Row 2, Pkgs: "240.5". Is not a whole number.'],
		['a minus', { 'Gross Wt (kg)': '-8640' }, {}, 'Row 2, Gross Wt (kg): "-8640". Must not be negative.'],
		['a slipped point', { 'Gross Wt (kg)': 864 }, {}, 'Row 2, Net Wt (kg): "8400". Is greater than the gross'],
		['a placeholder', {}, { 'Gross Wt (kg)': 'n/a' }, 'Row 3, Gross Wt (kg): "n/a". Is a placeholder.'],
	])('%s', async (_, one, other, line) => {
		const rows = numbered([
			{ ...first, ...one },
			{ ...second, ...other },
		]);
		expect(await correctionsOf(rows)).toEqual([expect.stringContaining(line)]);
	});

	it('and quotes cells, not their sum', async () => {
		const rows = [first, second].map((row) => ({ ...row, 'Kind of Pkgs': '' }));
		const [line, ...others] = await correctionsOf(numbered(rows));
		expect(others).toEqual([]);
		expect(line).toMatch(/^Column Pkgs, all of its 2 cells, such as "240": Has no kind of packages\./);
	});

	it('and takes no kind of packages from other rows', async () => {
		const other = { 'Shipment Reference': 'S2', 'B/L Number': 'B2', 'Kind of Pkgs': '' };
		expect(await correctionsOf(numbered([first, { ...second, ...other }]))).toEqual([
			expect.stringContaining('Row 3, Pkgs: "236". Has no kind of packages.'),
		]);
	});

	it('and names all rows of a sum that is wrong as a whole', async () => {
		const rows = [
			{ ...first, 'Gross Wt (kg)': 20000, 'Net Wt (kg)': 19000 },
			{ ...first, Cargo: 'Stoppers', Pkgs: 10, 'Gross Wt (kg)': 19500, 'Net Wt (kg)': 18500, CBM: 3 },
		];
		expect(await correctionsOf(numbered(rows))).toEqual([
			expect.stringContaining('Row 2, Row 3, Gross Wt (kg): "39500". Is 39,500 kg'),
		]);
		expect(await correctionsOf(numbered(rows), { acceptValues: 'Gross Wt (kg): too heavy' })).toEqual([]);
	});

	it('and is about the unit alone if that differs', async () => {
		const units = { 'Gross Wt (kg)': '', 'Net Wt (kg)': '', 'Gross Weight': 900 };
		const rows = [
			{ ...first, ...units, 'Weight Unit': 'kg' },
			{ ...second, ...units, 'Weight Unit': 'lb' },
		];
		expect(await correctionsOf(numbered(rows))).toEqual([
			expect.stringMatching(/^Row 3, Gross Weight: "900"\. .* the units differ: KGM, LBR/),
		]);
	});

	it('above a row of totals, whose other figures are compared', async () => {
		const totals = { 'Shipment Reference': 'Total', Pkgs: 476, 'Gross Wt (kg)': 17136, CBM: 39 };
		expect(await correctionsOf(numbered([first, { ...second, Pkgs: '236 bls' }, totals]))).toEqual([
			expect.stringContaining('Row 3, Pkgs: "236 bls". Is not a number.'),
		]);
	});
});

describe('the same mistake in many bills of lading is one correction', () => {
	const bills = (rowsOf: (index: number) => IDataObject[]) =>
		[1, 2, 3, 4, 5, 6, 7].flatMap((index) =>
			rowsOf(index).map((row) => ({ ...row, 'Shipment Reference': `S${index}`, 'B/L Number': `B${index}` })),
		);

	it('if their goods and containers have different sums', async () => {
		const containers = ['CSQU3054383', 'MSCU6639870', 'EXAU1000003', 'EXAU1000019', 'EXAU1000024', 'MSCU1000001'];
		const rows = bills((index) => [
			{
				...{ ...bill, Container: [...containers, 'MSCU1000378'][index - 1] },
				...{ 'Goods Gross Weight (kg)': 400 + index, 'Container Gross Weight (kg)': 500 },
			},
		]);
		const [line = '', ...others] = await correctionsOf(numbered(rows));
		expect(others).toEqual([]);
		expect(line).toMatch(
			/^Bill of lading B1, Containers, .* B7, Containers, such as "500 and 401 kg": The containers and/,
		);
		expect(await correctionsOf(numbered(rows), { acceptValues: 'Containers: goods and containers' })).toEqual([]);
	});

	it('of rows with the label of a total beside values that were filled down', async () => {
		const goods = (Cargo: string, weight: number) => ({ ...bill, Cargo, 'Gross Wt (kg)': weight });
		const rows = bills((index) => [goods('Cork', 100), goods('Wine', 150), goods(index < 4 ? 'Sum' : 'Gesamt', 250)]);
		expect(await correctionsOf(numbered(rows))).toEqual([
			expect.stringMatching(/^Row 4, .*, Row 22, "Sum", "Gesamt": Is the label of a row of totals, but the row has a/),
		]);
	});
});

it('accepts a column with its rule as the message writes it, where rows are counted', async () => {
	const rows = Array.from({ length: 8 }, (_, index) => ({
		...bill,
		Container: `CSQU305438${(index + 4) % 10}`,
		...{ Pkgs: 10 + index, 'Gross Wt (kg)': 1000 + index, 'Net Wt (kg)': 900, CBM: 2 },
	})).filter(({ Container }) => Container !== 'CSQU3054383');
	const [line = ''] = await correctionsOf(rows);
	const [, accept = ''] = /add (.*) to Accept Values/.exec(line) ?? [];
	expect(accept).toBe('Container: unlikely');
	expect(await correctionsOf(rows, { acceptValues: accept })).toEqual([]);
});

it('names the seal that two containers have, in whichever of two columns it is', async () => {
	const rows = [
		{ ...first, 'Line Seal': 'CM1', 'Customs Seal': 'BR1' },
		{ ...second, 'Line Seal': 'CM2', 'Customs Seal': 'BR1' },
	];
	expect(await correctionsOf(numbered(rows))).toEqual([
		expect.stringContaining('Row 3, Line Seal, Customs Seal: "CM2, BR1". BR1 is also a seal of CSQU3054383.'),
	]);
});
