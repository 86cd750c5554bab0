import { sleep } from '../backoff';
import type { ExchangeClient, RowsOfPage } from '../exchange/client';
import { InvalidInput } from '../errors';
import { modifiedDate } from '../schemas/date';
import type { SearchRequest, SetRow } from '../schemas/search';
import { type Attempt, sharedSearches } from './searches';
import { forgetEmptyWays, isDenial, knownReference, type SearchScope } from './searchSets';

/** The known facts of a set before it is looked up. */
export type WantedSet = {
	setId: string;
	transactionId?: string | null | undefined;
	shipmentRef?: string | null | undefined;
	/** The application instance that an event names, in any case. */
	instance?: string | null | undefined;
};

export type LookupSettings = {
	/** None: all counterparties that the account can see. */
	customerIds: readonly string[];
	/** How long a set may be missing, counted from the first look-up of the node run: events can arrive before the search shows the set. */
	waitMs: number;
	/** Whether an event or another node names it. If it was typed, one search that shows all sets is enough. */
	isAnnounced: boolean;
	signal: AbortSignal;
	onHint: (hint: string) => void;
};

/** The rows of a set, one for each of its transactions on the pages that were read, and whether the same search may have found other sets too. */
export type FoundRows = { rows: SetRow[]; mayHaveOthers: boolean };

/** A set, and what is needed to search for it again. */
export type FoundSet = FoundRows & {
	/** The row that counts as the set: see `currentRow`. */
	current: SetRow;
	wanted: WantedSet;
	settings: LookupSettings;
	attempt: Attempt;
};

const mostConsignorsNamed = 5;

/** For how long a search that did not find a set is reused for other items. */
const freshMs = 30_000;

/**
 * One set, found with few requests: by the exchange's filter for set IDs, by the shipment reference, in the event's instance,
 * and finally in all sets. Throws InvalidInput if the search does not show the set in time.
 */
export async function findSet(
	exchange: ExchangeClient,
	wanted: WantedSet,
	settings: LookupSettings,
): Promise<FoundSet> {
	return await untilFound(
		exchange,
		settings,
		{ what: `the set ${wanted.setId}`, advice: `Check the set ID${ifChosen(settings)}.` },
		async (attempt) => await lookForSet(exchange, { wanted, settings, attempt }),
	);
}

/** Looks for a set once, without waiting. */
export async function lookForSet(
	exchange: ExchangeClient,
	{ wanted, settings, attempt }: Pick<FoundSet, 'wanted' | 'settings' | 'attempt'>,
): Promise<FoundSet | null> {
	const scope = { customerIds: settings.customerIds, searchIn: 'ALL' };
	// An exchange may not know the instance of an event, or it may require one.
	let mayBeDenied = false;
	for (const filters of searchesFor(exchange, wanted)) {
		const isInInstance = 'instance' in filters;
		const search = rowsOf(exchange, wanted.setId, { filters, scope, attempt });
		const found: FoundRows = await (isInInstance || mayBeDenied ? search.catch(nothingIfDenied) : search);
		mayBeDenied ||= isInInstance && found !== denied;
		if (found.rows.length === 0) continue;
		return { ...found, current: currentRow(found.rows, wanted.transactionId), wanted, settings, attempt };
	}
	return null;
}

