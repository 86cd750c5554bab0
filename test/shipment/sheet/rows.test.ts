import { corrections, payloads, remarks, reading, type Row } from '../../helpers/sheet';

const row = (cells: Row): Row => ({ 'Shipment Reference': 'S', 'B/L Number': 'B', ...cells });

describe('rows', () => {
	it('become shipments, bills of lading, containers, goods and parties by their keys', () => {
		const rows = [
			row({ Shipper: 'A', Container: 'CSQU3054383', Cargo: 'Tea', 'Notify Party': 'N1' }),
			row({ Container: 'MSCU6639870', Cargo: 'Rice', 'Notify Party': 'N2' }),
			row({ 'B/L Number': 'B2', Container: 'EXAU1000003' }),
			row({ 'Shipment Reference': 'S2' }),
		];
		expect(payloads(rows)).toMatchObject([
			{
				shipmentReference: 'S',
				sets: [
					{
						...{ blNumber: 'B', shipper: { name: 'A' }, numberOfContainers: 2 },
						...{ containers: [{}, {}], cargos: [{ cargoName: 'Tea' }, { cargoName: 'Rice' }] },
						notifyParties: [{ name: 'N1' }, { name: 'N2' }],
					},
					{ blNumber: 'B2' },
				],
			},
			{ shipmentReference: 'S2' },
		]);
	});

	it.each([
		['FWD-1', 'fwd-1'],
		['FWD 1', 'FWD1'],
		['ＦＷＤ1', 'FWD1'],
	])('have one key if it differs only in its writing, which stops: %s, %s', (one, other) => {
		const rows = [row({ 'Shipment Reference': one }), row({ 'Shipment Reference': other })];
		expect(corrections(rows)).toEqual([expect.stringContaining(`"${other}". Contradicts Row 1, which has "${one}".`)]);
	});

	it('agree about the same thing, or are empty', () => {
		expect(payloads([row({ POL: 'Santos' }), row({ POL: '' }), row({ POL: 'Santos ' })])).toHaveLength(1);
	});

	it('have the same goods if name, description and marks agree or are empty; a description serves as a name', () => {
		const goods = (Cargo: string, Description: string, Marks = '') => row({ Cargo, Description, Marks });
		const rows = [
			goods('Tea', 'green', 'M1'),
			goods('Tea', ''),
			goods('Tea', 'black'),
			goods('', 'Pegs'),
			goods('Tea', 'green', 'M2'),
		];
		expect(payloads(rows)[0]?.sets?.[0]?.cargos).toEqual([
			{ cargoName: 'Tea', cargoDescription: 'green', marksAndNumbers: 'M1' },
			{ cargoName: 'Tea', cargoDescription: 'black' },
			{ cargoDescription: 'Pegs' },
			{ cargoName: 'Tea', cargoDescription: 'green', marksAndNumbers: 'M2' },
		]);
	});

	it('without a key belong to the only entry, or stop', () => {
		const one = [row({ Container: 'CSQU3054383' }), row({ Container: '', Seal: 'S1' })];
		expect(payloads(one)[0]?.sets?.[0]?.containers).toMatchObject([{ sealNumber: 'S1' }]);
		const two = [...one.slice(0, 1), row({ Container: 'MSCU6639870' }), row({ Seal: 'S1' })];
		expect(corrections(two)).toEqual([
			'Row 3: It is unclear which container this row belongs to. Fill in Container Number.',
		]);
		expect(corrections([row({ Seal: 'S1' }), row({ Seal: 'S2' })])).toHaveLength(2);
	});

	it('of which no figure and no date can be read stop as a row: a second header, units, a remark', () => {
		const units = row({ 'Gross Weight': 'in kg', Volume: 'cubic', 'B/L Date': 'day' });
		expect(corrections([row({ 'Gross Weight': 5, Volume: 6 }), units])).toEqual([
			'Row 2: No figure or date in it can be read. Remove the row, if it is a second header or a remark.',
		]);
	});

	it('that are empty, or have only an import reference, are skipped', () => {
		expect(payloads([row({}), { 'Shipment Reference': ' ', 'Import Reference': 'R' }])).toHaveLength(1);
	});

	it('name the parties of numbered columns', () => {
		const two = [row({ 'Notify Party 1 Name': 'A' }), row({ 'Notify Party 1 Name': 'B' })];
		expect(corrections(two)[0]).toContain('Differs from an earlier row of the same bill of lading');
	});

	it('lack a figure or type that others of the bill have: merged cells are empty', () => {
		const rows = [
			row({ Container: 'CSQU3054383', Type: '22G1', 'Gross Weight (kg)': 5 }),
			row({ Container: 'MSCU6639870' }),
		];
		expect(remarks(rows)).toEqual([
			expect.stringContaining('Container Type is missing. Others of this bill of lading have it.'),
			expect.stringContaining('Gross Weight is missing. Others of this bill of lading have it.'),
		]);
	});

	it('of two shipments do not share a bill of lading, a container or a seal, even one of several', () => {
		const rows = [
			row({ Container: 'CSQU3054383', 'Seal 1': 'S1', 'Seal 2': 'S2' }),
			row({ 'Shipment Reference': 'S2', Container: 'CSQU3054383', 'Seal 1': 'S1' }),
			row({ 'Shipment Reference': 'S3', 'B/L Number': 'B3', Container: 'MSCU6639870', 'Seal 1': 'S3', 'Seal 2': 'S2' }),
		];
		expect(reading(rows).issues.map(({ source, value, advice }) => `${source}, ${value}: ${advice}`)).toEqual([
			expect.stringMatching(/^Row 3 .*, B\/L Number, B: /),
			expect.stringMatching(/^Row 3 .*, Container, CSQU3054383: /),
			expect.stringMatching(/^Row 4 .*, Seal 1, Seal 2, S3, S2: S2 is also in Shipment S. Correct one of the two.$/),
		]);
	});

	it('let a placeholder pass as an empty cell if Accept Values has it, or its column with the rule', () => {
		const rows = [row({ Seal: '-', POL: 'NULL' })];
		expect(payloads(rows, { acceptValues: '-, null' })).toEqual([
			{ shipmentReference: 'S', sets: [{ blNumber: 'B' }] },
		]);
		expect(corrections(rows, { acceptValues: 'Seal: placeholder' })).toEqual([expect.stringContaining('POL: "NULL"')]);
	});

	it('have their dates in one order: the day first, or the month', () => {
		const dates = (...texts: (string | number)[]) =>
			corrections(texts.map((text, index) => row({ 'B/L Number': `B${index}`, 'B/L Date': text })));
		expect(dates('20/11/2026', '11/21/2026', '2026-11-22')).toEqual([
			'Column B/L Date: Has dates with the day first, such as "20/11/2026", and with the month first, such as "11/21/2026". Write all of them as YYYY-MM-DD.',
		]);
		// An Excel that expects the month first has made 11 May of 5 November.
		expect(dates(46153, '20/11/2026')).toEqual([
			'Column B/L Date: Has date cells beside texts such as "20/11/2026": the spreadsheet program may have exchanged day and month in the date cells. Write all of them as YYYY-MM-DD.',
		]);
		expect(dates('20/11/2026', '21-11-2026', '2026-11-22', '11/11/2026', '23.11.2026')).toEqual([]);
	});
});
