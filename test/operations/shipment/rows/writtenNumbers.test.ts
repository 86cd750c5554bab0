import { shipmentsFromRows } from '../../../../nodes/CargoExchange/operations/shipment/rows/shipments';

type Row = Record<string, unknown>;

/** One shipment for each row, with these figures. */
function rows(...figures: Row[]): Row[] {
	return figures.map((more, index) => ({
		...{ 'Shipment Reference': `S${index + 1}`, 'B/L Number': 'B', 'Container Number': 'CSQU3054383' },
		...more,
	}));
}

function read(...figures: Row[]) {
	return shipmentsFromRows(rows(...figures)).map((group) => {
		if ('refusal' in group) return `${group.refusal.message} | ${group.refusal.description}`;
		const [container] = group.payload.sets?.[0]?.containers ?? [];
		return container?.containerQuantity?.quantityGross ?? container?.totalNumberOfPackingItems;
	});
}

const gross = (...texts: unknown[]) => read(...texts.map((text) => ({ 'Gross Weight': text })));

describe('a number that can be read two ways', () => {
	it.each(['12.500', '12,500', '1.000', '-7.250'])('is refused where nothing in the sheet decides: %s', (text) => {
		const value = Number(text.replace(/[.,]/, ''));
		const [told] = gross(text);
		expect(told).toMatch(
			`Row 1: "${text}" under Gross Weight can be read as ${value} and as ${value / 1000} | Rows are counted`,
		);
		expect(told).toMatch('No other number of the sheet shows whether a point or a comma stands before its decimals.');
		expect(told).toMatch(`Make the cells numbers of the sheet, not texts, or write ${value} or ${value / 1000}.`);
	});

	it.each([
		['12.5', 12.5, '12.500', 12.5],
		['0.125', 0.125, '12,500', 12500],
		['1,234.5', 1234.5, '1.000', 1],
		['1234.500', 1234.5, '12.500', 12.5],
		['12,5', 12.5, '12.500', 12500],
		['9.750,50', 9750.5, '12.500', 12500],
		['1234,500', 1234.5, '1,000', 1],
		['1.234.567', 1234567, '1.000', 1000],
	])('is read as %s (%d) beside it, wherever that stands: %s (%d)', (clear, value, text, meant) => {
		expect(gross(clear, text)).toEqual([value, meant]);
		expect(gross(text, clear)).toEqual([meant, value]);
		expect(read({ 'Gross Weight': text }, { Packages: 3, Amount: clear })[0]).toBe(meant);
	});

	it('is not decided by numbers that are read the same both ways, nor by texts that are no figures', () => {
		for (const other of [12.5, 12500, '12 000', '7', '1e3'])
			expect(gross('12.500', other)[0]).toMatch('can be read as 12500 and as 12.5');
		expect(read({ 'Gross Weight': '12.500' }, { 'Voyage Reference': '12,5' })[0]).toMatch('can be read');
	});

	it('is refused where the sheet contradicts itself; what can be read one way only stays', () => {
		expect(gross('12.5', '9.750,50', 12500, '12.500')).toEqual([
			12.5,
			9750.5,
			12500,
			expect.stringMatching(
				/^Row 4: "12\.500" .* "12\.5" \(Row 1, Gross Weight\) has a decimal point, "9\.750,50" \(Row 2, Gross Weight\) a decimal comma\. Make/,
			),
		]);
	});

	it('counts for whole numbers as well', () => {
		expect(read({ Packages: '1.000' }, { 'Gross Weight': '0,5' })[0]).toBe(1000);
		expect(read({ Packages: '1.500' }, { 'Gross Weight': '0.5' })[0]).toMatch('is no whole number');
	});

	it.each(['12.500 KGS', '12.500,00 kg', '400 ctns'])('is not looked for in front of a unit: %s', (text) => {
		const told = `Row 1: "${text}" under Gross Weight is a number with something behind it; write the number alone: units have`;
		expect(gross(text, '0.5')[0]).toMatch(told);
	});
});
