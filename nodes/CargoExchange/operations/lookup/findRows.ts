import { setTimeout as sleep } from 'node:timers/promises';
import type { ExchangeClient } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import { modifiedDate } from '../../schemas/date';
import type { SearchRequest, SetRow } from '../../schemas/search';
import { type Look, sharedSearches } from './searches';
import { isRefusal, knownReference, type SearchScope } from './searchSets';

/** What is known of a set before it is looked up. */
export type WantedSet = {
	setId: string;
	transactionId?: string | null | undefined;
	shipmentRef?: string | null | undefined;
	/** The application instance that an event names, in any case. */
	instance?: string | null | undefined;
};

export type LookupSettings = {
	/** None: among all counterparties that the account sees. */
	customerIds: readonly string[];
	/** How long a set may be missing, counted from the first look-up of the node run: an event can be faster than the search. */
	waitMs: number;
	signal: AbortSignal;
	onHint: (hint: string) => void;
};

/** The rows of a set, one for each of its transactions, and whether the search that found them may have found other sets too. */
export type FoundRows = { rows: SetRow[]; others: boolean };

/** For so long after it began, a search that did not find a set is believed. */
const freshMs = 30_000;

/**
 * The rows of a set, found with as few requests as possible, and the look that found them. Throws InvalidInput if the
 * search does not show the set when the time for waiting is over.
 */
export async function findRows(
	exchange: ExchangeClient,
	wanted: WantedSet,
	settings: LookupSettings,
): Promise<FoundRows & { look: Look }> {
	const scope = { customerIds: settings.customerIds, searchIn: 'ALL' };
	return await untilFound(exchange, settings, `the set ${wanted.setId}`, async (look, isLast) => {
		for (const filters of narrowFilters(wanted, exchange.specifics.setIdFilter)) {
			const found = await rowsOf(exchange, wanted.setId, { filters, scope, look, reads: 'everything' });
			if (found.rows.length > 0) return { ...found, look };
		}
		const wide = async (filters: SearchRequest) =>
			await rowsOf(exchange, wanted.setId, { filters, scope, look, reads: 'untilFound' });
		if (wanted.instance) {
			const found = await wide({ instance: wanted.instance.toUpperCase() }).catch(nothingIfRefused);
			if (found.rows.length > 0) return { ...found, look };
			// An exchange that shows nothing at all under this name does not mean by it what the event means.
			if (found.others && !isLast) return null;
		}
		const found = await wide({});
		return found.rows.length > 0 ? { ...found, look } : null;
	});
}

/** Every set that has this shipment reference, with its rows. Throws InvalidInput if there is none. */
export async function findSetsOf(
	exchange: ExchangeClient,
	shipmentRef: string,
	settings: LookupSettings,
): Promise<{ sets: FoundRows[]; look: Look }> {
	return await untilFound(exchange, settings, `a set with the shipment reference ${shipmentRef}`, async (look) => {
		const rowsById = new Map<string, SetRow[]>();
		for await (const row of rowsWithReference(exchange, shipmentRef, { customerIds: settings.customerIds, look })) {
			if (hasReference(row, shipmentRef)) rowsById.set(row.setId, [...(rowsById.get(row.setId) ?? []), row]);
		}
		const sets = [...rowsById.values()].map((rows) => ({ rows, others: rowsById.size > 1 }));
		return sets.length > 0 ? { sets, look } : null;
	});
}

/** What a search for a shipment reference gives, also rows of other shipments if the exchange does not know the filter. */
export async function* rowsWithReference(
	exchange: ExchangeClient,
	shipmentRef: string,
	{ customerIds, look }: { customerIds: readonly string[]; look: Look },
): AsyncGenerator<SetRow> {
	const scope = { customerIds, searchIn: 'ALL' };
	for await (const page of sharedSearches(exchange).search({ shipmentRef }, scope, look)) yield* page.rows;
}

