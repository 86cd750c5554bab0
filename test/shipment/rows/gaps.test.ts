import { reading, remarks, type Row } from '../../helpers/sheet';

const bill = { 'Shipment Reference': 'S', 'B/L Number': 'B' };
const arriveEmpty =
	'Cells that are merged in the sheet, and formulas without a stored result, arrive empty: fill them in.';

describe('cells that one entry has and another lacks', () => {
	const first = { ...bill, 'Container Number': 'EXAU2000076', Type: '22G1', Packages: 320, 'Packing Unit': 'Bags' };
	const second = { ...bill, 'Container Number': 'EXAU2000142' };

	it('of containers are missing, each with its row', () => {
		const rows = [
			{ ...first, 'Gross Weight (kg)': 19400 },
			{ ...second, Packages: 300 },
		];
		expect(remarks(rows)).toEqual([
			`Row 2: Container Type is missing. Row 1 of the same bill of lading has "22G1". ${arriveEmpty}`,
			`Row 2: Packing Unit is missing. Row 1 of the same bill of lading has "Bags". ${arriveEmpty}`,
			`Row 2: Gross Weight is missing. Row 1 of the same bill of lading has "19400". ${arriveEmpty}`,
		]);
		const other = { ...second, 'Shipment Reference': 'S2', 'B/L Number': 'B2', Type: '45G1' };
		expect(remarks([first, other])).toEqual([]);
	});

	it('of containers are noted for a seal and a volume', () => {
		const { issues } = reading([
			{ ...first, 'Seal No': 'SL1', CBM: 30 },
			{ ...second, Type: '22G1', Packages: 5, 'Packing Unit': 'Bags' },
		]).shipments[0]!;
		expect(issues.map(({ issue: { severity, advice } }) => `${severity}: ${advice.slice(0, 12)}`)).toEqual([
			'note: Seal Number ',
			'note: Volume is mi',
		]);
	});

	it('of packages without containers are missing', () => {
		const tea = { ...bill, Cargo: 'Tea', Packages: 10, 'Packing Unit': 'Bags', 'Gross Weight (kg)': 50 };
		expect(remarks([tea, { ...bill, Cargo: 'Rice', Packages: 20, 'Gross Weight (kg)': '' }])).toEqual([
			`Row 2: Packing Unit is missing. Row 1 of the same bill of lading has "Bags". ${arriveEmpty}`,
			`Row 2: Gross Weight is missing. Row 1 of the same bill of lading has "50". ${arriveEmpty}`,
		]);
	});

	it('of charges are missing, the amount always', () => {
		const charge = { ...bill, 'Charge Code': 'BAS', Currency: 'USD', Amount: 5, 'Payment Type': 'PREPAID' };
		expect(remarks([charge, { ...bill, 'Charge Code': 'BAF', Currency: 'USD' }])).toEqual([
			`Row 2: Charge Amount is missing. Row 1 of the same bill of lading has "5". ${arriveEmpty}`,
			`Row 2: Payment Type is missing. Row 1 of the same bill of lading has "PREPAID". ${arriveEmpty}`,
		]);
		expect(remarks([{ ...bill, 'Charge Code': 'BAF', Currency: 'USD' }])).toEqual([
			'Row 1: Charge Amount is missing. Fill it in, or remove the charge.',
		]);
		expect(remarks([{ ...bill, Currency: 'USD', 'Payment Type': 'PREPAID' }, charge])).toEqual([]);
	});

	it('are not missing from rows that only repeat a container or have none', () => {
		expect(remarks([first, { ...bill, 'Container Number': 'EXAU2000076', 'Cargo Name': 'Tea' }, bill])).toEqual([]);
	});

	it('of a whole bill of lading are its date, its place of issue and its notify party', () => {
		const rows = [
			{ ...bill, 'B/L Date': '2026-11-01', 'Place of Issue': 'Bremen', 'Notify Party': 'Broker' },
			{ ...bill, 'B/L Number': 'B2', Shipper: 'A' },
		];
		const lacks = (label: string, has: string) =>
			`Row 2: ${label} is missing. Row 1 of another bill of lading has "${has}". ${arriveEmpty}`;
		expect(remarks(rows)).toEqual([
			lacks('B/L Date', '2026-11-01'),
			lacks('Place of Issue', 'Bremen'),
			lacks('Notify Party', 'Broker'),
		]);
		expect(remarks([rows[0]!, { ...rows[1]!, 'Shipment Reference': 'S2' }])).toEqual([]);
	});

	it('of a whole bill of lading are a missing weight, if another one of the sheet has one', () => {
		const other = (more: Row) => ({ 'Shipment Reference': 'S2', 'B/L Number': 'B2', ...more });
		const lacks = `Gross Weight is missing. Row 1 of another bill of lading has "19400". ${arriveEmpty}`;
		const weighed = { ...first, 'Gross Weight (kg)': 19400 };
		const two = ['EXAU2000142', 'EXAU2000205'].map((number) => other({ 'Container Number': number }));
		expect(remarks([weighed, ...two])).toEqual([`Row 2: ${lacks}`, `Row 3: ${lacks}`]);
		expect(remarks([{ ...weighed, 'Packaging Weight Gross (kg)': 1 }, other({ Cargo: 'Tea' })])).toEqual([
			`Row 2: ${lacks}`,
		]);
		expect(remarks([weighed, other({ Cargo: 'Tea', 'Packaging Weight Gross (kg)': 5 })])).toEqual([]);
		expect(remarks([weighed, other({ 'Charge Code': 'BAS', Amount: 5, Currency: 'USD' })])).toEqual([]);
	});
});
