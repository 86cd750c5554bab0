import { corrections, payloads, reading, remarks, type Row } from '../../helpers/sheet';

describe('B/L numbers that look alike', () => {
	const row = (bill: string, reference = 'S') => ({ 'Shipment Reference': reference, 'B/L Number': bill });

	it.each([
		['0012345', '12345'],
		['MEDU-9914', 'MEDU9914'],
		['MEDU9913', 'medu-9913'],
		['MEDU0O14', 'MEDU0014'],
	])('are a warning in one shipment: %s, %s', (one, other) => {
		expect(remarks([row(one), row(other)])).toEqual([
			`Row 2, B/L Number: "${other}". Looks like ${one} in Row 1. If both mean the same bill of lading, write them in the same way.`,
		]);
	});

	it('are a note in two shipments, but a warning if these share a container', () => {
		const severities = (rows: Row[]) =>
			reading(rows).shipments.flatMap(({ issues }) => issues.map(({ issue: { severity } }) => severity));
		expect(severities([row('0012345', 'S-1'), row('12345', 'S-2')])).toEqual(['note']);
		const container = { Container: 'EXAU2000076' };
		expect(
			severities([
				{ ...row('0012345', 'S-1'), ...container },
				{ ...row('12345', 'S-2'), ...container },
			]),
		).toEqual(['warning']);
		expect(remarks([row('BL-1'), row('BL-2', 'S-1')])).toEqual([]);
		expect(remarks([row('TBA'), row('T.B.A.')])).toEqual([]);
	});

	it('come before what their bill of lading lacks', () => {
		const { issues } = reading([row('00123'), { ...row('123'), 'B/L Date': '2026-10-30' }]).shipments[0]!;
		const inOrder = [...issues].sort((a, b) => a.row - b.row || a.column - b.column);
		expect(inOrder.map(({ issue: { rule } }) => rule)).toEqual(['similarReference', 'missing']);
	});
});

describe('notify parties of one bill of lading on several rows', () => {
	const bill = { 'Shipment Reference': 'S', 'B/L Number': 'B' };
	const rows = (header: string, ...names: string[]) => names.map((name) => ({ ...bill, [header]: name }));

	it.each(['Harbour Notify Ltd.', 'Harbour, Notify Ltd', 'Harbuor Notify Ltd'])(
		'are a warning if their names are similar: %s',
		(name) => {
			expect(remarks(rows('Notify Party', 'Harbour Notify Ltd', name))).toEqual([
				`Row 2, Notify Party: "${name}". Looks like "Harbour Notify Ltd" in Row 1, and both are sent as notify parties. If they are one, write the name in the same way.`,
			]);
			const numbered = { ...bill, 'Notify Party 1': 'Harbour Notify Ltd', 'Notify Party 2': name };
			expect(remarks([numbered])).toEqual([expect.stringContaining('Looks like "Harbour Notify Ltd" in Row 1')]);
		},
	);

	it('contradict each other if their column has a number', () => {
		for (const name of ['Harbour Notify Ltd.', 'Sunda Trading'])
			expect(corrections(rows('Notify Party 1 Name', 'Harbour Notify Ltd', name))).toEqual([
				`Row 2, Notify Party 1 Name: "${name}". Contradicts Row 1, which has "Harbour Notify Ltd". Rows of the same shipment, bill of lading, container or cargo must agree: correct one of them, or leave it empty. If this is another Notify Party, give it a column with another number.`,
			]);
		const swapped = { 'Notify Party 1': 'A', 'Notify Party 2': 'B' };
		expect(
			corrections([
				{ ...bill, ...swapped },
				{ ...bill, ...swapped },
			]),
		).toEqual([]);
	});

	it('are several, with a note, if their names differ', () => {
		const several = rows('Notify Party', 'Harbour Notify Ltd', 'Sunda Trading', 'Harbour Notify Ltd');
		expect(payloads(several)[0]!.sets?.[0]?.notifyParties).toHaveLength(2);
		expect(remarks(several)).toEqual([
			'Row 1, Row 2: "Harbour Notify Ltd, Sunda Trading". Are sent as 2 notify parties of one bill of lading.',
		]);
		expect(remarks([{ ...bill, 'Notify Party 1': 'A', 'Notify Party 2': 'B' }])).toEqual([]);
	});
});
