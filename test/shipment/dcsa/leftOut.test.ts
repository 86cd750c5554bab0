import { payloadFromTransportDocument } from '../../../nodes/CargoExchange/shipment/dcsa/transportDocument';

function read(document: object) {
	const { payload, notes } = payloadFromTransportDocument({ transportDocumentReference: 'EXBL1', ...document });
	const { sets: [set] = [], ...shipment } = payload;
	return { shipment, set, reasons: Object.fromEntries(notes.map(({ path, advice }) => [path, advice])) };
}

const newYork = { locationName: 'New York', UNLocationCode: 'USNYC' };
const nowhere = { city: { city: 'Nowhere', countryCode: 'XX' } };
const noField = /^Not imported. The import has no field for it.$/;

it.each<[string, object, string, RegExp]>([
	['placeOfReceipt', { facility: { facilityCode: 'ADT' } }, 'facility', /with either its name or its address/],
	['placeOfReceipt', { geoCoordinate: { latitude: '48.85' } }, 'geoCoordinate', /a single text for a place/],
	['portOfDischarge', newYork, 'UNLocationCode', /a single text for a place/],
	['portOfDischarge', nowhere, 'city.countryCode', /not an ISO 3166 country code/],
	['vesselVoyages[0]', { vesselName: 'Example One' }, 'vesselName', /by its IMO number, not by its name/],
	['vesselVoyages[0]', { vesselIMONumber: 'IMO9074729' }, 'vesselIMONumber', /seven digits/],
	['vesselVoyages[0]', { vesselIMONumber: '123' }, 'vesselIMONumber', /seven digits/],
	['vesselVoyages[0]', { vesselIMONumber: 9074729 }, 'vesselIMONumber', /seven digits/],
	['vesselVoyages[0]', { universalExportVoyageReference: '7W' }, 'universalExportVoyageReference', noField],
])('of the transport, lists in %s %j the field %s, with the reason', (place, value, field, reason) => {
	const transports = place === 'vesselVoyages[0]' ? { vesselVoyages: [value] } : { [place]: value };
	expect(read({ transports }).reasons[`transports.${place}.${field}`]).toMatch(reason);
});

it.each<[object, string, RegExp]>([
	[
		{ documentParties: { issuingParty: { identifyingCodes: [{ partyCode: 'A' }] } } },
		'identifyingCodes',
		/only a name/,
	],
	[{ documentParties: { issuingParty: { address: { city: 'Geneva' } } } }, 'address', /only a name/],
	[{ utilizedTransportEquipments: [{ cargoGrossWeight: { value: 5 } }] }, 'cargoGrossWeight', noField],
	[
		{ consignmentItems: Array(6).fill({ HSCodes: ['940360'] }) },
		'HSCodes',
		/^Not imported, here and in 5 more places. The/,
	],
	[{ placeOfIssue: { locationName: 'Kopenhagen', countryCode: 'DK' } }, 'countryCode', /a single text for a place/],
	[{ freightPaymentTermCode: 'PRE' }, 'freightPaymentTermCode', /a payment location/],
])('lists what has no field, not another reason: %j', (document, field, reason) => {
	const about = Object.entries(read(document).reasons).filter(([path]) => path.endsWith(field));
	expect(about).toEqual([[expect.any(String), expect.stringMatching(reason)]]);
});

it.each<[object, object]>([
	[{ placeOfReceipt: { facility: { facilityCode: 'ADT' } } }, {}],
	[{ placeOfReceipt: { geoCoordinate: { latitude: '48.85' } } }, {}],
	[
		{ placeOfDelivery: { address: { street: 'Broad Street', countryCode: 'CA' } } },
		{ placeOfDelivery: 'Broad Street, Canada' },
	],
	[
		{ portOfDischarge: newYork },
		{ destination: 'New York', destinationCountry: { unCountryCode: 'US', value: 'United States' } },
	],
	[{ portOfDischarge: nowhere }, { destination: 'Nowhere' }],
])('sends of %j what the import has a place for', (transports, sent) => {
	expect(read({ transports }).set).toEqual({ blNumber: 'EXBL1', ...sent });
});

it('has the IMO number of the ship, if the document has one as seven digits', () => {
	const vesselOf = (vesselIMONumber: unknown) =>
		read({ transports: { vesselVoyages: [{ vesselIMONumber }] } }).shipment.vessel;
	expect(['9074729', 'IMO9074729', '123', 9074729].map(vesselOf)).toEqual([
		{ imo: 9074729 },
		undefined,
		undefined,
		undefined,
	]);
});

describe('parties', () => {
	const consignee = {
		partyName: 'Buyer Inc',
		displayedAddress: ['1 Main Street'],
		identifyingCodes: [{ codeListProvider: 'GLEIF', codeListName: 'LEI', partyCode: 'LEI-1' }],
		isNotifyParty: true,
	};
	const notified = (notifyParties: object[]) =>
		read({ documentParties: { consignee, notifyParties } }).set!.notifyParties;
	const buyer = { name: 'Buyer Inc', code: 'LEI-1', address: '1 Main Street' };

	it('are notified once, even if the document names them twice', () => {
		expect(notified([{ partyName: 'Buyer Inc', displayedAddress: ['1 Main Street'] }])).toEqual([buyer]);
		expect(notified([consignee, { partyName: 'Broker' }, { partyName: 'Broker' }])).toEqual([
			buyer,
			{ name: 'Broker' },
		]);
	});

	it('are notified both if name or address differ', () => {
		const other = { partyName: 'Buyer Inc', displayedAddress: ['2 Main Street'] };
		expect(notified([other])).toEqual([buyer, { name: 'Buyer Inc', address: '2 Main Street' }]);
	});

	it('are listed one by one if the import has no place for them', () => {
		const other = [
			{ partyFunction: 'DDR', party: { partyName: 'Forwarder' } },
			{ partyFunction: 'COW', party: { partyName: 'Inspector' } },
		];
		const { shipment, reasons } = read({ documentParties: { other } });
		expect(shipment.freightForwarder).toEqual({ name: 'Forwarder' });
		expect(Object.keys(reasons)).toEqual(expect.arrayContaining(['documentParties.other[1].party']));
		expect(Object.keys(reasons)).not.toContain('documentParties.other[0].party');
	});
});

