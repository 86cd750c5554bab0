import { InvalidInput } from '../../errors';
import { isRecord } from '../../schemas/json';
import type { Charge, FreightCharges, ShipmentPayload, ShipmentSet } from '../fields/shipment';
import { withoutEmpty } from '../fields/parsePayload';
import { countryName } from '../fields/countries';
import { isMissing, issue, type Issue } from '../issue';
import { joinTexts, placeOf } from './addresses';
import { documentIn, documentKindOf, isEnded, lettersOf, marks, statusOf } from './documentKind';
import { present, transportDocument, type Place, type TransportDocument } from './document';
import { envelopeOf, type EmbeddedPdf } from './envelope';
import { goodsOf, incompleteSums, sameOf } from './goods';
import { leftOutOf } from './leftOut';
import { freightForwarderOf, setPartiesOf } from './parties';

/**
 * The import payload (docs/service.md 2.7 to 2.11) of a Transport Document of DCSA's eBL standard, version 3, and notes about everything
 * that was not imported. Nothing is invented: an IMO number, IDs of parties or "to order" wording that the document lacks are left out. Throws
 * InvalidInput for anything that is not a transport document.
 */
export function payloadFromTransportDocument(value: unknown): {
	payload: ShipmentPayload;
	notes: Issue[];
	pdf?: EmbeddedPdf;
} {
	const received = transportDocumentIn(value);
	const document = transportDocument.parse(received);
	const payload = withoutEmpty(shipmentOf(document));
	const used = new Set(['partyFunction', 'carrierCodeListProvider']);
	if ((document.transports?.vesselVoyages?.length ?? 0) > 1 && payload.voyageReference !== undefined) used.add('role');
	const { paymentLocationPrepaid, paymentLocationCollect } = payload.sets?.[0]?.freightCharges ?? {};
	if (paymentLocationPrepaid ?? paymentLocationCollect) used.add('freightPaymentTermCode');
	const leftOut = [...incompleteSums(document), ...leftOutOf(received, document, payload, used)];
	const envelope = envelopeOf(value, received);
	return {
		payload,
		notes: [
			...draftWarning(received, statusOf(value)),
			...notRequired(received, payload),
			...interpreted(payload),
			...leftOut,
			...envelope.notes,
		],
		...(envelope.pdf && { pdf: envelope.pdf }),
	};
}

/** What the import needs and the standard does not require. */
function notRequired(
	received: Record<string, unknown>,
	{ shipmentReference, sets: [set] = [] }: ShipmentPayload,
): Issue[] {
	const note = (path: string, advice: string) => issue({ path, rule: 'missing', advice, severity: 'note' });
	const isOrder = received['isToOrder'] === true;
	return [
		...(shipmentReference === undefined
			? [
					note(
						'shipmentReference',
						'Shipment Reference is missing. Set it in the options: the document does not name exactly one booking.',
					),
				]
			: []),
		...(isOrder && set?.consignee === undefined
			? [
					note(
						'sets[0].consignee',
						'Consignee is missing. The document is an order bill of lading, which does not need one.',
					),
				]
			: []),
	];
}

/** The statuses of the standard that a document to import can have. */
const importable = new Set(['', 'ISSUED', 'APPROVED']);

/** A shipping instruction is what the shipper asks for; the carrier's transport document may say something else. */
function draftWarning(received: Record<string, unknown>, status: unknown): Issue[] {
	if (!importable.has(lettersOf(status)) || typeof status === 'number') {
		const isDraft = lettersOf(status) === 'DRAFT';
		const advice = isDraft
			? 'The document is only a draft: the carrier has not issued it.'
			: 'Is not the status of a document that is in force, such as ISSUED.';
		return [issue({ path: 'transportDocumentStatus', value: status, rule: isDraft ? 'draft' : 'status', advice })];
	}
	const path = 'transportDocumentReference';
	if (documentKindOf(received) === 'shipping instruction') {
		const advice = 'Is only a draft of a transport document: what the shipper asks for.';
		return [issue({ path, value: 'shipping instruction', rule: 'draft', advice })];
	}
	const advice = `Transport Document Reference${isMissing} A document without a number is only a draft.`;
	return received[path] === undefined ? [issue({ path, rule: 'missing', advice })] : [];
}

function transportDocumentIn(value: unknown): Record<string, unknown> {
	const document = documentIn(value);
	const kind = documentKindOf(document);
	if (document && kind !== 'transport document' && kind !== 'shipping instruction') {
		const { data } = document;
		const place = isRecord(data) && isRecord(data['transportDocument']) ? ' It is in data.transportDocument.' : '';
		throw new InvalidInput({
			field: 'payload',
			message: `This is a DCSA ${kind} and not a transport document; nothing was sent`,
			description: `Import the transport document that belongs to it.${place}`,
		});
	}
	const status = statusOf(value);
	if (document && isEnded(status))
		throw new InvalidInput({
			field: 'payload',
			message: `This transport document has the status ${typeof status === 'string' ? status : JSON.stringify(status)}; nothing was sent`,
			description:
				'It is void, or has been given back to the carrier: importing it would create a second title. Import the document that replaces it, if there is one.',
		});
	if (document) return document;
	throw new InvalidInput({
		field: 'payload',
		message: 'This is not a DCSA transport document',
		description: `A Transport Document of the DCSA eBL standard, version 3, is a JSON object with fields such as ${marks.slice(0, 3).join(', ')}. Check the output of the previous node, or choose another "Input Mode".`,
	});
}

