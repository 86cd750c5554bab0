import { check } from '../../helpers/checks';

const whole = {
	shipmentReference: 'S',
	sets: [
		{
			shipper: { name: 'Alta Mira Coffee' },
			consignee: { prefix: 'TO ORDER' },
			loadingLocation: 'Santos',
			destination: 'Copenhagen',
			cargos: [{ cargoDescription: 'Green coffee' }],
		},
	],
};
const without = (set: object) => ({ ...whole, sets: [{ ...whole.sets[0], ...set }] });

function missing(payload: object): string[] {
	return check(payload, '2025-04-10').flatMap(({ rule, path, advice }) =>
		['missing', 'no unit'].includes(rule) ? [`${path}: ${advice.split('.')[0]}`] : [],
	);
}

describe('what a bill of lading cannot be without', () => {
	it('is there: the IMO number, and the number of the bill, are not needed', () => {
		expect(missing(whole)).toEqual([]);
		const inland = { shipper: { id: 'x' }, loadingLocation: undefined, placeOfReceipt: 'Utrecht' };
		expect(missing(without(inland))).toEqual([]);
	});

	it('is a shipment reference and a bill of lading', () => {
		expect(missing({})).toEqual([
			'shipmentReference: Shipment Reference is missing',
			'sets: Bill of Lading is missing',
		]);
	});

	it.each([
		[{ shipper: {} }, ['shipper: Shipper is missing']],
		[{ consignee: undefined }, ['consignee: Consignee is missing']],
		[{ loadingLocation: ' ' }, ['loadingLocation: Port of Loading is missing']],
		[{ destination: '' }, ['destination: Port of Discharge is missing']],
		[{ cargos: [] }, ['cargos: Cargo Name or Description is missing']],
		[{ containers: [{ sealNumber: 'S1' }] }, ['containers[0].containerNumber: Container Number is missing']],
		[{ notifyParties: [{ address: 'A' }] }, ['notifyParties[0].name: Notify Party Name is missing']],
		[
			{ containers: [{ containerNumber: 'CSQU3054383', containerQuantity: { quantityGross: 5 } }] },
			['containers[0].containerQuantity.quantityGross: Has no unit'],
		],
		[
			{ freightCharges: { charges: [{ amount: { value: 5 } }] } },
			[
				'freightCharges.charges[0].code: Charge Code is missing',
				'freightCharges.charges[0].amount.value: Has no currency',
			],
		],
	])('is missed: %j', (set, issues) => {
		expect(missing(without(set))).toEqual(issues.map((issue) => `sets[0].${issue}`));
	});
});
