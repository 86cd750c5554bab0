import { corrections, payloads, remarks } from '../../helpers/sheet';

const bill = { 'Shipment Reference': 'S', 'B/L Number': 'B' };

it('numbered columns are sent in the order of their numbers', () => {
	const names = { 'sets.notifyParties[1].name': 'B', 'Notify Party 3': 'C', '1st Notify': 'A' };
	expect(payloads([{ ...bill, ...names }])[0]!.sets).toMatchObject([
		{ notifyParties: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] },
	]);
});

describe('a column without a number beside numbered ones', () => {
	const two = { ...bill, 'Container 1 No': 'EXAU2000076', 'Container 2 No': 'EXAU2000142' };

	it('stops the import: it may be of the first, of the second, or the sum', () => {
		expect(corrections([{ ...two, 'Gross Weight (kg)': 37590, Packages: 620, 'Volume (m3)': 60 }])).toEqual([
			'Column Gross Weight (kg): It is unclear which Container this column belongs to, because there are numbered columns for several. Give it a number, as in Container 1 Quantity Gross, or give each Container its own row.',
			expect.stringMatching(/^Column Packages: .* as in Container 1 Total Number of Packing Items, or/),
			expect.stringMatching(/^Column Volume \(m3\): .* as in Container 1 Volume Gross, or/),
		]);
		expect(remarks([{ ...two, Packages: 620, 'Packing Unit': 'Bags' }])).toEqual([]);
		const first = { ...bill, 'Container No': 'EXAU2000076', 'Container 2 No': 'EXAU2000142' };
		expect(corrections([{ ...first, 'Gross Weight (kg)': 37590 }])).toHaveLength(1);
		expect(corrections([{ ...two, 'Container Type': '22G1' }])).toHaveLength(1);
	});

	it('does not, if its field has a number for the others, or it belongs to another list', () => {
		const weights = { 'Gross Weight (kg)': 1, 'Container 2 Gross Weight (kg)': 2, Cargo: 'Tea' };
		expect(payloads([{ ...two, ...weights }])[0]!.sets).toMatchObject([
			{ containers: [{ containerQuantity: { quantityGross: 1 } }, { containerQuantity: { quantityGross: 2 } }] },
		]);
		expect(corrections([{ ...two, 'sets.containers[0].sealNumber': 'SL1' }])).toEqual([]);
		expect(
			corrections([{ ...bill, 'Notify Party': 'A', 'Notify Party Address': 'Quay 1', 'Notify Party 2': 'B' }]),
		).toEqual([]);
	});

	it('is not contrasted with itself, but with the column that has the value', () => {
		expect(remarks([{ ...two, 'Container 1 Type': '22G1' }])).toEqual([
			'Row 1: Container Type is missing. Container 1 Type has "22G1". Fill it in.',
		]);
	});
});
