import { check } from '../../../nodes/CargoExchange/shipment/checks/validate';
import { shipmentNamed } from '../../helpers/shipment';

const today = new Date().toISOString().slice(0, 10);

function missingFrom(payload: object): string[] {
	return check(payload, today)
		.filter(({ rule }) => rule === 'missing')
		.map(({ path, severity }) => `${path} ${severity}`);
}

/** The shipment with other values in its set. */
function withSet(values: object): object {
	const shipment = shipmentNamed('COMPLETE-1');
	Object.assign([shipment['sets']].flat()[0] ?? {}, values);
	return shipment;
}

describe('the values that every bill of lading needs', () => {
	it('are not missing from a complete shipment', () => {
		expect(missingFrom(shipmentNamed('COMPLETE-1'))).toEqual([]);
	});

	it('are warned of one by one if they are missing', () => {
		expect(missingFrom({ sets: [{ blNumber: 'B1' }] })).toEqual([
			'shipmentReference warning',
			'sets[0].shipper warning',
			'sets[0].consignee warning',
			'sets[0].loadingLocation warning',
			'sets[0].destination warning',
			'sets[0].cargos warning',
		]);
		expect(missingFrom({ shipmentReference: 'S1', sets: [] })).toEqual(['sets warning']);
	});

	it.each([
		['a shipper by its ID', { shipper: { id: '2b0c6f4e-6d0b-4a55-9d70-0d5b6f5f1a01' } }],
		['a consignee "to order"', { consignee: { prefix: 'TO ORDER' } }],
		['a place of receipt for a port of loading', { loadingLocation: '', placeOfReceipt: 'Utrecht' }],
		['a place of delivery for a destination', { destination: '', placeOfDelivery: '大阪' }],
		['the name of the cargo for its description', { cargos: [{}, { cargoName: 'Cotton Shirts' }] }],
	])('may be %s', (_, values) => {
		expect(missingFrom(withSet(values))).toEqual([]);
	});

	it('include the name of a notify party', () => {
		const notifyParties = [{ name: 'Harbour Notify' }, { address: 'Quay 1' }, { name: ' ', code: 'HN' }, {}];
		expect(missingFrom(withSet({ notifyParties }))).toEqual([
			'sets[0].notifyParties[1].name warning',
			'sets[0].notifyParties[2].name warning',
		]);
	});

	it('are missing if they are blank, and named if they are only a placeholder', () => {
		expect(missingFrom(withSet({ shipper: { name: ' ' } }))).toEqual(['sets[0].shipper warning']);
		for (const name of ['n/a', 'TBA', '-'])
			expect(check(withSet({ shipper: { name } }), today)).toMatchObject([
				{ path: 'sets[0].shipper.name', rule: 'standIn', severity: 'warning' },
			]);
	});

	it.each(['n/a', 'TBA', '--', ' '])('a seal %j is warned of', (sealNumber) => {
		const issues = check(withSet({ containers: [{ sealNumber }] }), today);
		expect(issues).toMatchObject([{ path: 'sets[0].containers[0].sealNumber', rule: 'emptySeal' }]);
	});
});
