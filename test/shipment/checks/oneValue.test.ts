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
