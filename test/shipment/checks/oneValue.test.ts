import { issuesIn } from '../../helpers/checks';

const found = (set: object) =>
	issuesIn({ sets: [set] }, '2026-11-01').map(({ path, rule, severity }) => `${path} ${rule} ${severity}`);

it.each(['BL-1 / BL-2', 'BL-1\nBL-2', 'BL-1; BL-2', 'BL-1 & BL-2'])('several numbers are a warning: %s', (text) => {
	expect(found({ blNumber: text, containers: [{ sealNumber: text }] })).toEqual([
		'sets[0].blNumber severalNumbers warning',
		'sets[0].containers[0].sealNumber severalNumbers warning',
	]);
	expect(found({ blNumber: 'BL/1-2', containers: [{ sealNumber: 'SL 1/2, SL 3' }] })).toEqual([]);
	expect(found({ blNumber: 'BL-1, BL-2' })).toHaveLength(1);
});

it.each([
	'HLC1234567/HLC1234568',
	'SL100001 SL100002',
	'SL100001 and SL100002',
	'SL100001 - SL100002',
	'100001+100002',
])('two long numbers are several, whatever is between them: %s', (text) => {
	expect(found({ blNumber: text, containers: [{ sealNumber: text }] })).toEqual([
		'sets[0].blNumber severalNumbers warning',
		'sets[0].containers[0].sealNumber severalNumbers warning',
	]);
});

it.each(['HLCU/2026/001234', 'SO 1234 567890', 'ML-CN1234567', '100001-100002', 'SL 100001'])(
	'a number in parts is one: %s',
	(text) => {
		expect(found({ blNumber: text, containers: [{ sealNumber: text }] })).toEqual([]);
		expect(found({ containers: [{ sealNumber: 'SL100001, SL100002,SL100003' }] })).toEqual([]);
	},
);

it.each(['BD2/BD3', '(SL1)(SL2)', 'ML-DK12345/CUSTOMS 8891'])('two seals are joined in one number: %s', (seal) => {
	expect(found({ containers: [{ sealNumber: seal }] })).toEqual([
		'sets[0].containers[0].sealNumber severalNumbers warning',
	]);
	expect(found({ containers: [{ sealNumber: 'SL 1/2' }, { sealNumber: 'EU/12345' }] })).toEqual([]);
});

it.each([
	{ loadingLocation: '12' },
	{ carrier: { name: '4711' } },
	{ notifyParties: [{ name: '2.10' }] },
	{ cargos: [{ cargoName: '620520' }] },
	{ cargos: [{ cargoDescription: '12345' }] },
	{ containers: [{ packingUnit: '10' }] },
])('a name without letters is a warning: %j', (set) => {
	const warning = 'warning: Has no letters: it is probably the value of another column.';
	expect(issuesIn({ sets: [set] }, '2026-11-01').map(({ severity, advice }) => `${severity}: ${advice}`)).toEqual([
		warning,
	]);
});

it.each(['3M', '上海', 'Порт', 'Harbour 2'])('a name has letters of any script: %s', (name) => {
	expect(
		found({ shipper: { name, address: '12' }, loadingLocation: name, cargos: [{ marksAndNumbers: '1-400' }] }),
	).toEqual([]);
});

it.each(['10 CARTONS', '10CTNS', '1,200 x bags'])(
	'a number beside the kind of packages is a warning: %s',
	(packingUnit) => {
		expect(found({ containers: [{ packingUnit }], cargos: [{ packaging: [{ packingUnit }] }] })).toEqual([
			'sets[0].containers[0].packingUnit packingUnit warning',
			'sets[0].cargos[0].packaging[0].packingUnit packingUnit warning',
		]);
		for (const kind of ['25 kg bags', '25kgs BAGS', '4G', '1A1', 'CARTONS'])
			expect(found({ containers: [{ packingUnit: kind }] })).toEqual([]);
	},
);

it('a prefix of the consignee that is no order is a warning', () => {
	for (const prefix of ['Yes', 'x', 'Messrs'])
		expect(found({ consignee: { prefix, name: 'A' } })).toEqual(['sets[0].consignee.prefix prefix warning']);
	for (const prefix of ['TO ORDER', 'Unto the order of', 'TO BEARER', ''])
		expect(found({ consignee: { prefix, name: 'A' } })).toEqual([]);
});

it('a port of discharge that is the port of loading is a warning', () => {
	expect(found({ loadingLocation: 'Rotterdam', destination: 'ROTTERDAM ' })).toEqual([
		'sets[0].destination samePort warning',
	]);
	expect(found({ loadingLocation: 'Rotterdam', destination: 'Singapore' })).toEqual([]);
	expect(found({ loadingLocation: '', destination: '' })).toEqual([]);
});

it.each([
	...['To Order, Blank Endorsed', 'TO ORDER NORDBANK', 'TO ORDER / X', 'TO BEARER', 'TO THE HOLDER', "TO ORDER'S"],
	...['Nordhavn Trading, or order', 'Orders'],
])('an order that is not understood is a warning, as a notify party too: %s', (name) => {
	expect(found({ consignee: { name }, notifyParties: [{ name: 'TO ORDER' }, { name: 'Border Ltd' }] })).toEqual([
		'sets[0].consignee.name order warning',
		'sets[0].notifyParties[0].name order warning',
	]);
});

it.each(['M&uuml;ller', 'Alta &#38; Mira', 'Quay<br/>Town', 'Coffee\\nin bags', 'Line_x000D_'])(
	'escapes of programs are a warning: %s',
	(text) => {
		expect(found({ consignee: { address: text }, cargos: [{ cargoDescription: text }] })).toEqual([
			'sets[0].consignee.address escaped warning',
			'sets[0].cargos[0].cargoDescription escaped warning',
		]);
		expect(found({ shipper: { name: 'A&B Ltd; Co' }, cargos: [{ cargoDescription: '5 < 6 > 4, A&B' }] })).toEqual([]);
	},
);

it('a code of four letters as the name of the carrier is noted', () => {
	expect(found({ carrier: { name: 'MSCU' } })).toEqual(['sets[0].carrier.name scacAsName note']);
	expect(found({ carrier: { name: 'MSCU', scac: 'MSCU' } })).toEqual([]);
});