/** Every set that has this shipment reference. Throws InvalidInput if there is none in time. */
export async function findSetsOfShipment(
	exchange: ExchangeClient,
	shipmentRef: string,
	settings: LookupSettings,
): Promise<FoundSet[]> {
	const what = `a set with the shipment reference ${shipmentRef}`;
	const advice = `Check the reference${ifChosen(settings)}. It must be that of the shipment: the exchange returns no B/L numbers.`;
	return await untilFound(exchange, settings, { what, advice }, async (attempt) => {
		const rowsById = new Map<string, SetRow[]>();
		const { customerIds } = settings;
		for await (const page of pagesWithReference(exchange, shipmentRef, { customerIds, attempt })) {
			for (const row of page.rows.filter((one) => hasReference(one, shipmentRef)))
				rowsById.set(row.setId, [...(rowsById.get(row.setId) ?? []), row]);
		}
		const sets = Array.from(rowsById, ([setId, rows]) => {
			const found = { rows, mayHaveOthers: rowsById.size > 1, current: currentRow(rows) };
			return { ...found, wanted: { setId, shipmentRef }, settings, attempt };
		});
		const hint = severalConsignors(
			shipmentRef,
			[...rowsById.values()].flat().map(({ consignorCompanyName }) => consignorCompanyName),
		);
		if (hint) settings.onHint(hint);
		return sets.length > 0 ? sets : null;
	});
}

/** A hint if the sets with one shipment reference are from several consignors: each company has references of its own. */
export function severalConsignors(shipmentRef: string, names: Iterable<string | null | undefined>): string | null {
	const consignors = [...new Set(names)].filter((name) => name);
	if (consignors.length < 2) return null;
	const listed =
		consignors.slice(0, mostConsignorsNamed).join(', ') + (consignors.length > mostConsignorsNamed ? ' …' : '');
	return `The shipment reference ${shipmentRef} belongs to sets of several consignors: ${listed}. To get only those of one customer, switch off "All Customers" and choose that one.`;
}

/** The pages of a search for a shipment reference, with rows of other shipments if the exchange ignores the filter. They say if sets are missing. */
export function pagesWithReference(
	exchange: ExchangeClient,
	shipmentRef: string,
	{ customerIds, attempt }: { customerIds: readonly string[]; attempt: Attempt },
): AsyncGenerator<RowsOfPage> {
	return sharedSearches(exchange).search({ shipmentRef }, { customerIds, searchIn: 'ALL' }, attempt);
}

/** True if the row belongs to the shipment with this reference. */
export function hasReference({ shipmentRef: own }: SetRow, shipmentRef: string): boolean {
	return own !== null && own !== undefined && referenceKey(own) === referenceKey(shipmentRef);
}

/**
 * The form in which shipment references are compared: what looks the same is the same, however it was typed or copied. Case, characters
 * that nobody sees (zero-width spaces, marks of direction and of byte order), the kind and number of blanks, and the way in which a letter
 * with an accent is composed do not count.
 */
export function referenceKey(shipmentRef: string): string {
	return shipmentRef
		.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
		.replace(/\s+/g, ' ')
		.trim()
		.toLowerCase()
		.normalize('NFC');
}

/**
 * The row that counts as the set: that of the wanted transaction, else the one modified last, else the first. There must be
 * at least one. (One act can be two transactions: probably Issued and Title Held are.)
 */
export function currentRow(rows: readonly SetRow[], transactionId?: string | null): SetRow {
	const wanted = transactionId ? rows.find((row) => row.transactionId === transactionId) : undefined;
	const modifiedAt = (row: SetRow) => modifiedDate(row.modifiedDate ?? '') ?? '';
	return wanted ?? rows.reduce((last, row) => (modifiedAt(last) >= modifiedAt(row) ? last : row));
}

/** The rows of the set in one search, which is read until it shows the set, or for one page only. */
export async function rowsOf(
	exchange: ExchangeClient,
	setId: string,
	search: { filters: SearchRequest; scope: SearchScope; attempt: Attempt; firstPageOnly?: boolean },
): Promise<FoundRows> {
	const { filters, scope, attempt, firstPageOnly = false } = search;
	let mayHaveOthers = false;
	for await (const page of sharedSearches(exchange).search(filters, scope, attempt)) {
		const rows = page.rows.filter((row) => row.setId.toLowerCase() === setId.toLowerCase());
		mayHaveOthers ||= rows.length < page.rows.length;
		if (firstPageOnly || rows.length > 0) {
			return { rows, mayHaveOthers: mayHaveOthers || page.total !== page.rows.length };
		}
	}
	return { rows: [], mayHaveOthers };
}

