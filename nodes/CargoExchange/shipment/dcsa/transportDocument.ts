import { InvalidInput } from '../../errors';
import { isRecord } from '../../schemas/json';
import type { Charge, FreightCharges, ShipmentPayload, ShipmentSet } from '../fields/shipment';
import { withoutEmpty } from '../fields/parsePayload';
import { countryName } from '../fields/countries';
import { isMissing, issue, type Issue } from '../issue';
import { placeOf } from './addresses';
import { documentIn, documentKindOf, isEnded, lettersOf, marks, statusOf } from './documentKind';
import { DocumentValue } from './documentValue';
import { envelopeOf, type EmbeddedPdf } from './envelope';
import { goodsOf, sameOf, type Goods } from './goods';
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
	const document = new DocumentValue(received);
	const goods = goodsOf(document);
	const payload = withoutEmpty(shipmentOf(document, goods));
	const envelope = envelopeOf(value, received);
	return {
		payload,
		notes: [
			...draftWarning(received, statusOf(value)),
			...notRequired(received, payload),
			...interpreted(payload),
			...goods.notes,
			...leftOutOf(document),
			...envelope.notes,
		],
		...(envelope.pdf && { pdf: envelope.pdf }),
	};
}

/** What the import needs and the standard does not require. */
function notRequired({ isToOrder }: Record<string, unknown>, { shipmentReference, sets }: ShipmentPayload): Issue[] {
	const isOrder = isToOrder === true && sets?.[0]?.consignee === undefined;
	const reference =
		'Shipment Reference is missing, because the document does not name exactly one booking. Enter it in the options.';
	const consignee = 'Consignee is missing. The document is an order bill of lading, which does not need one.';
	return [
		...(shipmentReference === undefined ? [note('shipmentReference', 'missing', reference)] : []),
		...(isOrder ? [note('sets[0].consignee', 'missing', consignee)] : []),
	];
}

function note(path: string, rule: string, advice: string, value?: string): Issue {
	return issue({ path, value, rule, advice, severity: 'note' });
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
		throw refused(
			`This is a DCSA ${kind} and not a transport document; nothing was sent`,
			`Import the transport document that belongs to it.${place}`,
		);
	}
	const status = statusOf(value);
	if (document && isEnded(status))
		throw refused(
			`This transport document has the status ${typeof status === 'string' ? status : JSON.stringify(status)}; nothing was sent`,
			'It is void, or has been given back to the carrier: importing it would create a second title. Import the document that replaces it, if there is one.',
		);
	if (document) return document;
	throw refused(
		'This is not a DCSA transport document',
		`A Transport Document of the DCSA eBL standard, version 3, is a JSON object with fields such as ${marks.slice(0, 3).join(', ')}. Check the output of the previous node, or choose another "Input Mode".`,
	);
}

function refused(message: string, description: string): InvalidInput {
	return new InvalidInput({ field: 'payload', message, description });
}

function shipmentOf(document: DocumentValue, goods: Goods): ShipmentPayload {
	const bookings = document
		.at('consignmentItems')
		.list()
		.map((item) => item.at('carrierBookingReference'));
	const voyage = voyageOf(document.at('transports', 'vesselVoyages').list());
	const imo = voyage?.at('vesselIMONumber').text((text) => /^\d{7}$/.test(text));
	return {
		// Carrier and customer identify a shipment by its booking. Several bookings do not identify one.
		shipmentReference: sameText(bookings),
		shipmentType: 'liner',
		freightForwarder: freightForwarderOf(document.at('documentParties', 'other').list()),
		voyageReference: voyage?.at('carrierExportVoyageNumber').text(),
		// Not in the standard here, but in some documents, under the name of DCSA's other standards.
		vessel: imo === undefined ? undefined : { imo: Number(imo) },
		serviceTypeAtReceipt: document.at('receiptTypeAtOrigin').text(),
		serviceTypeAtDelivery: document.at('deliveryTypeAtDestination').text(),
		loadType: sameText([document.at('cargoMovementTypeAtOrigin'), document.at('cargoMovementTypeAtDestination')]),
		sets: [setOf(document, goods)],
	};
}

/** The text that all of these have, as far as they have one. */
function sameText(values: readonly DocumentValue[]): string | undefined {
	const given = values.filter((value) => value.peek() !== undefined);
	return sameOf(given.map((value) => value.peek())) && given.map((value) => value.text())[0];
}

