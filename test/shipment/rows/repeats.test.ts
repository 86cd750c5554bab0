import { corrections, payloads, remarks, type Row } from '../../helpers/sheet';

describe('what several rows name', () => {
	it('recognises a container however its number is written, and sends the number of the first row', () => {
		const row = (container: string, cargo: string, gross?: number) => ({
			...{ shipmentReference: 'S', blNumber: 'B', 'Container Number': container, Cargo: cargo },
			...{ 'Gross Weight': gross, 'Weight Unit': 'KGM' },
		});
		const rows = [row('MSCU 663987-0', 'Tea', 5), row('CSQU3054383', 'Rice', 7), row('mscu6639870', 'Tea')];
		expect(payloads(rows)[0]!.sets).toMatchObject([
			{
				numberOfContainers: 2,
				containers: [{ containerNumber: 'MSCU 663987-0' }, { containerNumber: 'CSQU3054383' }],
			},
		]);
		const numbers = ['ABC-1', 'ABD 1'];
		expect(payloads(numbers.map((blNumber) => ({ shipmentReference: 'S', blNumber })))[0]!.sets).toHaveLength(2);
		expect(corrections([row('MSCU6639870', 'Tea', 5), row('MSCU-663987-0', 'Tea', 6)])[0]).toMatch(
			/^Row 2, Gross Weight: "6"/,
		);
	});

	it.each([
		['shipmentReference', 'SHP-1', 'shp-1 '],
		['blNumber', 'EXBL 1', 'exbl1'],
		['Cargo Name', 'Green Tea', 'GREEN TEA'],
		['Notify Party Name', 'Caf\u00e9', 'CAFE\u0301'],
	])('does not make two entries of one that is written in two ways: %s', (header, first, second) => {
		const row = { shipmentReference: 'S', blNumber: 'B', 'Cargo Name': 'Tea' };
		expect(
			corrections([
				{ ...row, [header]: first },
				{ ...row, [header]: second },
			]),
		).toEqual([
			`Row 2, ${header}: "${second.trim()}". Contradicts Row 1, which has "${first}". Rows of the same shipment, bill of lading, container or cargo must agree: correct one of them, or leave it empty.`,
		]);
	});

	it('says where the figures of each cargo in a container belong', () => {
		const row = { shipmentReference: 'S', blNumber: 'B', 'Container Number': 'C' };
		const rows = [
			{ ...row, Cargo: 'Tea', 'Gross Weight (kg)': 5 },
			{ ...row, Cargo: 'Rice', 'Gross Weight (kg)': 6 },
		];
		expect(corrections(rows)).toEqual([
			expect.stringMatching(
				/^Row 2, Gross Weight \(kg\): "6"\. Contradicts Row 1, which has "5"\. Enter the figure of the whole container on one row, and leave the others empty\. Figures of each cargo in a container have their own columns, such as Packaging Weight Gross\.$/,
			),
		]);
		const cargos = rows.map(({ 'Gross Weight (kg)': gross, ...rest }) => ({
			...rest,
			'Packaging Weight Gross (kg)': gross,
		}));
		expect(payloads(cargos)[0]!.sets).toMatchObject([
			{ numberOfContainers: 1, cargos: [{ cargoName: 'Tea' }, { cargoName: 'Rice' }] },
		]);
	});

	it('does not take equal figures of different goods in a container for one', () => {
		const row = { shipmentReference: 'S', blNumber: 'B', 'Container Number': 'C', 'Gross Weight (kg)': 2000, Pkgs: 9 };
		expect(
			corrections([
				{ ...row, Cargo: 'Tea' },
				{ ...row, Cargo: 'Rice' },
			]),
		).toEqual([
			'Row 1, Row 2: "2000". These rows have different goods in one container, with equal figures in Gross Weight (kg), Pkgs. If the figures are those of the whole container, keep them on one row; otherwise add them up in one row.',
		]);
	});

	it('says that equal figures of one container or cargo are counted once', () => {
		const row = { shipmentReference: 'S', blNumber: 'B', 'Container Number': 'C', Cargo: 'Tea' };
		const once =
			'Row 1, Row 2: "2000". These rows have equal figures for the same container or goods in Gross Weight (kg). They are counted once.';
		const container = { ...row, 'Gross Weight (kg)': 2000 };
		expect(remarks([container, { ...container, 'Notify Party': 'A' }])).toEqual([once]);
		const cargo = { ...row, 'Packaging Weight Gross (kg)': 2000 };
		expect(remarks([cargo, { ...cargo, 'Container Number': 'C2' }])).toEqual([
			once.replace('Gross Weight (kg)', 'Packaging Weight Gross (kg)'),
		]);
		expect(remarks([cargo, { ...row, 'Container Number': 'C2' }])).toEqual([]);
	});

	it('says how to distinguish entries that have no key', () => {
		const row = { shipmentReference: 'S', blNumber: 'B' };
		const rows = ['Tea', 'Rice'].map((description) => ({ ...row, 'Description of Goods': description }));
		expect(corrections(rows)).toEqual([
			'Row 2, Description of Goods: "Rice". Contradicts Row 1, which has "Tea". Rows of the same shipment, bill of lading, container or cargo must agree: correct one of them, or leave it empty. If both belong to the same goods, write both into one cell; otherwise give the goods different names in Cargo Name.',
		]);
	});

	it('says what to do about different marks of the same goods', () => {
		const row = { shipmentReference: 'S', blNumber: 'B', Cargo: 'Tea', 'Container No': 'EXAU2000076' };
		expect(
			corrections([
				{ ...row, Marks: '1-10' },
				{ ...row, 'Container No': 'EXAU2000142', Marks: '11-20' },
			]),
		).toEqual([
			expect.stringMatching(/^Row 2, Marks: "11-20".*If both belong to the same goods, write both into one cell;/),
		]);
	});
});

