import { corrections, payloads, remarks, type Row } from '../../helpers/sheet';

const row = { 'Shipment Reference': 'S', 'B/L Number': 'B' };
const parties = {
	Shipper: 'Alta Mira',
	'Shipper Address': 'Rua 1',
	Consignee: 'Nordhavn',
	'Consignee Address': 'Quay 2',
};

function setOf(cells: Row) {
	return payloads([{ ...row, ...cells }])[0]?.sets?.[0];
}

describe('a mark for the value above', () => {
	it.each(['"', '-"-', '〃', "''", '“', 'dto.', 'Ditto', '-do-', 'do.', 'idem', 'same', 'Same as above', 'AS ABOVE'])(
		'is never imported as a name, a port or a text: %s',
		(mark) => {
			for (const header of ['Consignee', 'Notify Party', 'POL', 'Marks', 'Shipper Address', 'Voyage'])
				expect(corrections([{ ...row, ...(header === 'Consignee' ? {} : parties), [header]: mark }])).toEqual([
					`Row 1, ${header}: "${mark}". Refers to the value above it. Enter the value itself.`,
				]);
		},
	);

	it('is one correction, and does not contradict the value above', () => {
		const rows = [
			{ ...row, ...parties },
			{ ...row, Shipper: 'ditto' },
		];
		expect(corrections(rows)).toEqual([
			'Row 2, Shipper: "ditto". Refers to the value above it. Enter the value itself.',
		]);
	});

	it.each(['Do', 'Idemitsu Kosan', "40'", 'Same Day Logistics', '"Alta Mira" Ltd', 'Dto Freight'])(
		'is not seen in a value that begins so: %s',
		(name) => {
			expect(setOf({ ...parties, Consignee: name })?.consignee?.name).toBe(name);
		},
	);
});

describe('the same as another party', () => {
	it.each([
		['SAME AS CONSIGNEE', 'Nordhavn', 'Quay 2'],
		['CONSIGNEE', 'Nordhavn', 'Quay 2'],
		['the cnee.', 'Nordhavn', 'Quay 2'],
		['Same as the shipper', 'Alta Mira', 'Rua 1'],
		['as per cnee', 'Nordhavn', 'Quay 2'],
	])('is that party, as a notify party: %s', (written, name, address) => {
		const cells = { ...row, ...parties, 'Notify Party': written };
		expect(payloads([cells])[0]?.sets?.[0]?.notifyParties).toEqual([{ name, address }]);
		expect(remarks([cells])).toEqual([`Row 1, Notify Party: "${written}". Sent as ${name}.`]);
	});

	it('is named with one full stop', () => {
		const cells = { ...row, ...parties, Consignee: 'Luz del Perú S.A.', 'Notify Party': 'Same as consignee' };
		expect(remarks([cells])).toEqual([expect.stringMatching(/Sent as Luz del Perú S\.A\.$/)]);
	});

	it('is that party in every place of a party, through others too', () => {
		const notified = { 'Notify Party 1 Name': 'Harbour Notify', 'Notify Party 1 Address': 'Pier 3' };
		const [harbour, address] = ['Harbour Notify', 'Pier 3'];
		expect(setOf({ ...parties, Shipper: 'Same as consignee', 'Shipper Address': '' })?.shipper).toEqual({
			name: 'Nordhavn',
			address: 'Quay 2',
		});
		expect(setOf({ ...notified, Consignee: 'Same as notify party' })?.consignee).toEqual({ name: harbour, address });
		expect(setOf({ ...notified, Consignee: 'same as notify', 'Notify Party 2 Name': 'same as cnee' })).toMatchObject({
			consignee: { name: harbour, address },
			notifyParties: [{ name: harbour }, { name: harbour, address }],
		});
		expect(setOf({ Forwarder: 'Quayside', Shipper: 'Same as forwarder' })?.shipper).toEqual({ name: 'Quayside' });
	});

	it('is the address of that party in an address', () => {
		const cells = { ...parties, 'Notify Party': 'Nordhavn DK', 'Notify Party Address': 'same as consignee' };
		expect(setOf(cells)?.notifyParties).toEqual([{ name: 'Nordhavn DK', address: 'Quay 2' }]);
		const both = { ...parties, 'Notify Party': 'same as consignee', 'Notify Party Address': 'same as consignee' };
		expect(setOf(both)?.notifyParties).toEqual([{ name: 'Nordhavn', address: 'Quay 2' }]);
	});

	it('stops if that party is missing, is itself, or has no name because the bill is to order', () => {
		const stop = (cells: Row) => corrections([{ ...row, ...cells }]);
		expect(stop({ Consignee: 'Same as shipper' })).toEqual([
			'Row 1, Consignee: "Same as shipper". It is unclear who this is, because the shipper is missing. Write the name.',
		]);
		expect(stop({ Consignee: 'same as notify', 'Notify Party': 'same as consignee' })).toEqual([
			expect.stringContaining('It is unclear who this is, because the notify party refers to another one.'),
			expect.stringContaining('It is unclear who this is, because the consignee refers to another one.'),
		]);
		expect(stop({ Consignee: 'TO ORDER', 'Notify Party': 'Same as consignee' })).toEqual([
			'Row 1, Notify Party: "Same as consignee". It is unclear who this is, because the bill of lading is to order. Write the name.',
		]);
	});
});

