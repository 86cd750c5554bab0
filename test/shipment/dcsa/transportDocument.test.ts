import { InvalidInput } from '../../../nodes/CargoExchange/errors';
import { check } from '../../helpers/checks';
import { payloadFromTransportDocument } from '../../../nodes/CargoExchange/shipment/dcsa/transportDocument';
import { reeferDocument } from '../../fixtures/shipmentTransportDocument';

const sparse = { transportDocumentReference: 'EXBL1' };

function set(document: object) {
	return payloadFromTransportDocument(document).payload.sets![0]!;
}

/** What was not taken over: place in the document and reason. */
function left(document: object): Map<string, string> {
	return new Map(payloadFromTransportDocument(document).notes.map((note) => [note.path, note.advice]));
}

describe('payloadFromTransportDocument', () => {
	it('takes over references, date, parties and places', () => {
		const { sets, ...shipment } = payloadFromTransportDocument(reeferDocument).payload;
		expect(shipment).toEqual({
			shipmentType: 'liner',
			freightForwarder: { name: 'Forwarder of the Shipper', address: '9 Dock Road' },
			serviceTypeAtReceipt: 'CFS',
			serviceTypeAtDelivery: 'SD',
			voyageReference: '402E',
		});
		const { cargos, containers, freightCharges, ...rest } = sets![0]!;
		expect([cargos!.length, containers!.length, freightCharges!.charges!.length]).toEqual([2, 2, 2]);
		expect(rest).toEqual({
			blNumber: 'EXBL0009001',
			blDocumentName: 'Bill of Lading',
			blDate: '2025-03-31',
			eSetType: 'electronic',
			billOfLadingClause: 'Temperature as set by the shipper.\nStowed on deck.',
			placeOfReceipt: 'Utrecht',
			loadingLocation: 'Port of Rotterdam, The Netherlands',
			destination: 'Singapore',
			destinationCountry: { unCountryCode: 'SG', value: 'Singapore' },
			placeOfDelivery: 'Gate 4, Jurong',
			placeOfIssue: 'Netherlands',
			shipper: {
				name: 'Example Trading Ltd',
				code: 'LEI-0001',
				address: 'Quay Street 1\n1000 Exampletown\nNetherlands',
			},
			consignee: { name: 'Example Imports Pte', address: '2 Harbour Walk\nSingapore' },
			notifyParties: [
				{ name: 'Example Imports Pte', address: '2 Harbour Walk\nSingapore' },
				{ name: 'Example Brokers Pte', address: '5 Harbour Walk\nSingapore' },
			],
			carrier: { scac: 'EXCL', name: 'Example Container Line' },
			numberOfContainers: 2,
		});
	});

	it('adds up what the goods say, by cargo and by container, and only in one unit', () => {
		const { cargos, containers } = set(reeferDocument);
		expect(cargos![0]).toEqual({
			cargoDescription: 'Frozen fish\nin cartons',
			marksAndNumbers: 'FISH 1\nFISH 2',
			quantities: [{ quantityGross: 20000.3, quantityNet: 18000, crossRefId: 'KGM' }],
			packaging: [
				{
					numberOfPackingItems: 900,
					packingUnit: 'Cartons',
					weight: { quantityGross: 20000.3, quantityNet: 18000, crossRefId: 'KGM' },
				},
			],
		});
		expect(containers).toEqual([
			{
				containerNumber: 'CSQU3054383',
				containerType: '45R1',
				sealNumber: 'SL1, SL2',
				packingUnit: 'Cartons',
				totalNumberOfPackingItems: 500,
				containerQuantity: { quantityGross: 10000.1, quantityNet: 9000, crossRefId: 'KGM' },
				containerVolume: { quantityGross: 40.5, crossRefId: 'MTQ' },
			},
			{ containerNumber: 'EXAU1000003', containerType: '22G1', totalNumberOfPackingItems: 404 },
		]);
	});

	it('takes over charges without making up totals, and the place of payment by the payment term', () => {
		expect(set(reeferDocument).freightCharges).toMatchObject({
			paymentLocationCollect: 'Singapore office',
			charges: [
				{ tariffItem: 'Basic ocean freight, refrigerated', prepaidType: 'COLLECT' },
				{ tariffItem: 'Documentation fee', rate: 0.2, amount: { currency: 'USD', value: 0.2 }, prepaidType: 'PREPAID' },
			],
		});
		expect(Object.keys(set(reeferDocument).freightCharges!)).toEqual(['paymentLocationCollect', 'charges']);
		const prepaid = set({ ...reeferDocument, freightPaymentTermCode: 'PRE' }).freightCharges;
		expect(prepaid).toMatchObject({ paymentLocationPrepaid: 'Singapore office' });
		expect(left({ ...reeferDocument, freightPaymentTermCode: undefined }).get('invoicePayableAt')).toMatch(
			/It is unclear whether/,
		);
	});

	it('lists everything that was not taken over, with the reason', () => {
		const notes = left(reeferDocument);
		expect(notes.get('cargoMovementTypeAtOrigin')).toMatch(/set loadType/);
		expect(notes.get('transports.vesselVoyages[0].carrierExportVoyageNumber')).toMatch(/several voyages/);
		expect(notes.get('consignmentItems[0].carrierBookingReference')).toMatch(
			/here and in 1 more place\. .*set shipmentReference/,
		);
		expect(notes.get('consignmentItems[1].cargoItems[0].outerPackaging.dangerousGoods')).toMatch(/dangerous goods/);
		expect(notes.get('utilizedTransportEquipments[0].activeReeferSettings')).toMatch(/has no field for it/);
		expect(notes.get('documentParties.consignee.identifyingCodes[0].partyCode')).toMatch(/several codes/);
		expect(notes.get('documentParties.consignee.address')).toMatch(/Another text of the document/);
		expect(left({ ...sparse, somethingNew: { a: [1] } }).get('somethingNew')).toMatch(/has no field for it/);
		expect(left({ ...sparse, transportDocumentTypeCode: 'XYZ' }).get('transportDocumentTypeCode')).toMatch(
			/neither BOL/,
		);
	});

	it('never makes up a ship, an id, or the wording of an order bill', () => {
		const order = { ...reeferDocument, isToOrder: true, documentParties: { endorsee: { partyName: 'Example Bank' } } };
		const { payload } = payloadFromTransportDocument(order);
		expect(payload.vessel).toBeUndefined();
		expect(payload.sets![0]!.consignee).toBeUndefined();
		expect(JSON.stringify(payload)).not.toMatch(/order|"id"|Example Bank/i);
		expect(left(order).get('isToOrder')).toMatch(/consignee\.prefix/);
		expect(left(order).get('documentParties.endorsee.partyName')).toMatch(/no field for an endorsee/);
	});

	it('uses the code of the carrier as SCAC only if the document says so', () => {
		const smdg = { ...sparse, carrierCode: 'EXC', carrierCodeListProvider: 'SMDG' };
		expect(set(smdg).carrier).toBeUndefined();
		expect(left(smdg).get('carrierCode')).toMatch(/does not mark it as a SCAC/);
	});

	it('reads a sparse document, and one inside an envelope', () => {
		expect(payloadFromTransportDocument(sparse).payload).toEqual({
			shipmentType: 'liner',
			sets: [{ blNumber: 'EXBL1' }],
		});
		expect(payloadFromTransportDocument({ transportDocument: sparse }).payload.sets).toEqual([{ blNumber: 'EXBL1' }]);
		expect(payloadFromTransportDocument({ document: sparse }).payload.sets).toEqual([{ blNumber: 'EXBL1' }]);
	});

	it('names the only voyage, and lists a container that only the goods name', () => {
		const document = {
			transports: { vesselVoyages: [{ vesselName: 'Example One', carrierExportVoyageNumber: '17W' }] },
			consignmentItems: [{ cargoItems: [{ equipmentReference: 'CSQU3054383' }] }],
		};
		const { payload } = payloadFromTransportDocument(document);
		expect(payload.voyageReference).toBe('17W');
		expect(payload.sets![0]!.containers).toEqual([{ containerNumber: 'CSQU3054383' }]);
		expect(left(document).get('transports.vesselVoyages[0].vesselName')).toMatch(/IMO number/);
	});

	it.each([[null], ['text'], [[]], [{}], [{ shipmentReference: 'no document of the standard' }], [{ document: 'x' }]])(
		'refuses anything that is not a transport document: %j',
		(value) => {
			expect(() => payloadFromTransportDocument(value)).toThrow(InvalidInput);
		},
	);

	it('finds nothing wrong in what it makes of a good document', () => {
		const issues = check(payloadFromTransportDocument(reeferDocument).payload, '2025-04-10');
		// It names two bookings, and so no shipment reference.
		expect(issues.map(({ path }) => path)).toEqual(['shipmentReference']);
	});
});
