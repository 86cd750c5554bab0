import { withPartyIds } from '../../../../nodes/CargoExchange/operations/shipment/dcsa/parties';

const counterparties = [
	{ customerId: 'id-1', customerName: 'Example Trading Ltd' },
	{ customerId: 'id-2', customerName: 'Example Bank' },
	{ customerId: 'id-3', customerName: 'EXAMPLE BANK' },
];

describe('withPartyIds', () => {
	it('fills the id of the one counterparty that has the name, whatever its case and spacing', () => {
		const { payload, notes } = withPartyIds(
			{ sets: [{ shipper: { name: ' EXAMPLE  Trading ltd ' } }] },
			counterparties,
		);
		expect(payload).toEqual({ sets: [{ shipper: { name: ' EXAMPLE  Trading ltd ', id: 'id-1' } }] });
		expect(notes).toEqual([]);
	});

	it('leaves a party alone whose name nobody or more than one has, and says so', () => {
		const sets = [{ shipper: { name: 'Example Trading' }, consignee: { name: 'Example Bank' } }, {}];
		const { payload, notes } = withPartyIds({ sets }, counterparties);
		expect(payload).toEqual({ sets });
		expect(notes.map(({ path, advice }) => [path, advice])).toEqual([
			['sets[0].shipper.id', 'No counterparty has this name; the id is left out.'],
			['sets[0].consignee.id', 'Several counterparties have this name; the id is left out.'],
		]);
	});

	it('keeps an id that is there', () => {
		const given = { sets: [{ shipper: { name: 'Example Trading Ltd', id: 'own' } }] };
		expect(withPartyIds(given, counterparties)).toEqual({ payload: given, notes: [] });
		expect(withPartyIds({}, counterparties)).toEqual({ payload: {}, notes: [] });
	});
});
