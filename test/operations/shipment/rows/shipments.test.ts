import { shipmentsFromRows } from '../../../../nodes/CargoExchange/operations/shipment/rows/shipments';
import { fullShipment } from '../../../fixtures/shipment';
import { rowsOf } from '../../../fixtures/shipmentRows';

type Row = Record<string, unknown>;

/** The payloads of rows that all can be placed. */
function payloads(rows: Row[]) {
	return shipmentsFromRows(rows).map((group) => {
		if ('refusal' in group) throw group.refusal;
		return group.payload;
	});
}

function refusals(rows: Row[]): (string | undefined)[] {
	return shipmentsFromRows(rows).map((group) => ('refusal' in group ? group.refusal.message : undefined));
}

describe('shipmentsFromRows', () => {
	it.each(['friendly', 'dotted'] as const)('says every field of the specification under %s headers', (style) => {
		const [first, second] = fullShipment.sets;
		expect(payloads(rowsOf(fullShipment, style))).toEqual([{ ...fullShipment, sets: [first, second] }]);
	});

	it('groups rows by shipment, bill of lading, cargo and container', () => {
		const row = (shipment: string, bill: string, container: string, cargo: string) => ({
			'Shipment Reference': shipment,
			'B/L Number': bill,
			'Container Number': container,
			Cargo: cargo,
			'Seal Number': `S-${container}`,
		});
		const rows = [
			row('S1', 'B1', 'C1', 'Tea'),
			row('S2', 'B3', 'C4', 'Rice'),
			row('S1', 'B2', 'C3', 'Tea'),
			row('S1', 'B1', 'C2', 'Tea'),
			row('S1', 'B1', 'C1', 'Coffee'),
		];
		expect(shipmentsFromRows(rows).map((group) => group.rows)).toEqual([[0, 2, 3, 4], [1]]);
		expect(payloads(rows)).toEqual([
			{
				shipmentReference: 'S1',
				sets: [
					{
						blNumber: 'B1',
						containers: [
							{ containerNumber: 'C1', sealNumber: 'S-C1' },
							{ containerNumber: 'C2', sealNumber: 'S-C2' },
						],
						cargos: [{ cargoName: 'Tea' }, { cargoName: 'Coffee' }],
						numberOfContainers: 2,
					},
					{
						blNumber: 'B2',
						containers: [{ containerNumber: 'C3', sealNumber: 'S-C3' }],
						cargos: [{ cargoName: 'Tea' }],
						numberOfContainers: 1,
					},
				],
			},
			{
				shipmentReference: 'S2',
				sets: [
					{
						blNumber: 'B3',
						containers: [{ containerNumber: 'C4', sealNumber: 'S-C4' }],
						cargos: [{ cargoName: 'Rice' }],
						numberOfContainers: 1,
					},
				],
			},
		]);
	});

	it('places rows without a key where there is only one place for them', () => {
		const rows = [
			{ shipmentReference: 'S', 'Notify Party 1 Name': 'N1', 'Notify Party 2 Name': 'N2' },
			{ shipmentReference: 'S', 'Cargo Description': 'Green tea' },
			{ shipmentReference: 'S', 'B/L Number': 'B', 'Cargo Name': 'Tea' },
		];
		expect(payloads(rows)).toEqual([
			{
				shipmentReference: 'S',
				sets: [
					{
						blNumber: 'B',
						cargos: [{ cargoName: 'Tea', cargoDescription: 'Green tea' }],
						notifyParties: [{ name: 'N1' }, { name: 'N2' }],
					},
				],
			},
		]);
		expect(payloads([{ shipmentReference: 'S', 'Container Gross Weight': 5 }])).toEqual([
			{
				shipmentReference: 'S',
				sets: [{ numberOfContainers: 1, containers: [{ containerQuantity: { quantityGross: 5 } }] }],
			},
		]);
	});

	it('names the row that cannot be placed, and lets other shipments go on', () => {
		const rows = [
			{ shipmentReference: 'S1', blNumber: 'B1' },
			{ shipmentReference: 'S1', blNumber: 'B2' },
			{ shipmentReference: 'S1', 'Seal Number': 'SL1' },
			{ shipmentReference: 'S2', blNumber: 'B3' },
			{ blNumber: 'B4' },
			{ shipmentReference: 'S3', blNumber: 'B5', row_number: 17, IMO: 'Ever Example' },
		];
		expect(refusals(rows)).toEqual([
			'Row 3 cannot be placed: it does not say which Set it belongs to, and there are several',
			undefined,
			'Row 5 cannot be placed: it has no Shipment Reference',
			'Row 17: "Ever Example" under IMO is no plain number; write 12000.5, with a point and without separators of thousands',
		]);
	});

	it('says how the cells of a reference are filled down where one is blank', () => {
		const [, blank] = shipmentsFromRows([{ shipmentReference: 'S1', blNumber: 'B1' }, { 'Container Number': 'C2' }]);
		expect('refusal' in blank! && blank.refusal.description).toMatch(/unmerge .* Blanks, type = and the up arrow/);
	});

	it('puts the row that a refusal names before the others', () => {
		const row = { shipmentReference: 'S', blNumber: 'B', 'Gross Weight': 1 };
		const rows = [row, { ...row, shipmentReference: 'S2' }, row, { ...row, 'Gross Weight': 2 }, row];
		expect(shipmentsFromRows(rows).map((group) => group.rows)).toEqual([[3, 0, 2, 4], [1]]);
		const unreadable = [row, row, { ...row, 'B/L Date': 'TBA' }];
		expect(shipmentsFromRows(unreadable).map((group) => group.rows)).toEqual([[2, 0, 1]]);
	});

	it('names both rows where two contradict each other', () => {
		const row = { shipmentReference: 'S', blNumber: 'B', 'Container Number': 'C' };
		expect(refusals([{ ...row, 'Gross Weight': 5 }, row, { ...row, 'Gross Weight': 6 }])).toEqual([
			'Row 3 has "6" under Gross Weight, but Row 1 has "5" for the same thing',
		]);
	});

	it('takes the import reference from its column, once for each shipment', () => {
		const rows = [
			{ shipmentReference: 'S1', 'Import Reference': 'R1' },
			{ shipmentReference: 'S1', 'Import Reference': '' },
			{ shipmentReference: 'S2', 'Import Reference': 77 },
			{ shipmentReference: 'S3' },
		];
		expect(shipmentsFromRows(rows).map(({ importRef }) => importRef)).toEqual(['R1', '77', undefined]);
		expect(refusals([...rows, { shipmentReference: 'S1', importRef: 'R9' }])[0]).toMatch(
			/^Row 5 has the import reference "R9"/,
		);
	});

	it('reads cells as their fields need them', () => {
		const [payload] = payloads([
			{
				shipmentReference: 4711,
				'B/L Number': 'B',
				'B/L Date': 45747,
				autoCollaboration: 'yes',
				'Load Type': 'fcl',
				'Number of Containers': '3',
				'Contract Number': '',
				'Seal Number': null,
			},
		]);
		expect(payload).toEqual({
			shipmentReference: '4711',
			autoCollaboration: true,
			loadType: 'FCL',
			sets: [{ blNumber: 'B', blDate: '2025-03-31', numberOfContainers: 3 }],
		});
		expect(refusals([{ shipmentReference: 'S', 'B/L Date': '05/06/2025' }])[0]).toMatch(
			/^Row 1: "05\/06\/2025" under B\/L Date/,
		);
		expect(refusals([{ shipmentReference: 'S', 'Gross Weight': '12,000' }])[0]).toMatch(
			/^Row 1: "12,000" under Gross Weight/,
		);
	});

	it('takes no notice of space around texts', () => {
		const rows = [
			{ shipmentReference: 'S1 ', blNumber: ' B', 'Container Number': 'C1' },
			{ ' shipment reference ': ' S1', 'B/L Number': 'B', 'Container Number': 'C2' },
		];
		expect(payloads(rows)[0]!.sets).toMatchObject([{ blNumber: 'B', numberOfContainers: 2 }]);
	});

	it('knows a container again however its number is written, and sends what the first row says', () => {
		const row = (container: string, cargo: string, gross?: number) => ({
			...{ shipmentReference: 'S', blNumber: 'B', 'Container Number': container, Cargo: cargo },
			...{ 'Gross Weight': gross, 'Weight Unit': 'KGM' },
		});
		const rows = [row('MSCU 663987-0', 'Tea', 5), row('CSQU3054383', 'Rice', 7), row('mscu6639870', 'Tea')];
		expect(payloads(rows)[0]!.sets).toMatchObject([
			{
				numberOfContainers: 2,
				containers: [{ containerNumber: 'MSCU 663987-0' }, { containerNumber: 'CSQU3054383' }],
				cargos: [{ quantities: [{ quantityGross: 5 }] }, { quantities: [{ quantityGross: 7 }] }],
			},
		]);
		const numbers = ['ABC-1', 'abc 1'];
		expect(payloads(numbers.map((blNumber) => ({ shipmentReference: 'S', blNumber })))[0]!.sets).toHaveLength(2);
		expect(refusals([row('MSCU6639870', 'Tea', 5), row('MSCU-663987-0', 'Tea', 6)])[0]).toMatch(/^Row 2 has "6" under/);
	});

	it('passes over empty rows, and says which columns it did not read', () => {
		const rows = [
			{ shipmentReference: '', Remarks: '' },
			{},
			{ shipmentReference: 'S', Remarks: 'urgent', ['__proto__x']: 1 },
		];
		expect(shipmentsFromRows(rows).map((group) => group.rows)).toEqual([[2]]);
		expect(
			shipmentsFromRows(rows).flatMap((group) => ('notes' in group ? group.notes.map(({ path }) => path) : [])),
		).toEqual(['Remarks', '__proto__x']);
		expect(shipmentsFromRows([])).toEqual([]);
		const hostile = JSON.parse('{"__proto__":"x","shipmentReference":"S","constructor.name":"y"}') as Row;
		expect(payloads([hostile])).toEqual([{ shipmentReference: 'S' }]);
	});

	it('copes with ten thousand rows, in many shipments and in one', () => {
		const row = (shipment: number, container: number) => ({
			'Shipment Reference': `S${shipment}`,
			'B/L Number': `B${shipment}`,
			'Container Number': `C${container}`,
			Cargo: 'Tea',
			'Gross Weight': container,
		});
		const many = Array.from({ length: 10_000 }, (_, index) => row(Math.floor(index / 10), index));
		const one = Array.from({ length: 10_000 }, (_, index) => row(1, index));
		expect(payloads(many)).toHaveLength(1000);
		expect(payloads(one)[0]!.sets![0]!.containers).toHaveLength(10_000);
	});
});
