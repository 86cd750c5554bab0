import { corrections, payloads, remarks, type Row } from '../../helpers/sheet';

const [first, second] = ['CSQU3054383', 'MSCU6639870'];
const row = (cells: Row): Row => ({ 'Shipment Reference': 'S', 'B/L Number': 'B', ...cells });
const setOf = (rows: Row[]) => payloads(rows)[0]?.sets?.[0];
const kg = (quantityGross: number) => ({ quantityGross, crossRefId: 'KGM' });

describe('the figures of a row', () => {
	const ofGoods = { numberOfPackingItems: 10, packingUnit: 'BAGS', weight: kg(500) };
	const ofContainer = { totalNumberOfPackingItems: 10, packingUnit: 'BAGS', containerQuantity: kg(500) };
	it.each<[string, Row, object]>([
		['goods alone', { Cargo: 'Tea' }, { cargos: [{ cargoName: 'Tea', packaging: [ofGoods] }] }],
		['goods without a name, where no column is about containers', {}, { cargos: [{ packaging: [ofGoods] }] }],
		[
			'a container without goods that has no number yet',
			{ 'Container Type': '45G1' },
			{ numberOfContainers: 1, containers: [{ containerType: '45G1', ...ofContainer }] },
		],
		[
			'goods beside such a container',
			{ 'Container Type': '45G1', Cargo: 'Tea' },
			{
				numberOfContainers: 1,
				containers: [{ containerType: '45G1' }],
				cargos: [{ cargoName: 'Tea', packaging: [ofGoods] }],
			},
		],
	])('are those of %s', (_whose, cells, figures) => {
		const set = setOf([row({ Pkgs: 10, Kind: 'BAGS', 'Gross Weight (kg)': 500, ...cells })]);
		expect(set).toEqual({ blNumber: 'B', ...figures });
	});

	it('may have a kind of packages without their number', () => {
		expect(setOf([row({ Container: first, Cargo: 'Tea', Kind: 'BAGS' })])).toMatchObject({
			containers: [{ packingUnit: 'BAGS' }],
			cargos: [{ packaging: [{ packingUnit: 'BAGS' }] }],
		});
	});

	it('are those of goods in a container, which has the sum of its rows: a packing list', () => {
		const coffee = { Cargo: 'Coffee', Pkgs: 100, Kind: 'BAGS', 'Gross Weight (kg)': 6000, CBM: 10 };
		const tea = { Cargo: 'Tea', Pkgs: 50, Kind: 'CHESTS', 'Gross Weight (kg)': 2000, CBM: 5 };
		const rows = [coffee, tea].map((cells) => row({ Container: first, ...cells }));
		const containerVolume = { quantityGross: 15, crossRefId: 'MTQ' };
		expect(remarks(rows)).toEqual([
			'Row 1, Row 2: The 100 BAGS and 50 CHESTS in this container are sent as 150 PACKAGES, since a container has one kind of packages. The goods keep theirs.',
		]);
		expect(setOf(rows)).toMatchObject({
			containers: [
				{ totalNumberOfPackingItems: 150, packingUnit: 'PACKAGES', containerQuantity: kg(8000), containerVolume },
			],
			cargos: [
				{ cargoName: 'Coffee', packaging: [{ numberOfPackingItems: 100, packingUnit: 'BAGS', weight: kg(6000) }] },
				{ cargoName: 'Tea', packaging: [{ numberOfPackingItems: 50, packingUnit: 'CHESTS', weight: kg(2000) }] },
			],
		});
	});

	it('add up for goods that are in several containers', () => {
		const rows = [first, second].map((Container, index) =>
			row({ Container, Cargo: 'Coffee', 'Gross Weight (kg)': 6000 + index }),
		);
		expect(remarks(rows)).toEqual([]);
		expect(setOf(rows)).toMatchObject({
			containers: [{ containerQuantity: kg(6000) }, { containerQuantity: kg(6001) }],
			cargos: [{ packaging: [{ weight: kg(12001) }] }],
		});
	});

	it('are not given to goods that only some rows of the containers name', () => {
		const rows = [
			row({ Container: first, Cargo: 'Coffee', 'Gross Weight (kg)': 6000 }),
			row({ Container: second, 'Gross Weight (kg)': 5000 }),
		];
		expect(setOf(rows)?.cargos).toEqual([{ cargoName: 'Coffee' }]);
		expect(remarks(rows)).toEqual([
			'Row 1: The figures are sent for the containers alone: other rows of the bill of lading do not name their goods.',
		]);
	});

	it('add up with a note if they are of the same goods in one container', () => {
		const rows = [500, 700].map((weight) => row({ Container: first, Cargo: 'Tea', 'Gross Weight (kg)': weight }));
		expect(setOf(rows)?.containers).toMatchObject([{ containerQuantity: kg(1200) }]);
		expect(remarks(rows)).toEqual(['Row 1, Row 2: The figures of these rows in Gross Weight (kg) were added up.']);
	});

	it('of a container in two bills of lading are those of each bill', () => {
		const rows = [
			row({ Container: first, Cargo: 'Tea', 'Gross Weight (kg)': 500 }),
			row({ Container: first, Cargo: 'Rice', 'Gross Weight (kg)': 700, 'B/L Number': 'B2' }),
		];
		expect(payloads(rows)[0]?.sets?.map(({ containers }) => containers?.[0]?.containerQuantity)).toEqual([
			kg(500),
			kg(700),
		]);
	});

	it.each([
		[
			'Container Gross Weight (kg)',
			{ containers: [{ containerQuantity: kg(500) }], cargos: [{ cargoName: 'Tea' }, { cargoName: 'Rice' }] },
		],
		[
			'Goods Gross Weight (kg)',
			{
				containers: [{ containerQuantity: kg(1000) }],
				cargos: [{ packaging: [{ weight: kg(500) }] }, { packaging: [{ weight: kg(500) }] }],
			},
		],
	])('belong to what the header names: %s', (header, set) => {
		const rows = ['Tea', 'Rice'].map((Cargo) => row({ Container: first, Cargo, [header]: 500 }));
		expect(setOf(rows)).toMatchObject(set);
	});

	it('are those of the goods beside a column of the container', () => {
		const rows = [500, 400].map((weight) =>
			row({ Container: first, Cargo: `T${weight}`, 'Container Gross Weight (kg)': 600, 'Gross Weight (kg)': weight }),
		);
		expect(setOf(rows)).toMatchObject({
			containers: [{ containerQuantity: kg(600) }],
			cargos: [{ packaging: [{ weight: kg(500) }] }, { packaging: [{ weight: kg(400) }] }],
		});
	});
});

