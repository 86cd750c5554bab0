import type { ParcelSet, Shipment } from '../entities';
import { ErrorStatus, parseRequest } from '../errorStatus';
import type { Store } from '../store';
import { findAttachments, type Attachment } from './attachments';
import { joined, particulars, quantityOf } from './details';
import { payloadSchema, type Payload, type PayloadSet } from './payload';

export type ImportedShipment = { shipment: Shipment; sets: ParcelSet[] };

/** Ships that the exchange knows by their IMO number. Any other ship has no name here. */
const vessels: Record<string, string> = { 9074729: 'Meridian Aurora', 9321483: 'Meridian Borealis' };

const schema = payloadSchema('loose');

/**
 * Creates a shipment with its sets (docs/service.md 4.5). Each set gets its bill of lading, drawn from the payload, and
 * the PDF files inside `parcels`, byte for byte: those of the shipment go to every set, those of a set to that set.
 */
export function importShipment(
	store: Store,
	{ payload, importRef }: { payload: unknown; importRef: string },
): ImportedShipment {
	const given = parseRequest(schema, payload);
	const forAll = findAttachments(given.parcels, 'parcels');
	const sets = (given.sets ?? []).map((set, index) => ({
		set,
		attachments: [...findAttachments(set.parcels, `sets.${index}.parcels`), ...forAll],
	}));
	if (sets.length === 0) throw new ErrorStatus(400, 'sets: at least one set is required');
	const shipment = store.addShipment({
		importRef,
		shipmentReference: given.shipmentReference ?? importRef,
		shipmentType: given.shipmentType ?? 'liner',
		imported: JSON.stringify(given, shortened, 2),
	});
	return { shipment, sets: sets.map(({ set, attachments }) => createSet(store, shipment, given, set, attachments)) };
}

/** A PDF in Base64 would be too long to look at. */
function shortened(_name: string, value: unknown): unknown {
	return typeof value === 'string' && value.length > 2_000 ? `${value.slice(0, 40)}…` : value;
}

function createSet(
	store: Store,
	shipment: Shipment,
	payload: Payload,
	given: PayloadSet,
	attachments: Attachment[],
): ParcelSet {
	const idOf = (party: { id?: string | undefined } | undefined) =>
		store.counterparties.get(party?.id?.toLowerCase() ?? '')?.customerId;
	const visibleTo = new Set(
		[store.owner().customerId, idOf(given.shipper), idOf(given.consignee)].filter((id) => id !== undefined),
	);
	const number = String(store.sets.size + 1).padStart(6, '0');
	const set = store.addSet({
		shipment,
		transaction: { visibleTo: [...visibleTo] },
		parcelRef: given.setRef ?? `SET-${number}`,
		blNumber: given.blNumber ?? `BL${number}`,
		destinationName: given.destination ?? '',
		destinationCountry: given.destinationCountry?.value ?? '',
		cargoName: joined((given.cargos ?? []).map(({ cargoName }) => cargoName)),
		billOfLadingDate: given.blDate ?? store.now().toISOString().slice(0, 10),
		quantity: quantityOf(given),
		consignorCompanyName: given.shipper?.name ?? '',
		consigneeCompanyName: given.consignee?.name ?? '',
		loadPort: given.loadingLocation ?? '',
		vesselName: vessels[String(payload.vessel?.imo)] ?? null,
		consigneeId: idOf(given.consignee) ?? null,
		particulars: particulars(payload, given),
	});
	store.addDocument({ setId: set.setId, name: given.blDocumentName ?? 'Bill of Lading' });
	for (const { name, docType, bytes } of attachments) store.addDocument({ setId: set.setId, name, docType, bytes });
	return set;
}