/** The only voyage, or that of the mother vessel. Otherwise only the user can choose one of several. */
function voyageOf(voyages: readonly DocumentValue[]): DocumentValue | undefined {
	const isMother = (voyage: DocumentValue) =>
		voyage.at('role').peek() === 'MOTHER' && voyage.at('role').text() !== undefined;
	const [only, ...more] = voyages.length > 1 ? voyages.filter(isMother) : voyages;
	return more.length === 0 ? only : undefined;
}

function setOf(document: DocumentValue, { cargos, containers }: Goods): ShipmentSet {
	const text = (name: string) => document.at(name).text();
	const place = (name: string, displayed: string) =>
		placeOf(document.at('transports', name), document.at(`displayedNameFor${displayed}`));
	return {
		blNumber: text('transportDocumentReference'),
		blDocumentName: document.at('transportDocumentTypeCode').word({ BOL: 'Bill of Lading', SWB: 'Sea Waybill' }),
		blDate: text('issueDate'),
		contractNumber:
			text('serviceContractReference') ??
			text('extendedContractQuotationReference') ??
			text('contractQuotationReference'),
		eSetType: document.at('isElectronic').flag((value) => value === true) ? 'electronic' : undefined,
		billOfLadingClause: document.at('carrierClauses').lines('\n'),
		placeOfReceipt: place('placeOfReceipt', 'PlaceOfReceipt'),
		loadingLocation: place('portOfLoading', 'PortOfLoad'),
		destination: place('portOfDischarge', 'PortOfDischarge'),
		destinationCountry: countryOf(document.at('transports', 'portOfDischarge')),
		placeOfDelivery: place('placeOfDelivery', 'PlaceOfDelivery'),
		placeOfIssue: placeOf(document.at('placeOfIssue')),
		...setPartiesOf(document.at('documentParties')),
		carrier: {
			// NMFTA is the publisher of the SCAC list.
			scac: text('carrierCodeListProvider') === 'NMFTA' ? text('carrierCode') : undefined,
			name: document.at('documentParties', 'issuingParty', 'partyName').text(),
		},
		cargos,
		numberOfContainers: containers.length === 0 ? undefined : containers.length,
		containers,
		freightCharges: freightChargesOf(document),
	};
}

/** A UN/LOCODE begins with its country's code. */
function countryOf(port: DocumentValue): ShipmentSet['destinationCountry'] {
	const ofCity = port.at('city', 'countryCode');
	const unCountryCode = ofCity.peek() ?? port.at('UNLocationCode').peek()?.slice(0, 2) ?? '';
	const value = countryName(unCountryCode);
	if (value === null) return undefined;
	ofCity.text();
	return { unCountryCode, value };
}

const paymentTypes = { PRE: 'PREPAID', COL: 'COLLECT' };

/** The standard names one place of payment; the payment terms say which of the import's two it is. */
function freightChargesOf(document: DocumentValue): FreightCharges {
	const charges = document
		.at('charges')
		.list()
		.map((charge): Charge => ({
			tariffItem: charge.at('extendedChargeName').text() ?? charge.at('chargeName').text(),
			freightedAs: charge.at('calculationBasis').text(),
			rate: charge.at('unitPrice').number(),
			amount: { currency: charge.at('currencyCode').text(), value: charge.at('currencyAmount').number() },
			prepaidType: charge.at('paymentTermCode').word(paymentTypes),
		}));
	const terms = document.at('freightPaymentTermCode');
	const type =
		new DocumentValue(terms.value).word(paymentTypes) ?? sameOf(charges.map(({ prepaidType }) => prepaidType));
	const payable = document.at('invoicePayableAt');
	const place = type && (payable.at('freeText').text() ?? payable.at('UNLocationCode').text());
	if (place !== undefined || charges.some(({ prepaidType }) => prepaidType === type)) terms.text();
	return {
		paymentLocationPrepaid: type === 'PREPAID' ? place : undefined,
		paymentLocationCollect: type === 'COLLECT' ? place : undefined,
		charges,
	};
}

/** Values that say a little more than the document does. */
function interpreted({ sets: [set] = [] }: ShipmentPayload): Issue[] {
	const carrier = set?.carrier?.name;
	const advice =
		'Is the issuing party of the document. If an agent issued it for the carrier, set the name of the carrier.';
	return [
		note('shipmentType', 'interpreted', 'The standard is for liner shipments only.', 'liner'),
		...(carrier === undefined ? [] : [note('sets[0].carrier.name', 'interpreted', advice, carrier)]),
	];
}
