import type { ExchangeClient } from '../exchange/client';
import { InvalidInput } from '../errors';
import { firstWithId } from '../schemas/ids';
import type { DocumentEntry, SetRow } from '../schemas/search';
import {
	type FoundRows,
	type FoundSet,
	inInstances,
	lookAgain,
	lookForSet,
	nothingIfDenied,
	rowsOf,
	type WantedSet,
} from './findSets';
import { allCustomerIds, searchesIn, type SearchScope } from './searchSets';

/** A set whose documents are known, if it has any. */
export type SetWithDocuments = SetRow & { documents: DocumentEntry[] };

/** With more customers, one search for each costs too much. */
const mostCustomersApart = 20;

/** Each document once. An entry without an ID stays: it may be any document. */
export function eachOnce(documents: readonly DocumentEntry[]): DocumentEntry[] {
	const isFirst = firstWithId(({ documentId }: DocumentEntry) => documentId);
	return documents.filter((document) => document.documentId === '' || isFirst(document));
}

/**
 * Some exchanges list documents only if a search finds a single set (docs/service.md 2.6). So the set is searched for
 * again, with every filter that may leave other sets out. Throws InvalidInput if no search lists its documents.
 */
export async function addDocuments(exchange: ExchangeClient, found: FoundSet): Promise<SetWithDocuments> {
	const { current: set, wanted, settings, attempt } = found;
	const seen = { alone: false };
	const documentsIn = ({ rows, mayHaveOthers }: FoundRows): DocumentEntry[] | undefined => {
		const listed = rows.find((row) => row.documents?.length)?.documents;
		seen.alone ||= !mayHaveOthers && rows.some((row) => row.documents !== undefined);
		// An empty list of a set alone is believed, unless another of its rows may list documents.
		return listed ?? (seen.alone && rows.length === 1 ? [] : undefined);
	};
	let documents = documentsIn(found);
	const known = { ...wanted, shipmentRef: set.shipmentRef ?? wanted.shipmentRef };
	const searches = documents ? [] : await narrowerSearches(exchange, known, settings.customerIds);
	for (const search of searches) {
		const narrower = await rowsOf(exchange, set.setId, { ...search, attempt, firstPageOnly: true }).catch(
			nothingIfDenied,
		);
		documents = documentsIn(narrower);
		if (documents) break;
	}
	if (!documents && !seen.alone) throw documentsUnlisted(set, wanted, searches);
	return { ...set, documents: eachOnce(documents ?? []) };
}

/** As `addDocuments`; a set that an event has announced and that lists no document is looked up again, since they may appear after it. */
export async function awaitDocuments(exchange: ExchangeClient, found: FoundSet): Promise<SetWithDocuments> {
	const { settings, attempt } = found;
	const listed = await addDocuments(exchange, found);
	if (listed.documents.length > 0 || !settings.isAnnounced) return listed;
	const later = await lookAgain(exchange, settings, async (since) => {
		// The exchange may count as many sets as before.
		const again = await lookForSet(exchange, { ...found, attempt: { ...attempt, since, totals: new Map() } });
		const set = again && (await addDocuments(exchange, again));
		return set && set.documents.length > 0 ? set : null;
	});
	return later ?? listed;
}

type NarrowSearch = { filters: { shipmentRef?: string; instance?: string }; scope: SearchScope };

/** By shipment reference, if there is one: in all folders and in each, in the instance, for all customers and for each. */
async function narrowerSearches(
	exchange: ExchangeClient,
	{ setId, shipmentRef, instance }: WantedSet,
	customerIds: readonly string[],
): Promise<NarrowSearch[]> {
	const { setIdFilter } = exchange.profile;
	const base = { ...(setIdFilter && { [setIdFilter]: setId }), ...(shipmentRef && { shipmentRef }) };
	const everybody = customerIds.length > 0 ? customerIds : await allCustomerIds(exchange);
	const apart = everybody.length > 1 && everybody.length <= mostCustomersApart ? everybody : [];
	return [customerIds, ...apart.map((one) => [one])].flatMap((among) =>
		inInstances(exchange, base, instance).flatMap((filters) =>
			searchesIn(exchange).map((searchIn) => ({ filters, scope: { customerIds: among, searchIn } })),
		),
	);
}

function documentsUnlisted(
	{ setId, shipmentRef }: SetRow,
	{ instance }: WantedSet,
	searches: readonly NarrowSearch[],
): InvalidInput {
	const customers = new Set(searches.flatMap(({ scope }) => scope.customerIds)).size;
	const tried = [
		shipmentRef ? `by its shipment reference ${shipmentRef}` : 'without a shipment reference, since it has none',
		'in all folders together and separately',
		...(instance ? [`in the application ${instance.toUpperCase()}`] : []),
		...(customers > 1 ? [`for each of ${customers} customers separately`] : []),
	];
	return new InvalidInput({
		field: 'setSource',
		message: `The exchange does not list the documents of the set ${setId}`,
		description: `Use the operation "Download" with the set ID and the document ID from the exchange application. Or, if the exchange has a search filter for set IDs, enter its name as "setIdFilter" in the Exchange Profile of the credential. The exchange lists documents only if a search finds a single set. Searched ${tried.join('; ')}: each search found other sets as well, or listed no documents.`,
	});
}