describe('seals', () => {
	const row = (bill: string, container: string, seal: string) => ({
		...{ 'Shipment Reference': bill.slice(0, 1), 'B/L Number': bill, 'Container Number': container, 'Seal No': seal },
	});
	const [one, other] = ['EXAU2000076', 'EXAU2000142'];

	it('of two containers are a warning, in all shipments of the sheet', () => {
		expect(remarks([row('A1', one, 'ES 4'), row('A1', other, 'es4')])).toEqual([
			`Row 2, Seal No: "es4". Is also the seal of ${one} in Row 1. Correct the one that is wrong.`,
		]);
		expect(remarks([row('A1', one, 'ES4'), row('B1', other, 'ES4')])).toEqual([
			`Row 2, Seal No: "ES4". Is also the seal of ${one} in Row 1. Correct the one that is wrong.`,
		]);
		expect(remarks([row('A1', one, 'YES'), row('A1', other, 'YES')])).toEqual([]);
	});

	it('of one container in two bills of lading are a warning if they differ', () => {
		expect(remarks([row('A1', one, 'ES4'), row('A2', one, 'ES6')])).toEqual([
			'Row 2, Seal No: "ES6". The same container has the seal "ES4" in Row 1. Correct the one that is wrong, or the container number.',
		]);
		expect(remarks([row('A1', one, 'ES4'), row('A2', one, 'ES4'), row('B1', one, 'ES7')])).toEqual([
			'Row 3, Seal No: "ES7". The same container has the seal "ES4" in Row 1. Correct the one that is wrong, or the container number.',
		]);
	});
});

it('a container with equal figures in two bills of lading is a warning', () => {
	const row = (bill: string, gross: number) => ({
		...{ 'Shipment Reference': 'S', 'B/L Number': bill, 'Container Number': 'EXAU2000076', 'Gross Weight (kg)': gross },
	});
	expect(remarks([row('A', 900), row('B', 900)])).toEqual([
		'Row 2, Container Number: "EXAU2000076". Row 1 of another bill of lading has this container with the same figures. Correct the container number, or enter the part of each bill of lading.',
	]);
	expect(remarks([row('A', 900), row('B', 800)])).toEqual([]);
	const ofOther = (bill: string, gross: number) => ({ ...row(bill, gross), 'Shipment Reference': 'S2' });
	expect(remarks([row('A', 900), ofOther('B', 900)])).toEqual([expect.stringContaining('with the same figures')]);
	expect(remarks([row('A', 900), ofOther('B', 800)])).toEqual([]);
	const sealed = [
		{ ...row('A', 900), 'Seal No': 'ES4' },
		{ ...row('B', 900), 'Seal No': 'ES6' },
	];
	expect(remarks(sealed)).toEqual([
		expect.stringContaining('with the same figures'),
		expect.stringContaining('has the seal "ES4" in Row 1'),
	]);
});

