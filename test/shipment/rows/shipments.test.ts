import { corrections, payloads, reading, shipments, type Row } from '../../helpers/sheet';

describe('readSheet', () => {
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
		expect(shipments(rows).map((shipment) => shipment.rows)).toEqual([[0, 2, 3, 4], [1]]);
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

	it('places rows without a key if there is only one place for them', () => {
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
		expect(payloads([{ shipmentReference: 'S', 'Load Type': 'FCL', 'Container Gross Weight': 5 }])).toEqual([
			{
				shipmentReference: 'S',
				loadType: 'FCL',
				sets: [{ numberOfContainers: 1, containers: [{ containerQuantity: { quantityGross: 5 } }] }],
			},
		]);
	});

	it('names every row that cannot be placed or read, and keeps shipments apart', () => {
		const rows = [
			{ shipmentReference: 'S1', blNumber: 'B1' },
			{ shipmentReference: 'S1', blNumber: 'B2' },
			{ shipmentReference: 'S1', 'Seal Number': 'SL1' },
			{ shipmentReference: 'S2', blNumber: 'B3' },
			{ blNumber: 'B4' },
			{ shipmentReference: 'S3', blNumber: 'B5', row_number: 17, IMO: 'Ever Example', 'B/L Date': 'TBA' },
		];
		expect(corrections(rows)).toEqual([
			'Row 3: It is unclear which bill of lading this row belongs to, because there are several. Fill in B/L Number.',
			'Row 5: Has no Shipment Reference, so it is unclear which shipment it belongs to. Fill in the reference, or remove the row if it is a total.',
			'Row 17, IMO: "Ever Example". Not an IMO number.',
			'Row 17, B/L Date: "TBA". Not a date as 2025-03-31, 31.03.2025, 31 Mar 2025 or 31/03/2025. Write it as YYYY-MM-DD.',
		]);
		expect(reading(rows).shipments.map(({ name, issues }) => [name, issues.length])).toEqual([
			['Shipment S1', 1],
			['Shipment S2', 0],
			['Row 6 (B4)', 1],
			['Shipment S3', 2],
		]);
	});

	it('refuses a row with nothing but numbers, because it may be a total', () => {
		const total = { 'Shipment Reference': 'Summe', 'Gross Weight': 5, 'Weight Unit': 'KGM' };
		expect(corrections([{ ...total, 'Shipment Reference': 'S1', 'Container Number': 'C1' }, total])).toEqual([
			'Row 2: "Summe". Has only a reference and numbers. Write the reference as in the other rows, or remove the row if it is not a shipment.',
		]);
	});

	it('names both rows if two contradict each other', () => {
		const row = { shipmentReference: 'S', blNumber: 'B', 'Container Number': 'C' };
		expect(corrections([{ ...row, 'Gross Weight': 5 }, row, { ...row, 'Gross Weight': 6 }])).toEqual([
			expect.stringMatching(/^Row 3, Gross Weight: "6"\. Contradicts Row 1, which has "5"\. /),
		]);
	});

	it('knows the row and column of every value', () => {
		const rows = [
			{ row_number: 2, Shipment: 'S', BL: 'B', 'Container No': 'C1', Seal: 'X' },
			{ row_number: 3, Shipment: 'S', BL: 'B', 'Container No': 'C2', Seal: 'Y' },
		];
		const [shipment] = shipments(rows);
		expect(shipment?.locate('sets[0].containers[1].sealNumber').source).toBe('Row 3, Seal');
		expect(shipment?.locate('sets[0].blNumber').source).toBe('Row 2, BL');
		expect(shipment?.locate('sets[0].numberOfContainers')).toEqual({
			...{ source: 'Bill of lading B', label: 'Number of Containers' },
			...{ row: 0, column: Infinity },
		});
	});

	it('takes the import reference from its column, once for each shipment', () => {
		const rows = [
			{ shipmentReference: 'S1', blNumber: 'B', 'Import Reference': 'R1' },
			{ shipmentReference: 'S1', 'Import Reference': '' },
			{ shipmentReference: 'S2', blNumber: 'B', 'Import Reference': 77 },
			{ shipmentReference: 'S3', blNumber: 'B' },
		];
		expect(shipments(rows).map(({ importRef }) => importRef)).toEqual(['R1', '77', undefined]);
		expect(corrections([...rows, { shipmentReference: 'S1', importRef: 'R9' }])).toEqual([
			'Row 5, importRef: "R9". Contradicts Row 1, which has "R1". Rows of the same shipment, bill of lading, container or cargo must agree: correct one of them, or leave it empty.',
		]);
	});

	it('does not choose between two columns of one row that give different import references', () => {
		const row = { shipmentReference: 'S1', blNumber: 'B', 'Import Ref': 'R1', importRef: 'R2' };
		expect(corrections([row])).toEqual([
			'Row 1, importRef: "R2". The column Import Ref is for the same field and has "R1". Keep one of the two columns, and add the other to Ignore Columns.',
		]);
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
		expect(corrections([{ shipmentReference: 'S', 'B/L Date': '05/06/2025' }])[0]).toMatch(
			/^Row 1, B\/L Date: "05\/06\/2025"\./,
		);
		expect(corrections([{ shipmentReference: 'S', blNumber: 'B', 'Gross Weight': '12,000' }])[0]).toMatch(
			/^Row 1, Gross Weight: "12,000"\./,
		);
	});

	it('ignores spaces around texts', () => {
		const rows = [
			{ shipmentReference: 'S1 ', blNumber: ' B', 'Container Number': 'C1' },
			{ ' shipment reference ': ' S1', 'B/L Number': 'B', 'Container Number': 'C2' },
		];
		expect(payloads(rows)[0]!.sets).toMatchObject([{ blNumber: 'B', numberOfContainers: 2 }]);
	});

	it('passes over empty rows', () => {
		const rows = [{ shipmentReference: '', Remarks: '' }, {}, { shipmentReference: 'S', blNumber: 'B' }];
		expect(shipments(rows).map((shipment) => shipment.rows)).toEqual([[2]]);
		expect(reading([])).toEqual({ issues: [], shipments: [] });
		expect(reading([{}, { Remarks: '' }])).toEqual({ issues: [], shipments: [] });
		const hostile = JSON.parse(
			'{"__proto__":"x","shipmentReference":"S","blNumber":"B","constructor.name":"y"}',
		) as Row;
		expect(payloads([hostile], { ignoreColumns: '__proto__, constructor.name' })).toEqual([
			{ shipmentReference: 'S', sets: [{ blNumber: 'B' }] },
		]);
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