describe('the same as another party and more', () => {
	it.each([
		'SAME AS CONSIGNEE AND ALSO HARBOUR LTD',
		'Same as consignee / Harbour Ltd, Tel 123',
		'1) SAME AS CONSIGNEE 2) HARBOUR LTD',
	])('stops, because something would be lost: %s', (written) => {
		const advice = 'Names a party and more. Write each name and each address in its own column.';
		for (const header of ['Notify Party', 'Shipper Address'])
			expect(corrections([{ ...row, ...parties, [header]: written }])).toEqual([
				`Row 1, ${header}: "${written}". ${advice}`,
			]);
	});
});

describe('a consignee to order', () => {
	it.each([
		['TO ORDER', { prefix: 'TO ORDER' }],
		['To the order of Harbour Bank', { prefix: 'To the order of', name: 'Harbour Bank' }],
		['TO ORDER OF: HARBOUR BANK\nCOPENHAGEN', { prefix: 'TO ORDER OF', name: 'HARBOUR BANK\nCOPENHAGEN' }],
		['UNTO THE ORDER OF NORDBANK', { prefix: 'UNTO THE ORDER OF', name: 'NORDBANK' }],
		['Consigned to order of Nordbank', { prefix: 'Consigned to order of', name: 'Nordbank' }],
		['Order of Nordbank', { prefix: 'Order of', name: 'Nordbank' }],
		['"TO ORDER"', { prefix: 'TO ORDER' }],
		['To order of shipper', { prefix: 'To order of shipper' }],
		['Order Logistics', { name: 'Order Logistics' }],
	])('has these words as its prefix: %s', (Consignee, consignee) => {
		expect(setOf({ ...parties, 'Consignee Address': '', Consignee })?.consignee).toEqual(consignee);
	});

	it('is noted', () => {
		expect(remarks([{ ...row, Consignee: 'To the order of Harbour Bank' }])).toContain(
			'Row 1, Consignee: "To the order of Harbour Bank". Sent as the prefix "To the order of" and the name "Harbour Bank".',
		);
		expect(remarks([{ ...row, Consignee: 'TO ORDER' }])).toContain(
			'Row 1, Consignee: "TO ORDER". Sent as the prefix "TO ORDER", without a name.',
		);
	});

	it('needs its name behind "of"', () => {
		expect(corrections([{ ...row, Consignee: 'TO THE ORDER OF' }])).toEqual([
			'Row 1, Consignee: "TO THE ORDER OF". The name after these words is missing. Add it, or write TO ORDER.',
		]);
	});

	it('has the words of its prefix once', () => {
		const cells = { 'Consignee Prefix': 'TO ORDER OF', Consignee: 'To order of: Nordbank' };
		expect(setOf(cells)?.consignee).toEqual({ prefix: 'To order of', name: 'Nordbank' });
	});

	it('stays as it is if the sheet has the prefix in its own column', () => {
		expect(setOf({ 'Consignee Prefix': 'TO THE ORDER OF', Consignee: 'Harbour Bank' })?.consignee).toEqual({
			prefix: 'TO THE ORDER OF',
			name: 'Harbour Bank',
		});
	});
});

describe('a cell with several lines', () => {
	it('is a warning in a name, because the address may be among them', () => {
		const Shipper = 'Alta Mira\nRua 1\nSantos';
		expect(setOf({ Shipper })?.shipper).toEqual({ name: Shipper });
		expect(remarks([{ ...row, Shipper }])).toEqual([
			`Row 1, Shipper: "${Shipper}". Has several lines, which are sent as one name. Put the address into Shipper Address.`,
		]);
	});

	it('is no reference or code, unless it has seals', () => {
		expect(corrections([{ ...row, 'B/L Number': 'B-1\nB-2', 'Seal No': 'S-1\nS-2', Voyage: '402E\n' }])).toEqual([
			'Row 1, B/L Number: "B-1\nB-2". Has several lines. Enter one value.',
		]);
	});
});