it('container types of one container in two bills of lading are a warning if they differ, in all shipments of the sheet', () => {
	const row = (reference: string, bill: string, type: string) => ({
		...{ 'Shipment Reference': reference, 'B/L Number': bill, 'Container Number': 'EXAU2000076', Type: type },
	});
	const differs =
		'Row 2, Type: "22G1". The same container has the type "40\' HC" in Row 1. Correct the one that is wrong, or the container number.';
	for (const other of ['S', 'S2']) {
		expect(remarks([row('S', 'A', "40' HC"), row(other, 'B', '22G1')])).toEqual([differs]);
		expect(remarks([row('S', 'A', "40' HC"), row(other, 'B', '40hc')])).toEqual([]);
	}
});

describe('charges on several rows', () => {
	it('stops a shipment with one charge on several rows, and names the rows', () => {
		const charge = {
			...{ shipmentReference: 'S', blNumber: 'B', 'Charge Code': 'THD', Currency: 'USD', Amount: 100 },
			'Payment Type': 'COLLECT',
		};
		const filledDown = ['C1', 'C2', 'C3'].map((number) => ({ ...charge, 'Container Number': number }));
		expect(corrections(filledDown)).toEqual([
			'Row 1, Row 2, Row 3: "THD". These rows have the same charge. If it applies only once, keep it on one row. If it applies several times, make the rows differ, for example in Freighted As.',
		]);
		expect(corrections([charge, charge])).toEqual([expect.stringMatching(/^Row 1, Row 2: "THD"/)]);
		expect(corrections([charge, { ...charge, blNumber: 'B2' }, { ...charge, 'Freighted As': '1 x 22G1' }])).toEqual([]);
	});

	it('makes no further charge of payment types, currencies and exchange rates beside the charges of a bill of lading', () => {
		const row = { shipmentReference: 'S', blNumber: 'B', Currency: 'USD', 'Freight Terms': 'Prepaid' };
		const charges = (...rows: Row[]) => payloads(rows)[0]!.sets?.[0]?.freightCharges?.charges;
		const amount = { currency: 'USD', value: 5 };
		expect(charges(row, { ...row, Amount: 5 }, row)).toEqual([{ amount, prepaidType: 'PREPAID' }]);
		expect(charges(row, row)).toBeUndefined();
		expect(charges({ ...row, Amount: 5 }, { ...row, 'Freight Terms': 'Collect' })).toHaveLength(1);
	});

	it('says that payment types and currencies without a charge are not sent', () => {
		const row = { shipmentReference: 'S', blNumber: 'B', 'Freight Terms': 'Prepaid' };
		expect(remarks([row, row])).toEqual([
			'Row 1, Row 2: "Prepaid". Is not sent, because this bill of lading has no charge.',
		]);
		expect(remarks([{ ...row, blNumber: 'B', 'Freight Terms': '', Currency: 'USD' }])).toEqual([
			'Row 1: "USD". Is not sent, because this bill of lading has no charge.',
		]);
		const charge = { ...row, Currency: 'USD', Amount: 5, 'Charge Code': 'BAS' };
		expect(remarks([charge, row])).toEqual([]);
		expect(remarks([charge, { ...row, 'Freight Terms': 'Collect' }])).toEqual([
			'Row 2: "Collect". Is not sent, because no charge of this bill of lading has it. Fill in Charge Amount, or correct the row.',
		]);
	});

	it.each([
		['Charge Code', 'BAS', 'bas'],
		['Charge Name', 'Ocean freight', 'OCEAN FREIGHT'],
	])('recognises a charge in another case: %s', (header, first, second) => {
		const row = { shipmentReference: 'S', blNumber: 'B', Currency: 'USD', Amount: 100 };
		expect(
			corrections([
				{ ...row, [header]: first },
				{ ...row, [header]: second },
			]),
		).toEqual([expect.stringContaining('These rows have the same charge.')]);
	});
});
