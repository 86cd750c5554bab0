import type { IDataObject } from 'n8n-workflow';
import { useExchangeNode } from '../../helpers/exchangeNode';
import { neededColumns } from '../../helpers/shipment';

const exchange = useExchangeNode();

const containers = ['CSQU3054383', 'MSCU6639870', 'EXAU1000003', 'EXAU1000019'];
const bill = (index: number, more: IDataObject): IDataObject => ({
	...{ 'Shipment Reference': `S${index}`, 'B/L Number': `B${index}`, Container: containers[index], ...neededColumns },
	...more,
});
const bills = (cells: IDataObject[]) => cells.map((each, index) => bill(index, each));
const goods = (Cargo: string, weight: number | '', Pkgs: number): IDataObject =>
	bill(0, { Cargo, 'Weight (kg)': weight, Pkgs, Kind: 'BAGS' });

/** Without the sentence that follows a single line. */
async function linesOf(rows: IDataObject[]): Promise<string[]> {
	const items = rows.map((row, index) => ({ json: { row_number: index + 2, ...row } }));
	const { error } = await exchange.run(
		'shipment.import',
		{ inputMode: 'rows', ifPresent: 'import', dryRun: true },
		{ items },
	);
	const { message = '', description = '' } = error ?? {};
	return message.startsWith('The sheet needs') ? (description ?? '').split('\n') : [`${message} ${description}`];
}

describe('two causes of one column are two lines, and a value is quoted for its own', () => {
	it.each<[string, IDataObject[], string[]]>([
		[
			'dates with two readings, and one that does not exist',
			['05/06/2026', '31.06.2026', '07/08/2026'].map((date) => ({ 'B/L Date': date })),
			[
				'Column B/L Date, 2 cells in rows 2, 4, such as "05/06/2026": Can be 5 June 2026 or 6 May 2026. Write it as YYYY-MM-DD.',
				'Row 3, B/L Date: "31.06.2026". This date does not exist. Write it as YYYY-MM-DD.',
			],
		],
		[
			'numbers with two readings, and words',
			['19.400', '12 bags', '18.500'].map((weight) => ({ 'Weight (kg)': weight })),
			[
				'Column Weight (kg), 2 cells in rows 2, 4, such as "19.400": Can mean 19400 or 19.4.',
				'Row 3, Weight (kg): "12 bags". Is not a number.',
			],
		],
		[
			'check digits, and no container number at all',
			['CSQU3054380', 'MSCU6639871', 'HELLO'].map((Container) => ({ Container })),
			[
				'Column Container, 2 cells in rows 2 to 3, such as "CSQU3054380": The check digit of CSQU305438 is 3, not 0: one of its characters is probably mistyped. Compare it with the document. If it is right as it is, add CSQU3054380, MSCU6639871 to Accept Values (it then passes every time).',
				'Row 4, Container: "HELLO". Is not a container number',
			],
		],
		[
			'dates of the past and of the future',
			['1999-05-06', '2099-05-06', '1998-05-06'].map((date) => ({ 'B/L Date': date })),
			[
				'Column B/L Date, 2 cells in rows 2, 4, "1999-05-06", "1998-05-06": Is about four years in the past',
				'Row 3, B/L Date: "2099-05-06". Is more than a month in the future.',
			],
		],
	])('%s', async (_, cells, lines) => {
		expect(await linesOf(bills(cells))).toEqual(lines.map((line) => expect.stringContaining(line) as unknown));
	});
});

describe('one correction is one line', () => {
	const withoutReference = bill(0, { 'Shipment Reference': '' });

	it.each<[string, IDataObject[], string]>([
		[
			'tons, of each figure',
			bills([{ Weight: 19.4, 'Net Weight': 19, 'Weight Unit': 'tons' }]),
			'Row 2, Weight Unit: "tons". Is not a known unit of weight, such as kg, lb or t (1,000 kg). If it is right as it is, add tons to Accept Values (it then passes every time).',
		],
		[
			'tons beside kg in one container',
			[bill(0, { Weight: 19, 'Weight Unit': 'tons' }), bill(0, { Cargo: 'Tea', Weight: 1, 'Weight Unit': 'kg' })],
			'Row 2, Weight Unit: "tons". Is not a known unit of weight',
		],
		[
			'tons in a whole column',
			bills([19, 18].map((Weight) => ({ Weight, 'Weight Unit': 'tons' }))),
			'Column Weight Unit, all of its 2 cells, such as "tons": Is not a known unit',
		],
		[
			'a placeholder as unit',
			bills([{ Weight: 19, 'Weight Unit': 'n/a' }]),
			'Row 2, Weight Unit: "n/a". Is a placeholder.',
		],
		[
			'Freight Prepaid among amounts',
			bills([
				{ Freight: 100, Currency: 'USD', Charge: 'OFR' },
				{ Freight: 'Freight Prepaid', Currency: 'USD' },
			]),
			'Row 3, Freight: "Freight Prepaid". Is not a number.',
		],
		['a missing figure of goods', [goods('Tea', 100, 10), goods('Rice', '', 12)], 'Row 3: Weight (kg) is missing.'],
		[
			'a missing figure of a container',
			[goods('Tea', 100, 10), { ...goods('Tea', '', 12), Container: containers[1] }],
			'Row 3: Weight (kg) is missing.',
		],
		[
			'equal figures that are too heavy together',
			[goods('Tea', 20000, 10), goods('Rice', 20000, 10)],
			'Row 2, Row 3: "Weight (kg)". These rows have equal figures in Weight (kg), Pkgs.',
		],
		[
			'a long sheet without references',
			Array.from({ length: 250 }, () => withoutReference),
			'Sheet: This sheet has no column Shipment Reference.',
		],
	])('%s', async (_name, rows, line) => {
		expect(await linesOf(rows)).toEqual([expect.stringContaining(line)]);
	});
});
