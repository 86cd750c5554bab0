/** What becomes of a word for nothing that Accept Values has, and of an empty cell, where others would be taken for it. */
import { corrections, payloads, remarks, type Row } from '../../helpers/sheet';
import { neededColumns } from '../../helpers/shipment';

const row = (reference: string, more: Row): Row => ({
	'Shipment Reference': reference,
	'B/L Number': `BL-${reference}`,
	...neededColumns,
	...more,
});
const accepted = { acceptValues: 'TBA, n/a' };
const [one, other] = ['CSQU3054383', 'MSKU6639870'];

describe('a bill of lading whose number is to be announced', () => {
	const rows = [row('A', { 'B/L Number': 'BL-1' }), row('A', { 'B/L Number': 'TBA', Cargo: 'Trousers' })];

	it('stays one of its own when TBA is accepted', () => {
		const [shipment] = payloads(rows, accepted);
		expect(shipment?.sets?.map(({ blNumber, cargos }) => [blNumber, cargos?.[0]?.cargoName])).toEqual([
			['BL-1', 'Shirts'],
			[undefined, 'Trousers'],
		]);
		expect(remarks(rows, accepted)).toEqual([
			'Row 2, B/L Number: "TBA". Accepted, and sent empty. It is a bill of lading of its own.',
		]);
	});

	it('is told to be taken for the other one when its cell is empty', () => {
		const emptied = rows.map((each) => ({ ...each, 'B/L Number': String(each['B/L Number']).replace('TBA', '') }));
		expect(payloads(emptied)[0]?.sets).toHaveLength(1);
		expect(remarks(emptied)).toEqual([
			'Row 2: Without B/L Number, taken for the bill of lading BL-1, which is the only one.',
		]);
	});
});

describe('a container whose number is to be announced', () => {
	const tba = (more: Row = {}) => row('A', { 'Container Number': 'TBA', 'Gross Weight (kg)': 9000, ...more });

	it('is sent with its weight and seal when TBA is accepted, beside another one', () => {
		const rows = [row('A', { 'Container Number': one, 'Gross Weight (kg)': 8000 }), tba({ 'Seal Number': 'S1' })];
		const [set] = payloads(rows, accepted)[0]?.sets ?? [];
		expect(set).toMatchObject({
			numberOfContainers: 2,
			containers: [{ containerNumber: one }, { sealNumber: 'S1', containerQuantity: { quantityGross: 9000 } }],
		});
		expect(set?.containers?.[1]).not.toHaveProperty('containerNumber');
		expect(remarks(rows, accepted)).toContain(
			'Row 2, Container Number: "TBA". Accepted, and sent empty. It is a container of its own.',
		);
	});

	it('is not put together with that of another row', () => {
		expect(corrections([tba(), tba({ 'Gross Weight (kg)': 7000 })], accepted)).toEqual([
			'Row 2: It is unclear which container this row belongs to. Fill in Container Number.',
		]);
	});

	it('is not said to be in two shipments', () => {
		const rows = ['A', 'B'].map((reference) => ({ ...tba(), ...row(reference, { 'Container Number': 'TBA' }) }));
		expect(remarks(rows, accepted).join()).not.toContain('is also in');
	});
});

it('goods without a name are told to be taken for the only ones', () => {
	const rows = [row('A', { 'Gross Weight (kg)': 8000 }), row('A', { 'Gross Weight (kg)': 900, Cargo: '' })];
	expect(remarks(rows)).toContain('Row 2: Without Cargo Name, taken for the cargo Shirts, which is the only one.');
});

describe('a cell of units without a unit', () => {
	const sheet = (unit: string) => [
		row('A', { 'Container Number': one, 'Gross Weight': 8000, 'Weight Unit': 'kg' }),
		row('B', { 'Container Number': other, 'Gross Weight': 9000, 'Weight Unit': unit }),
	];
	const taken = 'Row 2: Weight Unit is empty: sent as KGM, which is the only one in this column.';

	it('takes the only one of another shipment with a note', () => {
		expect(payloads(sheet(''))[1]?.sets?.[0]?.containers?.[0]?.containerQuantity?.crossRefId).toBe('KGM');
		expect(remarks(sheet(''))).toEqual([taken]);
	});

	it('is not said to be sent empty when it is sent', () => {
		expect(remarks(sheet('n/a'), accepted)).toEqual([
			'Row 2, Weight Unit: "n/a". Accepted, and read as an empty cell.',
			taken,
		]);
	});

	it('has that of its header, and not the only one of other rows', () => {
		const rows = [
			row('A', { 'Container Number': one, 'Gross Weight (kg)': 8000, 'Weight Unit': '' }),
			row('B', { 'Container Number': other, 'Gross Weight (kg)': 9000, 'Weight Unit': 'lb' }),
		];
		expect(corrections(rows)).toEqual([
			'Row 2, Gross Weight (kg): "9000". Its header says KGM, and the unit column LBR. Correct one of the two.',
		]);
	});
});

describe('two columns for the kind of packages', () => {
	const sheet = (kinds: Row) => [
		row('A', { 'Container Number': one, Packages: 10, 'Packing Unit': 'cartons', 'Kind of Pkgs': '' }),
		row('B', { 'Container Number': other, Packages: 20, ...kinds }),
	];
	const kindOf = (rows: Row[]) => payloads(rows)[1]?.sets?.[0]?.containers?.[0]?.packingUnit;

	it('are one if each row fills one of them', () => {
		expect(kindOf(sheet({ 'Packing Unit': '', 'Kind of Pkgs': 'bags' }))).toBe('bags');
	});

	it('stop if they differ', () => {
		expect(corrections(sheet({ 'Packing Unit': 'cartons', 'Kind of Pkgs': 'bags' }))).toEqual([
			'Row 2, Kind of Pkgs: "bags". The column Packing Unit is for the same field and has "cartons". Keep one of the two columns, or choose another field in Column Mapping.',
		]);
	});
});
