import { nameParties } from '../../nodes/CargoExchange/shipment/parties';

/** The set after its parties were named, and what was said. */
function named(set: object) {
	const payload = { sets: [structuredClone(set)] };
	const said = nameParties(payload).map(({ severity, advice }) => `${severity}: ${advice}`);
	return { set: payload.sets[0], said };
}

describe('a consignee to order', () => {
	it.each([
		['TO ORDER', { prefix: 'TO ORDER' }],
		['To the order of Harbour Bank', { prefix: 'To the order of', name: 'Harbour Bank' }],
		['UNTO ORDER OF: Harbour Bank', { prefix: 'UNTO ORDER OF', name: 'Harbour Bank' }],
		['TO ORDER OF SHIPPER', { prefix: 'TO ORDER OF SHIPPER' }],
	])('has its prefix: %s', (name, consignee) => {
		expect(named({ consignee: { name } }).set).toEqual({ consignee });
	});

	it.each(['Mail Order House GmbH', 'Order', 'Border Foods'])('is not what only has these words: %s', (name) => {
		expect(named({ consignee: { name } })).toEqual({ set: { consignee: { name } }, said: [] });
	});

	it.each(['Order of Malta', 'ORDER OF HSBC BANK'])('is asked about without the word to: %s', (name) => {
		expect(named({ consignee: { name } })).toEqual({
			set: { consignee: { name } },
			said: [
				'stopsIfStrict: May be a name or an order, and is sent as a name. For an order, write TO ORDER OF and the name that follows.',
			],
		});
	});

	it('has its prefix without that word if a party of the shipment follows', () => {
		const set = named({ shipper: { name: 'Tea Ltd.' }, consignee: { name: 'Order of TEA LTD' } }).set;
		expect(set).toMatchObject({ consignee: { prefix: 'Order of', name: 'TEA LTD' } });
	});

	it('stops without the name of whose order it is', () => {
		expect(named({ consignee: { name: 'TO THE ORDER OF' } }).said[0]).toContain('stops: The name after these words');
	});
});

describe('a party that is the same as another', () => {
	const consignee = { name: 'Nordhavn Trading', address: 'Havnegade 9', code: 'N1', id: 'x' };

	it.each(['SAME AS CONSIGNEE', 'SAME  AS-CONSIGNEE', 'same as the cnee.', 'Consignee'])(
		'is that party: %s',
		(name) => {
			expect(named({ consignee, notifyParties: [{ name }] })).toMatchObject({
				set: { notifyParties: [{ name: 'Nordhavn Trading', address: 'Havnegade 9', code: 'N1' }] },
				said: ['note: Sent as Nordhavn Trading.'],
			});
		},
	);

	it('may have only its address, or refer to a party that refers to a third', () => {
		expect(named({ consignee, notifyParties: [{ name: 'A', address: 'same as consignee' }] }).set).toMatchObject({
			notifyParties: [{ name: 'A', address: 'Havnegade 9' }],
		});
		const chain = [{ name: 'same as notify party 2' }, { name: 'same as consignee' }];
		expect(named({ consignee, notifyParties: chain }).set).toMatchObject({
			notifyParties: [{ name: 'Nordhavn Trading' }, { name: 'Nordhavn Trading' }],
		});
	});

	it.each([
		[
			{ consignee: { name: 'TO ORDER' }, notifyParties: [{ name: 'Same as consignee' }] },
			'It is unclear who this is: in an order bill, nobody is the consignee. Write the name.',
		],
		[{ notifyParties: [{ name: 'Same as consignee' }] }, 'It is unclear who this is'],
		[
			{ consignee: { name: 'same as notify' }, notifyParties: [{ name: 'same as consignee' }] },
			'It is unclear who this is',
		],
		[{ consignee, notifyParties: [{ name: 'Same as consignee, attn. Ann' }] }, 'Names a party and more'],
		[{ consignee, notifyParties: [{ name: 'SAME  AS-CONSIGNEE, attn. Ann' }] }, 'Names a party and more'],
	])('stops if nobody can know who: %j', (set, advice) => {
		expect(named(set).said.some((line) => line.startsWith(`stops: ${advice}`))).toBe(true);
	});
});
