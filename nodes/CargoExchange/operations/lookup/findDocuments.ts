import type { ExchangeClient } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import { isUuid } from '../../schemas/json';
import type { DocumentEntry, SetRow } from '../../schemas/search';
import {
	currentRow,
	findRows,
	findSetsOf,
	type FoundRows,
	type LookupSettings,
	rowsOf,
	type WantedSet,
} from './findRows';
import type { Look } from './searches';
import { counterpartiesOf, isRefusal, type SearchScope } from './searchSets';

/** A set whose documents are known, if it has any. */
export type SetWithDocuments = SetRow & { documents: DocumentEntry[] };

/** Beyond this, looking among each customer apart costs more than it promises. */
const mostCustomersApart = 20;

/** The set with its documents. Throws InvalidInput if it is not found, or if no search lists its documents. */
export async function findSet(
	exchange: ExchangeClient,
	wanted: WantedSet,
	settings: LookupSettings,
): Promise<SetWithDocuments> {
	const { look, ...found } = await findRows(exchange, wanted, settings);
	return await withDocuments(exchange, found, { wanted, settings, look });
}

/** Every set with this shipment reference, once each, with its documents. Throws InvalidInput if there is none. */
export async function findSetsWithDocuments(
	exchange: ExchangeClient,
	shipmentRef: string,
	settings: LookupSettings,
): Promise<SetWithDocuments[]> {
	const { sets, look } = await findSetsOf(exchange, shipmentRef, settings);
	return await Promise.all(
		sets.map(async (found) => {
			const wanted = { setId: found.rows[0]?.setId ?? '', shipmentRef };
			return await withDocuments(exchange, found, { wanted, settings, look });
		}),
	);
}

type Lookup = { wanted: WantedSet; settings: LookupSettings; look: Look };

/**
 * Some exchanges list documents only if a search finds a single set (docs/service.md 2.6). So the set is searched for
 * again, with every filter that may leave other sets out.
 */
async function withDocuments(exchange: ExchangeClient, found: FoundRows, lookup: Lookup): Promise<SetWithDocuments> {
	const { wanted, settings, look } = lookup;
	const set = currentRow(found.rows, wanted.transactionId) ?? { setId: wanted.setId };
	const seen = { isEmpty: false };
	const listedIn = ({ rows, others }: FoundRows): DocumentEntry[] | undefined => {
		seen.isEmpty ||= !others && rows.some(({ documents }) => documents !== undefined);
		return (
			rows.find(({ documents }) => documents?.length)?.documents ?? (seen.isEmpty && rows.length === 1 ? [] : undefined)
		);
	};
	let documents = listedIn(found);
	const known = { ...wanted, shipmentRef: set.shipmentRef ?? wanted.shipmentRef };
	const attempts = documents ? [] : await narrowerSearches(exchange, known, settings.customerIds);
	for (const { filters, scope } of attempts) {
		const narrower = await rowsOf(exchange, set.setId, { filters, scope, look, reads: 'firstPage' }).catch(ifRefused);
		documents = listedIn(narrower);
		if (documents) break;
	}
	if (!documents && !seen.isEmpty) throw documentsUnlisted(set, wanted, attempts);
	return { ...set, documents: documents ?? [] };
}

type Attempt = { filters: { shipmentRef?: string; instance?: string }; scope: SearchScope };

/** With the shipment reference, if there is one: in both folders and each apart, in the instance, among each customer apart. */
async function narrowerSearches(
	exchange: ExchangeClient,
	{ setId, shipmentRef, instance }: WantedSet,
	customerIds: readonly string[],
): Promise<Attempt[]> {
	const { setIdFilter } = exchange.specifics;
	const base = { ...(setIdFilter && { [setIdFilter]: setId }), ...(shipmentRef && { shipmentRef }) };
	const everybody =
		customerIds.length > 0 ? customerIds : (await counterpartiesOf(exchange)).map((one) => one.customerId);
	const apart = everybody.length > 1 && everybody.length <= mostCustomersApart ? everybody.filter(isUuid) : [];
	const instances = [base, ...(instance ? [{ ...base, instance: instance.toUpperCase() }] : [])];
	return [customerIds, ...apart.map((one) => [one])].flatMap((among) =>
		instances.flatMap((filters) =>
			['ALL', 'ACTIVE', 'FILED'].map((searchIn) => ({ filters, scope: { customerIds: among, searchIn } })),
		),
	);
}

function ifRefused(error: unknown): FoundRows {
	if (isRefusal(error)) return { rows: [], others: true };
	throw error;
}

function documentsUnlisted(
	{ setId, shipmentRef }: SetRow,
	{ instance }: WantedSet,
	attempts: readonly Attempt[],
): InvalidInput {
	const customers = new Set(attempts.flatMap(({ scope }) => scope.customerIds)).size;
	const tried = [
		shipmentRef ? `by its shipment reference ${shipmentRef}` : 'without a shipment reference, since it has none',
		'in the inbox and in the Filed tab, together and apart',
		...(instance ? [`in the instance ${instance.toUpperCase()}`] : []),
		...(customers > 1 ? [`among each of ${customers} customers apart`] : []),
	];
	return new InvalidInput({
		field: 'setSource',
		message: `The exchange does not list the documents of the set ${setId}`,
		description: `It lists documents only if a search finds a single set. Searched ${tried.join('; ')}: each search found other sets as well. If the exchange has a search filter for set IDs, name it in the credential, under "Exchange Specifics" ("Set ID Filter"). Or use the operation "Download" with the set ID and the document ID, which the exchange application shows.`,
	});
}