function shipmentOf(document: TransportDocument): ShipmentPayload {
	const { consignmentItems, documentParties = {}, transports } = document;
	const bookings = present(consignmentItems).flatMap(({ carrierBookingReference }) => carrierBookingReference ?? []);
	const only = voyageOf(present(transports?.vesselVoyages));
	const loadTypes = [document.cargoMovementTypeAtOrigin, document.cargoMovementTypeAtDestination];
	return {
		// Carrier and customer identify a shipment by its booking. Several bookings do not identify one.
		shipmentReference: sameOf(bookings),
		shipmentType: 'liner',
		freightForwarder: freightForwarderOf(documentParties),
		voyageReference: only?.carrierExportVoyageNumber,
		vessel: only?.vesselIMONumber === undefined ? undefined : { imo: Number(only.vesselIMONumber) },
		serviceTypeAtReceipt: document.receiptTypeAtOrigin,
		serviceTypeAtDelivery: document.deliveryTypeAtDestination,
		loadType: sameOf(loadTypes.filter((type) => type !== undefined)),
		sets: [setOf(document)],
	};
}

type Voyage = {
	role?: string | undefined;
	carrierExportVoyageNumber?: string | undefined;
	vesselIMONumber?: string | undefined;
};

/** The only voyage, or that of the mother vessel. Otherwise only the user can choose one of several. */
function voyageOf(voyages: readonly Voyage[]): Voyage | undefined {
	const mothers = voyages.filter(({ role }) => role === 'MOTHER');
	const [only, ...more] = voyages.length > 1 ? mothers : voyages;
	return more.length === 0 ? only : undefined;
}

function setOf(document: TransportDocument): ShipmentSet {
	const { cargos, containers } = goodsOf(document);
	const { documentParties = {}, carrierCode, carrierCodeListProvider } = document;
	return {
		blNumber: document.transportDocumentReference,
		blDocumentName: document.transportDocumentTypeCode,
		blDate: document.issueDate,
		contractNumber:
			document.serviceContractReference ??
			document.extendedContractQuotationReference ??
			document.contractQuotationReference,
		eSetType: document.isElectronic,
		billOfLadingClause: joinTexts(document.carrierClauses, '\n'),
		...placesOf(document),
		...setPartiesOf(documentParties),
		carrier: {
			// NMFTA is the publisher of the SCAC list.
			scac: carrierCodeListProvider === 'NMFTA' ? carrierCode : undefined,
			name: documentParties.issuingParty?.partyName,
		},
		cargos,
		numberOfContainers: containers.length === 0 ? undefined : containers.length,
		containers,
		freightCharges: freightChargesOf(document),
	};
}

function placesOf(document: TransportDocument): Partial<ShipmentSet> {
	const { portOfDischarge, portOfLoading, placeOfReceipt, placeOfDelivery } = document.transports ?? {};
	return {
		placeOfReceipt: placeOf(placeOfReceipt, document.displayedNameForPlaceOfReceipt),
		loadingLocation: placeOf(portOfLoading, document.displayedNameForPortOfLoad),
		destination: placeOf(portOfDischarge, document.displayedNameForPortOfDischarge),
		destinationCountry: countryOf(portOfDischarge),
		placeOfDelivery: placeOf(placeOfDelivery, document.displayedNameForPlaceOfDelivery),
		placeOfIssue: placeOf(document.placeOfIssue),
	};
}

/** A UN/LOCODE begins with its country's code. */
function countryOf({ city, UNLocationCode = '' }: Place = {}): ShipmentSet['destinationCountry'] {
	const unCountryCode = city?.countryCode ?? UNLocationCode.slice(0, 2);
	const value = countryName(unCountryCode);
	return value === null ? undefined : { unCountryCode, value };
}

/** The standard names one place of payment; the payment terms say which of the import's two it is. */
function freightChargesOf(document: TransportDocument): FreightCharges {
	const { freightPaymentTermCode, invoicePayableAt } = document;
	const charges = present(document.charges).map((charge): Charge => ({
		tariffItem: charge.extendedChargeName ?? charge.chargeName,
		freightedAs: charge.calculationBasis,
		rate: charge.unitPrice,
		amount: { currency: charge.currencyCode, value: charge.currencyAmount },
		prepaidType: charge.paymentTermCode,
	}));
	const type = freightPaymentTermCode ?? sameOf(charges.map(({ prepaidType }) => prepaidType));
	const place = invoicePayableAt?.freeText ?? invoicePayableAt?.UNLocationCode;
	return {
		paymentLocationPrepaid: type === 'PREPAID' ? place : undefined,
		paymentLocationCollect: type === 'COLLECT' ? place : undefined,
		charges,
	};
}

/** Values that say a little more than the document does. */
function interpreted({ sets: [set] = [] }: ShipmentPayload): Issue[] {
	const note = (path: string, value: string, advice: string) =>
		issue({ path, value, rule: 'interpreted', advice, severity: 'note' });
	const liner = note('shipmentType', 'liner', 'The standard is for liner shipments only.');
	const carrier = set?.carrier?.name;
	if (carrier === undefined) return [liner];
	const advice =
		'Is the issuing party of the document. If an agent issued it for the carrier, set the name of the carrier.';
	return [liner, note('sets[0].carrier.name', carrier, advice)];
}