/** The searches that show the set: those that leave out most other sets first, and in the end all sets. */
function searchesFor(exchange: ExchangeClient, { setId, shipmentRef, instance }: WantedSet): SearchRequest[] {
	const { setIdFilter } = exchange.profile;
	const reference = shipmentRef ?? knownReference(exchange, setId);
	const narrow = [
		...(setIdFilter ? [{ [setIdFilter]: setId }] : []),
		...(reference ? [{ shipmentRef: reference }] : []),
	];
	if (narrow.length === 0) return inInstances(exchange, {}, instance);
	return [...narrow.flatMap((filters) => inInstances(exchange, filters, instance)), {}];
}

/** The search in the instance that an event names, and in that of the profile, or in none. */
export function inInstances<Filters extends SearchRequest>(
	{ profile }: ExchangeClient,
	filters: Filters,
	ofEvent: WantedSet['instance'],
): (Filters & { instance?: string })[] {
	const instance = ofEvent?.toUpperCase();
	return instance && instance !== profile.instance?.toUpperCase() ? [{ ...filters, instance }, filters] : [filters];
}

/** Looks immediately, then again until the wait is over. */
async function untilFound<Found>(
	exchange: ExchangeClient,
	settings: LookupSettings,
	wanted: { what: string; advice: string },
	lookOnce: (attempt: Attempt) => Promise<Found | null>,
): Promise<Found> {
	const { isAnnounced, waitMs, onHint } = settings;
	const known = { totals: new Map<string, number>(), seen: { isIncomplete: false }, onHint };
	const look = async (since: number) => await lookOnce({ ...known, since });
	// In a long run, the set may have appeared since an earlier item's search.
	const found = (await look(-Infinity)) ?? (await look(performance.now() - freshMs));
	if (found !== null) return found;
	if (!isAnnounced && !known.seen.isIncomplete) throw notFound(wanted, null);
	const later = await lookAgain(exchange, settings, async (since, isLast) => {
		// One set may have left when another came: the last look reads every page, whatever the exchange counts.
		if (isLast) known.totals.clear();
		return await look(since);
	});
	if (later === null) throw notFound(wanted, waitMs);
	return later;
}

/** Looks again until the wait is over, for what an earlier look did not find. `since`: see `Attempt`. */
export async function lookAgain<Found>(
	exchange: ExchangeClient,
	{ waitMs, signal }: LookupSettings,
	look: (since: number, isLast: boolean) => Promise<Found | null>,
): Promise<Found | null> {
	const deadline = sharedSearches(exchange).beganAt + waitMs;
	for (let delayMs = 1_000; ; delayMs *= 1.5) {
		const since = performance.now();
		if (since >= deadline) return null;
		await sleep(Math.min(delayMs, deadline - since), signal);
		forgetEmptyWays(exchange);
		const found = await look(since, since + delayMs >= deadline);
		if (found !== null) return found;
	}
}

const denied: FoundRows = { rows: [], mayHaveOthers: true };

/** For a search that an exchange may reject: with a filter that it does not know, or for a customer that the account may not search. */
export function nothingIfDenied(error: unknown): FoundRows {
	if (isDenial(error)) return denied;
	throw error;
}

function ifChosen({ customerIds }: LookupSettings): string {
	return customerIds.length === 0 ? '' : ' and the customers';
}

/** `waitMs`: null if it was not waited for. */
function notFound({ what, advice }: { what: string; advice: string }, waitMs: number | null): InvalidInput {
	const repeated = waitMs ? `: the search was repeated for ${waitMs / 1_000} seconds` : '';
	const wait = `A new set may take a moment to appear${repeated}. To wait longer or shorter, set "Wait for Set (Seconds)", an option of "Download All".`;
	return new InvalidInput({
		field: 'setSource',
		message: `The exchange did not find ${what}`,
		description: `${advice} ${waitMs === null ? 'A complete search does not show it.' : wait}`,
	});
}