describe('two columns for one figure of a row', () => {
	it('agree, and are one', () => {
		const cells = { Container: first, Cargo: 'Tea', 'Gross Weight (kg)': 500, 'Weight (kg)': 500 };
		expect(setOf([row(cells)])?.containers).toMatchObject([{ containerQuantity: kg(500) }]);
	});

	it.each([
		{ 'Gross Weight (kg)': 500, 'Weight (kg)': 400 },
		{ 'Gross Weight (kg)': 500, 'Goods Gross Weight (kg)': 400 },
		{ Cartons: 48, Pallets: 2 },
	])('or stop, and are never added: %j', (figures) => {
		expect(corrections([row({ Container: first, Cargo: 'Tea', ...figures })])).toEqual([
			expect.stringContaining('is for the same field and has'),
		]);
	});
});

describe('a row of a container without goods, beside those of its goods', () => {
	const rows = (whole: number) => [
		row({ Container: first, Seal: 'S1', 'Gross Weight (kg)': whole }),
		row({ Container: first, Cargo: 'Chairs', 'Gross Weight (kg)': 100 }),
		row({ Container: first, Cargo: 'Tables', 'Gross Weight (kg)': 400 }),
	];

	it('has the sum of their figures', () => {
		expect(setOf(rows(500))).toMatchObject({
			containers: [{ containerQuantity: kg(500) }],
			cargos: [{ packaging: [{ weight: kg(100) }] }, { packaging: [{ weight: kg(400) }] }],
		});
	});

	it('or stops', () => {
		expect(corrections(rows(510))).toEqual([expect.stringContaining('the rows of its goods have 500 together')]);
	});
});

