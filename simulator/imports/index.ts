import type { ParcelSet, Shipment } from '../entities';
import type { Settings } from '../options';
import { ErrorStatus } from '../errorStatus';
import type { Store } from '../store';
import { findAttachments, type Attachment } from './attachments';
import { particulars, quantityOf, setDetails, shipmentFacts } from './details';
import { payloadSchema, type Payload, type PayloadSet } from './payload';

export type ImportedShipment = { shipment: Shipment; sets: ParcelSet[] };

/** Ships that the exchange knows by their IMO number; any other has no name. */
const vessels: Record<string, string> = { 9074729: 'Meridian Aurora', 9321483: 'Meridian Borealis' };

const schemas = { strict: payloadSchema('strict'), loose: payloadSchema('loose') };

/**
 * Creates a shipment with its sets (docs/service.md 4.5). Each set gets its bill of lading, drawn from the payload, and the PDFs found inside `parcels`
 * byte for byte: those of the shipment go to every set, those inside one set's own `parcels` to that set.
 */
export function importShipment(
	store: Store,
	rules: Settings['import'],
	{ payload, importRef }: { payload: unknown; importRef: string },
): ImportedShipment {
	if (importRef === '') throw new ErrorStatus(400, 'importRef is required');
	const read = parse(payload, rules);
	const ofAll = findAttachments(read.parcels);
	const given = (read.sets ?? []).map((set, index) => ({
		set,
		own: findAttachments(set.parcels, `sets.${index}.parcels`),
	}));
	if (given.length === 0) throw new ErrorStatus(400, 'sets: at least one set is required');

	const shipment = store.addShipment({
		importRef,
		shipmentReference: read.shipmentReference ?? importRef,
		shipmentType: read.shipmentType ?? 'liner',
		facts: shipmentFacts(read),
	});
	const sets = given.map(({ set, own }) => createSet(store, shipment, read, set, [...own, ...ofAll]));
	return { shipment, sets };
}

function parse(payload: unknown, rules: Settings['import']): Payload {
	if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
		throw new ErrorStatus(400, 'The body must be a JSON object');
	}
	const read = schemas[rules.refuseUnknownFields ? 'strict' : 'loose'].safeParse(payload);
	if (read.success) return read.data;
	const faults = read.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
	throw new ErrorStatus(400, faults.join('; '));
}

function createSet(
	store: Store,
	shipment: Shipment,
	payload: Payload,
	given: PayloadSet,
	attachments: Attachment[],
): ParcelSet {
	const parties = [given.shipper?.id, given.consignee?.id].flatMap(
		(id) => store.counterparties.get(id?.toLowerCase() ?? '') ?? [],
	);
	const consignee = store.counterparties.get(given.consignee?.id?.toLowerCase() ?? '');
	const owner = store.owner();
	const number = String(store.sets.size + 1).padStart(6, '0');
	const set = store.addSet({
		shipment,
		transaction: { visibleTo: [...new Set([owner, ...parties].map(({ customerId }) => customerId))] },
		parcelRef: given.setRef ?? `PRCL-${number}`,
		blNumber: given.blNumber ?? `BL${number}`,
		destinationName: given.destination ?? '',
		destinationCountry: given.destinationCountry?.value ?? '',
		cargoName: (given.cargos ?? [])
			.map(({ cargoName }) => cargoName)
			.filter(Boolean)
			.join(', '),
		billOfLadingDate: given.blDate ?? store.now().toISOString().slice(0, 10),
		quantity: quantityOf(given),
		consignorCompanyName: given.shipper?.name ?? '',
		consigneeCompanyName: given.consignee?.name ?? '',
		loadPort: given.loadingLocation ?? '',
		vesselName: vessels[String(payload.vessel?.imo)] ?? null,
		consigneeId: consignee?.customerId ?? null,
		particulars: particulars(payload, given),
		details: setDetails(given),
	});
	store.addDocument({ setId: set.setId, name: given.blDocumentName ?? 'Bill of Lading' });
	for (const { name, docType, bytes } of attachments) store.addDocument({ setId: set.setId, name, docType, bytes });
	return set;
}
