import { payloadFromTransportDocument } from '../../../nodes/CargoExchange/shipment/dcsa/transportDocument';

function read(document: object) {
	const { payload, notes } = payloadFromTransportDocument({ transportDocumentReference: 'EXBL1', ...document });
	const { sets: [set] = [], ...shipment } = payload;
	return { shipment, set, reasons: Object.fromEntries(notes.map(({ path, advice }) => [path, advice])) };
}

describe('places', () => {
	it.each([
		['a facility', { facility: { facilityCode: 'ADT', facilityCodeListProvider: 'BIC' } }, 'facility'],
		['coordinates', { geoCoordinate: { latitude: '48.85', longitude: '2.29' } }, 'geoCoordinate'],
	])('are left out if the document has only %s for them', (_what, placeOfReceipt, way) => {
		const { set, reasons } = read({ transports: { placeOfReceipt } });
		expect(set!.placeOfReceipt).toBeUndefined();
		expect(reasons[`transports.placeOfReceipt.${way}`]).toBe(
			'Not imported. The import has a single text for a place, with either its name or its address.',
		);
	});

	it('have the text of an incomplete address', () => {
		const address = { street: 'Broad Street', streetNumber: '1', countryCode: 'CA' };
		expect(read({ transports: { placeOfDelivery: { address } } }).set!.placeOfDelivery).toBe('Broad Street 1, Canada');
	});

	it('are listed if another text for them is used', () => {
		const placeOfIssue = { locationName: 'Kopenhagen', countryCode: 'DK' };
		const portOfDischarge = { locationName: 'New York', UNLocationCode: 'USNYC' };
		const { set, reasons } = read({ placeOfIssue, transports: { portOfDischarge } });
		expect(set).toMatchObject({
			placeOfIssue: 'Kopenhagen',
			destination: 'New York',
			destinationCountry: { unCountryCode: 'US' },
		});
		for (const path of ['placeOfIssue.countryCode', 'transports.portOfDischarge.UNLocationCode'])
			expect(reasons[path]).toMatch(/a single text for a place/);
	});

	it('have no country if its code is not known', () => {
		const { set, reasons } = read({
			transports: { portOfDischarge: { city: { city: 'Nowhere', countryCode: 'XX' } } },
		});
		expect(set).toEqual({ blNumber: 'EXBL1', destination: 'Nowhere' });
		expect(reasons['transports.portOfDischarge.city.countryCode']).toMatch(/not an ISO 3166 country code/);
	});
});

describe('the ship', () => {
	const voyage = { vesselName: 'Example One', carrierExportVoyageNumber: '402E' };

	it('has the IMO number, if the document has one', () => {
		const { shipment, reasons } = read({ transports: { vesselVoyages: [{ ...voyage, vesselIMONumber: '9074729' }] } });
		expect(shipment).toMatchObject({ voyageReference: '402E', vessel: { imo: 9074729 } });
		expect(reasons['transports.vesselVoyages[0].vesselName']).toMatch(/by its IMO number, not by its name/);
	});

	it.each(['IMO9074729', '123', 9074729])('is not taken from %j', (vesselIMONumber) => {
		const { shipment, reasons } = read({ transports: { vesselVoyages: [{ ...voyage, vesselIMONumber }] } });
		expect(shipment.vessel).toBeUndefined();
		expect(reasons['transports.vesselVoyages[0].vesselIMONumber']).toMatch(/seven digits/);
	});
});

it.each([{ identifyingCodes: [{ partyCode: 'HMM' }] }, { address: { city: 'Geneva' } }])(
	'leaves out everything of the carrier except its name and SCAC: %j',
	(other) => {
		const { reasons } = read({ documentParties: { issuingParty: { partyName: 'A', ...other } } });
		expect(reasons[`documentParties.issuingParty.${Object.keys(other)[0]}`]).toBe(
			'Not imported. The import has only a name for it.',
		);
	},
);

it.each([
	{ transports: { vesselVoyages: [{ universalExportVoyageReference: '2103N' }] } },
	{ utilizedTransportEquipments: [{ cargoGrossWeight: { value: 5, unit: 'KGM' } }] },
])('says that there is no field, not another reason: %j', (document) => {
	const { notes } = payloadFromTransportDocument({ transportDocumentReference: 'EXBL1', ...document });
	expect(notes.filter(({ rule }) => rule === 'notMapped').map(({ advice }) => advice)).toEqual([
		'Not imported. The import has no field for it.',
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

	it('list a payment term that the import has no place for', () => {
		expect(read({ freightPaymentTermCode: 'PRE' }).reasons['freightPaymentTermCode']).toMatch(/a payment location/);
		const paid = read({ freightPaymentTermCode: 'PRE', charges: [{ chargeName: 'x', paymentTermCode: 'PRE' }] });
		expect(paid.reasons['freightPaymentTermCode']).toBeUndefined();
	});

	it('name the first of several places where the same is lost', () => {
		const consignmentItems = Array.from({ length: 6 }, () => ({ HSCodes: ['940360'] }));
		const { reasons } = read({ consignmentItems });
		expect(reasons['consignmentItems[0].HSCodes']).toBe(
			'Not imported, here and in 5 more places. The import has no field for it.',
		);
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
