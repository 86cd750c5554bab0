import { summaryOf } from '../../nodes/CargoExchange/shipment/summary';

it('a shipment is summed up in plain lines', () => {
	const quantity = (quantityGross: number) => ({ containerQuantity: { quantityGross, crossRefId: 'KGM' } });
	const set = {
		...{ blNumber: 'BL-1', blDate: '2026-05-12', loadingLocation: 'Santos', destination: 'Copenhagen' },
		shipper: { name: 'Alta Mira Coffee' },
		consignee: { prefix: 'TO THE ORDER OF', name: 'Harbour Bank' },
		notifyParties: [{ name: 'Nordhavn Trading' }],
		cargos: [{ cargoName: 'Green coffee' }],
		containers: [
			{ containerNumber: 'CSQU3054383', containerType: '22G1', sealNumber: 'S-1', ...quantity(19400.5) },
			{ containerNumber: 'MSCU6639870', ...quantity(18190.1) },
		],
		freightCharges: {
			charges: [
				{ code: 'BAS', amount: { value: 1200, currency: 'USD' }, prepaidType: 'PREPAID' },
				{ tariffItem: 'Documents', amount: { value: 50, currency: 'EUR' } },
			],
		},
	};
	expect(summaryOf({ shipmentReference: 'SHP-1', voyageReference: '402E', sets: [set] }).split('\n')).toEqual([
		'Shipment SHP-1, voyage 402E',
		'Bill of lading BL-1, 2026-05-12',
		'Shipper: Alta Mira Coffee',
		'Consignee: TO THE ORDER OF Harbour Bank',
		'Notify: Nordhavn Trading',
		'Route: Santos – Copenhagen',
		'Goods: Green coffee',
		'2 containers: CSQU3054383 22G1 seal S-1, MSCU6639870',
		'Gross weight: 37590.6 KGM (kg)',
		'Charges: BAS 1200 USD prepaid, Documents 50 EUR',
		'Sum of the charges: 1200 USD, 50 EUR',
	]);
});

it('the weight of goods in containers counts once, that of other goods too', () => {
	const weight = { quantityGross: 100, crossRefId: 'KGM' };
	const cargos = [{ cargoName: 'Tea', packaging: [{ weight }] }];
	const inContainer = { cargos, containers: [{ containerNumber: 'EXAU1000003', containerQuantity: weight }] };
	for (const set of [inContainer, { cargos, containers: [{ containerNumber: 'EXAU1000003' }] }, { cargos }])
		expect(summaryOf({ sets: [set] }).split('\n')).toContain('Gross weight: 100 KGM (kg)');
});
