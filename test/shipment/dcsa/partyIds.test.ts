import { withPartyIds } from '../../../nodes/CargoExchange/shipment/dcsa/parties';

const counterparties = [
	{ customerId: 'id-1', customerName: 'Example Trading Ltd' },
	{ customerId: 'id-2', customerName: 'Example Bank' },
	{ customerId: 'id-3', customerName: 'EXAMPLE BANK' },
];

it.each([
	['the only one of its name, whatever its case and blanks', { name: ' EXAMPLE  Trading ltd ' }, 'id-1', []],
	['none of another name', { name: 'Example Trading' }, undefined, ['No customer has this name']],
	['none of several', { name: 'Example Bank' }, undefined, ['Several customers have this name']],
	['its own, if it has one', { name: 'Example Trading Ltd', id: 'own' }, 'own', []],
])('a party gets the ID of a counterparty: %s', (_, consignee, id, reasons) => {
	const { payload, notes } = withPartyIds({ sets: [{ consignee }, {}] }, counterparties);
	expect(payload).toEqual({ sets: [{ consignee: { ...consignee, id } }, {}] });
	expect(notes.map(({ path, advice }) => `${path}: ${advice}`)).toEqual(
		reasons.map((reason) => `sets[0].consignee.id: ${reason}, so the party is sent without an ID.`),
	);
});
