import { corrections, payloads, reading, remarks, type Row } from '../../helpers/sheet';

const row = { 'Shipment Reference': 'S', 'B/L Number': 'B', 'Container Number': 'CSQU3054383' };

const stop = (cells: Row) => corrections([{ ...row, ...cells }]);
const said = (cells: Row) => remarks([{ ...row, ...cells }]);

describe('a code that a spreadsheet program has made a date of', () => {
	const advice =
		'Is a date, but this field is not for dates. If the spreadsheet program has made a date of it, format the column as text and enter the value again.';

	it.each(['Seal No', 'Marks', 'B/L Number', 'Gross Weight', 'Packages', 'Payment Type', 'Auto Collaboration'])(
		'stops as a date cell: %s',
		(header) => {
			expect(stop({ [header]: new Date('2026-03-12T00:00:00Z') })).toEqual([
				`Row 1, ${header}: "2026-03-12T00:00:00.000Z". ${advice}`,
			]);
		},
	);

	it.each(['2026-03-12', '12.03.2026', '2026-03-12T00:00:00.000Z', '12-Mar', '03-Apr', 'Mar-99'])(
		'is a warning as a text: %s',
		(cell) => {
			for (const header of ['Seal No', 'Marks', 'Voyage'])
				expect(said({ [header]: cell })).toEqual([`Row 1, ${header}: "${cell}". ${advice}`]);
		},
	);

	it.each(['MAR-12', 'SL-2026', '3-4', '45231', 'Apr 2026', '402E', 'Mai', '20250331'])('is not seen in %s', (cell) => {
		expect(said({ 'Seal No': cell })).toEqual([]);
	});

	it('is a warning as a number cell that is a day of about now, and a note in a column of numbers other than packages', () => {
		const shown = 'Is 12 March 2026 if the cell shows a date.';
		expect(said({ 'Seal No': 46093 })).toEqual([
			`Row 1, Seal No: "46093". ${shown} In that case, format the column as text and enter the value again.`,
		]);
		expect(said({ 'Gross Weight (kg)': 46093 })).toEqual([
			`Row 1, Gross Weight (kg): "46093". ${shown} In that case, format the column as a number and enter the value again.`,
		]);
		const packages = reading([{ ...row, Packages: 46093, 'Packing Unit': 'BAGS' }]).shipments.flatMap(
			({ issues }) => issues,
		);
		expect(packages.map(({ issue: { severity } }) => severity)).toEqual(['warning']);
		expect(said({ 'Seal No': 36093, Packages: 46093.5, 'Packing Unit': 'BAGS', 'Gross Weight (kg)': 30461 })).toEqual(
			[],
		);
	});
});

it('quotes a date cell as a date and not as its number', () => {
	const rows = [
		{ ...row, 'B/L Date': 46093 },
		{ ...row, 'B/L Date': 46094 },
	];
	expect(corrections(rows)).toEqual([
		expect.stringContaining('Row 2, B/L Date: "2026-03-13". Contradicts Row 1, which has "2026-03-12".'),
	]);
});

it('says which dates are read', () => {
	expect(stop({ 'B/L Date': 'TBA' })).toEqual([
		'Row 1, B/L Date: "TBA". Not a date as 2025-03-31, 31.03.2025, 31 Mar 2025 or 31/03/2025. Write it as YYYY-MM-DD.',
	]);
	expect(stop({ 'B/L Date': 20250331 })).toEqual([expect.stringContaining('"20250331". Not a date as 2025-03-31,')]);
});

it('reads Y and N in a column of logical values', () => {
	for (const [cell, means] of Object.entries({ Y: true, yes: true, n: false }))
		expect(reading([{ ...row, 'Auto Collaboration': cell }]).shipments[0]?.payload).toMatchObject({
			autoCollaboration: means,
		});
});

it('stops at the logical values of cells in a column of texts', () => {
	expect(stop({ 'Seal No': true, Marks: false })).toEqual([
		'Row 1, Seal No: "true". Is the logical value TRUE, not text.',
		'Row 1, Marks: "false". Is the logical value FALSE, not text.',
	]);
});

describe('an amount in a currency without decimals', () => {
	const amount = (cells: Row) =>
		payloads([{ ...row, 'Charge Code': 'BAS', ...cells }])[0]?.sets?.[0]?.freightCharges?.charges?.[0]?.amount?.value;

	it.each(['1,000', '1.000'])('has one meaning where another one has two: %s', (Amount) => {
		expect(amount({ Amount, Curr: 'JPY' })).toBe(1000);
		expect(amount({ Curr: 'krw', Amount })).toBe(1000);
		expect(said({ Amount, Curr: 'JPY' })).toEqual([
			`Row 1, Amount: "${Amount}". Read as 1000, because JPY has no decimals.`,
		]);
		expect(stop({ Amount, Curr: 'USD' })).toEqual([expect.stringContaining('Can mean 1000 or 1.')]);
	});

	it('keeps the decimals that it cannot have, which the checks report', () => {
		expect(amount({ Amount: '12.50', Curr: 'JPY' })).toBe(12.5);
	});
});
