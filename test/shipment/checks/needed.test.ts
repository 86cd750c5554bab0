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

	it.each([
		[{}, ['shipmentReference: Shipment Reference is missing', 'sets: Bill of Lading is missing']],
		[without({ shipper: {} }), ['sets[0].shipper: Shipper is missing']],
		[without({ consignee: undefined }), ['sets[0].consignee: Consignee is missing']],
		[without({ loadingLocation: ' ' }), ['sets[0].loadingLocation: Port of Loading is missing']],
		[without({ destination: '' }), ['sets[0].destination: Port of Discharge is missing']],
		[without({ cargos: [] }), ['sets[0].cargos: Description of Goods is missing']],
		[
			without({ containers: [{ sealNumber: 'S1' }] }),
			['sets[0].containers[0].containerNumber: Container Number is missing'],
		],
		[without({ notifyParties: [{ address: 'A' }] }), ['sets[0].notifyParties[0].name: Notify Party Name is missing']],
		[
			without({ containers: [{ containerNumber: 'CSQU3054383', containerQuantity: { quantityGross: 5 } }] }),
			['sets[0].containers[0].containerQuantity.quantityGross: Has no unit'],
		],
		[
			without({ freightCharges: { charges: [{ amount: { value: 5 } }] } }),
			[
				'sets[0].freightCharges.charges[0].code: Charge Code is missing',
				'sets[0].freightCharges.charges[0].amount.value: Has no currency',
			],
		],
	])('is missed: %j', (payload, issues) => {
		expect(missing(payload)).toEqual(issues);
	});
});