describe('goods and charges', () => {
	const packed = (unit: string, value: number) => ({
		cargoGrossWeight: { value, unit },
		outerPackaging: { numberOfPackages: 1, description: 'Drums' },
	});

	it('have no weight of packages that is in two units', () => {
		const { set } = read({ consignmentItems: [{ cargoItems: [packed('KGM', 10), packed('LBR', 20)] }] });
		expect(set!.cargos).toEqual([
			{
				quantities: [
					{ quantityGross: 10, crossRefId: 'KGM' },
					{ quantityGross: 20, crossRefId: 'LBR' },
				],
				packaging: [{ numberOfPackingItems: 2, packingUnit: 'Drums' }],
			},
		]);
	});

	it.each([{ unit: 'KGM' }, { value: 5 }, 2400, { value: '2400', unit: 'KGM' }])(
		'send no unit without a number, and no number without a unit: %j',
		(cargoGrossWeight) => {
			const cargoItems = [{ equipmentReference: 'CSQU3054383', cargoGrossWeight }];
			const { set, reasons } = read({ consignmentItems: [{ cargoItems }] });
			expect(set).toMatchObject({ containers: [{ containerNumber: 'CSQU3054383' }] });
			expect(set!.containers![0]).not.toHaveProperty('containerQuantity');
			expect(reasons['consignmentItems[0].cargoItems[0].cargoGrossWeight']).toMatch(/needs a unit/);
		},
	);

	it('are in the same container however its number is written', () => {
		const equipmentReference = 'CSQU3054383';
		const cargoItems = ['csqu 305438-3', equipmentReference, 'exau 100000-3'].map((container) => ({
			equipmentReference: container,
			outerPackaging: { numberOfPackages: 1 },
		}));
		const utilizedTransportEquipments = [{ equipment: { equipmentReference } }];
		expect(read({ consignmentItems: [{ cargoItems }], utilizedTransportEquipments }).set).toMatchObject({
			numberOfContainers: 2,
			containers: [
				{ containerNumber: equipmentReference, totalNumberOfPackingItems: 2 },
				{ containerNumber: 'exau 100000-3', totalNumberOfPackingItems: 1 },
			],
		});
	});

	it('are not disturbed by a null beside them', () => {
		const consignmentItems = [null, { carrierBookingReference: 'BKG-1', descriptionOfGoods: ['Tea', null] }];
		const { shipment, set } = read({ consignmentItems, utilizedTransportEquipments: [null] });
		expect(shipment.shipmentReference).toBe('BKG-1');
		expect(set).toEqual({ blNumber: 'EXBL1', cargos: [{ cargoDescription: 'Tea' }] });
	});

	it('list no payment term that their charges have', () => {
		const charges = [{ chargeName: 'x', paymentTermCode: 'PRE' }];
		expect(read({ freightPaymentTermCode: 'PRE', charges }).reasons).not.toHaveProperty('freightPaymentTermCode');
	});
});

it('sends no sum of a figure that only some of the goods give, and names it', () => {
	const kilograms = (value: number) => ({ value, unit: 'KGM' });
	const item = { equipmentReference: 'CSQU3054383', cargoGrossWeight: kilograms(100) };
	const cargoItems = [
		{ ...item, cargoNetWeight: kilograms(90), outerPackaging: { numberOfPackages: 4 } },
		{ ...item, cargoGrossVolume: { value: 1, unit: 'MTQ' }, outerPackaging: { numberOfPackages: 6 } },
		{ ...item, equipmentReference: 'MSCU6639870' },
	];
	const { notes, payload } = payloadFromTransportDocument({ consignmentItems: [{ cargoItems }] });
	const incomplete = notes.filter(({ rule }) => rule === 'incompleteSum');
	expect(incomplete.map(({ path, value }) => `${path} ${value}`)).toEqual([
		...['sets[0].cargos cargoNetWeight', 'sets[0].containers cargoNetWeight'],
		...['sets[0].cargos cargoGrossVolume', 'sets[0].containers cargoGrossVolume'],
		'sets[0].cargos numberOfPackages',
	]);
	expect(incomplete[1]?.advice).toMatch(/^Not imported for 1 of the containers: not all of their cargo items have it/);
	expect(payload.sets).toMatchObject([{ cargos: [{ quantities: [{ quantityGross: 300, crossRefId: 'KGM' }] }] }]);
	expect(payload.sets?.[0]?.containers).toEqual([
		{
			...{ containerNumber: 'CSQU3054383', totalNumberOfPackingItems: 10 },
			containerQuantity: { quantityGross: 200, crossRefId: 'KGM' },
		},
		{ containerNumber: 'MSCU6639870', containerQuantity: { quantityGross: 100, crossRefId: 'KGM' } },
	]);
});