describe('equal figures on several rows of one container', () => {
	const question = 'These rows have equal figures in Gross Weight (kg). If each row has its own, rename the header';

	it.each([
		['of different goods', [{ Cargo: 'Tea' }, { Cargo: 'Rice' }]],
		['although the packages differ', [10, 20].map((Pkgs) => ({ Cargo: `T${Pkgs}`, Pkgs, Kind: 'BAGS' }))],
		['beside charges', [5, 6].map((Amount) => ({ Amount, Currency: 'USD' }))],
	])('are a question: %s', (_, cells: Row[]) => {
		const rows = cells.map((each) => row({ Container: first, 'Gross Weight (kg)': 500, Seal: 'S1', ...each }));
		expect(corrections(rows)).toEqual([expect.stringContaining(question)]);
	});

	it('are none for packages of different weights', () => {
		const rows = [500, 700].map((weight) =>
			row({ Container: first, Cargo: `T${weight}`, Pkgs: 10, Kind: 'BAGS', 'Gross Weight (kg)': weight }),
		);
		expect(corrections(rows)).toEqual([]);
	});
});

describe('the unit of a figure', () => {
	it('is in the header, beside it, or the only one of its column', () => {
		const rows = [
			row({ Container: first, 'Gross Weight': 500, 'Weight Unit': 'kgs' }),
			row({ Container: second, 'Gross Weight': 600, 'Weight Unit': '' }),
		];
		expect(setOf(rows)?.containers).toMatchObject([{ containerQuantity: kg(500) }, { containerQuantity: kg(600) }]);
	});

	it('stops if header and cell differ, or gross and net', () => {
		expect(corrections([row({ Container: first, 'Gross Weight (kg)': 5, 'Weight Unit': 'LB' })])).toEqual([
			'Row 1, Gross Weight (kg): "5". Its header says KGM, and the unit column LBR. Correct one of the two.',
		]);
		const grossAndNet = [row({ Container: first, 'Gross Weight (kg)': 100, 'Net Weight (lbs)': 90 })];
		expect(corrections(grossAndNet)).toEqual([
			expect.stringMatching(/^Row 1, Net Weight \(lbs\): "90".* the units differ: KGM, LBR/),
		]);
	});
});

describe('a charge', () => {
	const charge = (cells: Row) => row({ 'Charge Code': 'BAS', Currency: 'USD', ...cells });

	it('begins with its amount: terms alone are none, which is said once and with a place for them, and a code without an amount is doubted', () => {
		expect(setOf([row({ 'Payment Type': 'Prepaid', Currency: 'USD' })])?.freightCharges).toBeUndefined();
		const prepaid = row({ 'Freight Terms': 'Freight Prepaid' });
		const otherBill = { ...prepaid, 'B/L Number': 'BL-2' };
		expect(remarks([prepaid, prepaid, otherBill])).toEqual([
			'Row 1, Row 2, Row 3: "Freight Prepaid". Freight Terms is sent only with the amount of a charge. To have it on the bill of lading, write it into a column B/L Clause.',
		]);
		expect(remarks([{ ...prepaid, Currency: 'USD', Amount: 5 }, prepaid])).toEqual([]);
		expect(remarks([charge({})])).toEqual([
			'Row 1, Charge Code: "BAS". Has no amount. Fill in Charge Amount, or empty the cell.',
		]);
	});

	it('is another one with another amount', () => {
		expect(setOf([charge({ Amount: 5 }), charge({ Amount: 6 })])?.freightCharges?.charges).toHaveLength(2);
	});
});
