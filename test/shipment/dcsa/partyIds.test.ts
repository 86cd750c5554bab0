import { withPartyIds } from '../../../nodes/CargoExchange/shipment/dcsa/parties';

const counterparties = [
	{ customerId: 'id-1', customerName: 'Example Trading Ltd' },
	{ customerId: 'id-2', customerName: 'Example Bank' },
	{ customerId: 'id-3', customerName: 'EXAMPLE BANK' },
];

describe('withPartyIds', () => {
	it('fills in the ID of the counterparty with the same name, ignoring case and spaces', () => {
		const { payload, notes } = withPartyIds(
			{ sets: [{ shipper: { name: ' EXAMPLE  Trading ltd ' } }] },
			counterparties,
		);
		expect(payload).toEqual({ sets: [{ shipper: { name: ' EXAMPLE  Trading ltd ', id: 'id-1' } }] });
		expect(notes).toEqual([]);
	});

	it('leaves a party without ID if no counterparty or several have its name, and says so', () => {
		const sets = [{ shipper: { name: 'Example Trading' }, consignee: { name: 'Example Bank' } }, {}];
		const { payload, notes } = withPartyIds({ sets }, counterparties);
		expect(payload).toEqual({ sets });
		expect(notes.map(({ path, advice }) => [path, advice])).toEqual([
			['sets[0].shipper.id', 'No customer has this name, so the party is sent without an ID.'],
			['sets[0].consignee.id', 'Several customers have this name, so the party is sent without an ID.'],
		]);
	});

	it('keeps an existing ID', () => {
		const given = { sets: [{ shipper: { name: 'Example Trading Ltd', id: 'own' } }] };
		expect(withPartyIds(given, counterparties)).toEqual({ payload: given, notes: [] });
		expect(withPartyIds({}, counterparties)).toEqual({ payload: {}, notes: [] });
	});
});
