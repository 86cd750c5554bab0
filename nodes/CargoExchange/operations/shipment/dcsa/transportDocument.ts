import { InvalidInput } from '../../../errors';
import { isRecord } from '../../../schemas/json';
import type { ShipmentPayload, ShipmentSet } from '../../../schemas/shipment/shipment';
import { withoutEmpty } from '../../../schemas/shipment/parsePayload';
import { issue, type Issue } from '../validation/issue';
import { sameOf } from '../convert/sums';
import { openDocument, type FieldReader } from './reader';
import { freightChargesOf } from './freight';
import { goodsOf } from './goods';
import { freightForwarderOf, setPartiesOf } from './parties';
import { placesOf } from './places';

/** One of these is in every transport document. */
const marks = [
	'transportDocumentReference',
	'documentParties',
	'transports',
	'consignmentItems',
	'utilizedTransportEquipments',
];

/** What the codes of the standard mean. */
const documentNames: Record<string, string> = { BOL: 'Bill of Lading', SWB: 'Sea Waybill' };

/**
 * The import payload (docs/service.md 2.7 to 2.11) that a Transport Document of DCSA's eBL standard, version 3, says, and what was not
 * taken over, with the reason. Nothing is made up: what the document does not hold (IMO number, ids of parties, "to order" wording) stays
 * out. Throws InvalidInput for anything that is not a transport document.
 */
export function payloadFromTransportDocument(value: unknown): { payload: ShipmentPayload; notes: Issue[] } {
	const { root, unmapped } = openDocument(transportDocumentIn(value));
	const payload = withoutEmpty(shipmentOf(root));
	return { payload, notes: [...interpreted(payload), ...unmapped()] };
}

/** Envelopes carry the document under one of two names. */
function transportDocumentIn(value: unknown): Record<string, unknown> {
	const candidates = isRecord(value) ? [value, value['transportDocument'], value['document']] : [];
	const document = candidates
		.filter(isRecord)
		.find((candidate) => marks.some((mark) => Object.hasOwn(candidate, mark)));
	if (document) return document;
	throw new InvalidInput({
		field: 'payload',
		message: 'This is not a DCSA transport document',
		description: `A Transport Document of the DCSA eBL standard, version 3, is a JSON object with fields such as ${marks.slice(0, 3).join(', ')}.`,
	});
}

function shipmentOf(document: FieldReader): ShipmentPayload {
	return {
		shipmentReference: bookingReference(document),
		shipmentType: 'liner',
		freightForwarder: freightForwarderOf(document),
		...voyageOf(document.object('transports')),
		serviceTypeAtReceipt: document.text('receiptTypeAtOrigin'),
		serviceTypeAtDelivery: document.text('deliveryTypeAtDestination'),
		loadType: loadTypeOf(document),
		sets: [setOf(document)],
	};
}

function setOf(document: FieldReader): ShipmentSet {
	const { cargos, containers } = goodsOf(document);
	return {
		blNumber: document.text('transportDocumentReference'),
		blDocumentName: documentNameOf(document),
		blDate: document.text('issueDate'),
		contractNumber: document.text('serviceContractReference'),
		eSetType: setTypeOf(document),
		billOfLadingClause: clausesOf(document),
		...placesOf(document),
		...setPartiesOf(document),
		cargos,
		numberOfContainers: containers.length === 0 ? undefined : containers.length,
		containers,
		freightCharges: freightChargesOf(document),
	};
}

function clausesOf(document: FieldReader): string {
	document.skip(
		'isShippedOnBoardType',
		'The wording on board or received for shipment is yours to choose: set sets[0].billOfLadingClause.',
	);
	return document.lines('carrierClauses').join('\n');
}

function documentNameOf(document: FieldReader): string | undefined {
	const code = document.text('transportDocumentTypeCode') ?? '';
	if (Object.hasOwn(documentNames, code)) return documentNames[code];
	document.skip('transportDocumentTypeCode', 'It is neither BOL (bill of lading) nor SWB (sea waybill).');
	return undefined;
}

function setTypeOf(document: FieldReader): string | undefined {
	const electronic = document.flag('isElectronic');
	if (electronic === false) document.skip('isElectronic', 'The import takes electronic sets only.');
	return electronic === true ? 'electronic' : undefined;
}

/** The booking is what carrier and customer call the shipment by; several of them do not name one. */
function bookingReference(document: FieldReader): string | undefined {
	const items = document.entries('consignmentItems');
	const references = items.map((item) => item.text('carrierBookingReference')).filter((one) => one !== undefined);
	const reference = sameOf(references);
	if (reference === undefined)
		for (const item of items)
			item.skip('carrierBookingReference', 'The document names several bookings: set shipmentReference.');
	return reference;
}

/** Of several voyages only the user can choose the one for the import. */
function voyageOf(transports: FieldReader): Pick<ShipmentPayload, 'voyageReference' | 'vessel'> {
	const [voyage, ...more] = transports.entries('vesselVoyages');
	if (voyage === undefined) return {};
	if (more.length === 0) return { voyageReference: voyage.text('carrierExportVoyageNumber'), vessel: vesselOf(voyage) };
	transports.skip(
		'vesselVoyages',
		'The document names several voyages, the import one: set voyageReference and vessel.imo.',
	);
	return {};
}

/** The standard has no IMO number here; some documents have it under the name of DCSA's other standards. */
function vesselOf(voyage: FieldReader): ShipmentPayload['vessel'] {
	if (!voyage.has('vesselIMONumber')) {
		voyage.skip(
			'vesselName',
			'The import takes the IMO number of the ship, which the document does not hold: set vessel.imo.',
		);
		return undefined;
	}
	voyage.skip('vesselName', 'The import takes the IMO number of the ship instead.');
	const imo = voyage.text('vesselIMONumber') ?? '';
	if (/^\d{7}$/.test(imo)) return { imo: Number(imo) };
	voyage.skip('vesselIMONumber', 'An IMO number has seven figures: set vessel.imo.');
	return undefined;
}

function loadTypeOf(document: FieldReader): string | undefined {
	const ends = ['cargoMovementTypeAtOrigin', 'cargoMovementTypeAtDestination'];
	const types = ends.map((end) => document.text(end)).filter((type) => type !== undefined);
	const type = sameOf(types);
	if (type === undefined)
		for (const end of ends)
			document.skip(end, 'Origin and destination differ, the import has one load type: set loadType.');
	return type;
}

/** Where the payload says a little more than the document in so many words. */
function interpreted({ sets: [set] = [] }: ShipmentPayload): Issue[] {
	const shipmentType = issue(
		'shipmentType',
		'liner',
		'interpreted',
		'The standard is for liner shipments only.',
		'note',
	);
	if (set?.carrier?.name === undefined) return [shipmentType];
	const advice = 'Is the issuing party of the document: set it if an agent has issued it for the carrier.';
	return [shipmentType, issue('sets[0].carrier.name', set.carrier.name, 'interpreted', advice, 'note')];
}