/** True when the row is of the shipment with this reference. */
export function hasReference({ shipmentRef: own }: SetRow, shipmentRef: string): boolean {
	return own !== null && own !== undefined && referenceKey(own) === referenceKey(shipmentRef);
}

/** What shipment references are compared by: neither their case counts nor the blanks around them. */
export function referenceKey(shipmentRef: string): string {
	return shipmentRef.trim().toLowerCase();
}

/**
 * Which of several rows is the set: that of the wanted transaction, else the one that was modified last, else the first.
 * (One act can be two transactions, as Issued and Title Held are most likely.)
 */
export function currentRow(rows: readonly SetRow[], transactionId?: string | null): SetRow | undefined {
	const wanted = transactionId ? rows.find((row) => row.transactionId === transactionId) : undefined;
	const modifiedAt = (row: SetRow) => modifiedDate(row.modifiedDate ?? '') ?? '';
	return (
		wanted ??
		rows.reduce<SetRow | undefined>(
			(last, row) => (last && modifiedAt(last) >= modifiedAt(row) ? last : row),
			undefined,
		)
	);
}

/** One search for a set. */
type OneSearch = {
	filters: SearchRequest;
	scope: SearchScope;
	look: Look;
	/** A search for a single set or shipment is read to its end, one through all sets until it shows the set. */
	reads: 'everything' | 'untilFound' | 'firstPage';
};

/** The rows of the set that one search shows. */
export async function rowsOf(
	exchange: ExchangeClient,
	setId: string,
	{ filters, scope, look, reads }: OneSearch,
): Promise<FoundRows> {
	const found: FoundRows = { rows: [], others: false };
	for await (const page of sharedSearches(exchange).search(filters, scope, look)) {
		const own = page.rows.filter((row) => row.setId.toLowerCase() === setId.toLowerCase());
		found.rows.push(...own);
		found.others ||= own.length < page.rows.length;
		const isEnough = reads === 'firstPage' || (reads === 'untilFound' && own.length > 0);
		if (isEnough) return { rows: found.rows, others: found.others || page.total !== page.rows.length };
	}
	return found;
}

/** The searches that show little beside the set, the narrowest first. */
function narrowFilters({ setId, shipmentRef }: WantedSet, setIdFilter: string | undefined): SearchRequest[] {
	const reference = shipmentRef ?? knownReference(setId);
	return [...(setIdFilter ? [{ [setIdFilter]: setId }] : []), ...(reference ? [{ shipmentRef: reference }] : [])];
}

/** Looks at once, then again and again until the run's time for waiting is over; `isLast` says that it is. */
async function untilFound<Found>(
	exchange: ExchangeClient,
	{ waitMs, signal, onHint }: LookupSettings,
	what: string,
	lookOnce: (look: Look, isLast: boolean) => Promise<Found | null>,
): Promise<Found> {
	const deadline = sharedSearches(exchange).beganAt + waitMs;
	const totals = new Map<string, number>();
	const look = async (since: number) => await lookOnce({ since, totals, onHint }, performance.now() >= deadline);
	// What an earlier item's search did not find may have come since, in a run that takes long.
	let found = (await look(-Infinity)) ?? (await look(performance.now() - freshMs));
	for (let delayMs = 1_000; found === null; delayMs *= 1.5) {
		const since = performance.now();
		if (since >= deadline) throw notFound(what);
		await sleep(Math.min(delayMs, deadline - since), undefined, { signal });
		found = await look(since);
	}
	return found;
}

function nothingIfRefused(error: unknown): FoundRows {
	if (isRefusal(error)) return { rows: [], others: false };
	throw error;
}

function notFound(what: string): InvalidInput {
	return new InvalidInput({
		field: 'setSource',
		message: `The exchange does not find ${what}`,
		description:
			'Check the reference and the customers. A set that has only just been imported or changed may need a moment: raise "Wait for Set (Seconds)" in the options of "Download All".',
	});
}
