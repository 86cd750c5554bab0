import { setTimeout as sleep } from 'node:timers/promises';
import type { ExchangeClient } from '../../exchange/client';
import { InvalidInput } from '../../errors';
import type { SearchRequest, SetRow } from '../../schemas/search';
import { sharedSearch, type SearchSettings } from './searches';

/** What is known of a set before it is looked up. */
export type WantedSet = {
	setId: string;
	transactionId?: string | null | undefined;
	shipmentRef?: string | null | undefined;
	parcelRef?: string | null | undefined;
};

/** How sets are looked up. */
export type LookupSettings = SearchSettings & {
	/** What the exchange calls its filters for these two, where it has them. */
	setIdFilter?: string | undefined;
	parcelRefFilter?: string | undefined;
	/** How long a set may be missing, counted from the execution's first look-up: an event can be faster than the search. */
	waitMs: number;
	signal: AbortSignal;
};

/** For so long after it began, a search that did not find a set is believed. */
const freshMs = 30_000;

/** The set with its documents. Throws InvalidInput when it is not found, or when no search lists its documents. */
export async function findSet(exchange: ExchangeClient, wanted: WantedSet, settings: LookupSettings): Promise<SetRow> {
	return await untilFound(exchange, settings, `the set ${wanted.setId}`, (since) =>
		lookFor(exchange, wanted, settings, since),
	);
}

/** Every set with this shipment reference, once each, with its documents. Throws InvalidInput when there is none. */
export async function findSetsOf(
	exchange: ExchangeClient,
	shipmentRef: string,
	settings: LookupSettings,
): Promise<SetRow[]> {
	const sets = await untilFound(
		exchange,
		settings,
		`a set with the shipment reference ${shipmentRef}`,
		async (since) => {
			const found = await setsOf(exchange, shipmentRef, settings, since);
			return found.length > 0 ? found : null;
		},
	);
	return await Promise.all(
		sets.map(async (set) => (set.documents?.length ? set : await findSet(exchange, set, settings))),
	);
}

/** Every set that stands in the search with this shipment reference now, once each, as the search gives it. */
export async function setsOf(
	exchange: ExchangeClient,
	shipmentRef: string,
	settings: SearchSettings,
	since = -Infinity,
): Promise<SetRow[]> {
	const sets = new Map<string, SetRow>();
	for await (const row of await sharedSearch(exchange).rows({ shipmentRef }, settings, since)) {
		if (hasReference(row, shipmentRef) && !sets.has(row.setId)) sets.set(row.setId, row);
	}
	return [...sets.values()];
}

/** True when the row is of the shipment with this reference. */
export function hasReference({ shipmentRef: own }: SetRow, shipmentRef: string): boolean {
	return own !== null && own !== undefined && referenceKey(own) === referenceKey(shipmentRef);
}

/** What shipment references are compared by: neither their case counts nor the blanks around them. */
export function referenceKey(shipmentRef: string): string {
	return shipmentRef.trim().toLowerCase();
}

/** Looks at once, then again and again until the execution's time for waiting is over. */
async function untilFound<Found>(
	exchange: ExchangeClient,
	{ waitMs, signal }: LookupSettings,
	what: string,
	look: (since: number) => Promise<Found | null>,
): Promise<Found> {
	const deadline = sharedSearch(exchange).beganAt + waitMs;
	// What an earlier item's search did not find may have come since, in an execution that takes long.
	const found = (await look(-Infinity)) ?? (await look(performance.now() - freshMs));
	if (found !== null) return found;
	for (let delayMs = 1_000; ; delayMs *= 1.5) {
		const since = performance.now();
		if (since >= deadline) throw notFound(what);
		await sleep(Math.min(delayMs, deadline - since), undefined, { signal });
		const foundNow = await look(since);
		if (foundNow !== null) return foundNow;
	}
}

/** Asks the narrowest question first; what an answer tells of the set makes the next question narrower. */
async function lookFor(
	exchange: ExchangeClient,
	wanted: WantedSet,
	settings: LookupSettings,
	since: number,
): Promise<SetRow | null> {
	const asked = new Set<string>();
	let seen: SetRow | null = null;
	for (;;) {
		const question = questions({ ...wanted, ...seen }, settings, seen !== null).find(
			(filters) => !asked.has(JSON.stringify(filters)),
		);
		if (question === undefined) break;
		asked.add(JSON.stringify(question));
		const isNarrow = Object.keys(question).length > 0;
		const { row, alone } = await pick(wanted, await sharedSearch(exchange).rows(question, settings, since), isNarrow);
		if (row?.documents && (row.documents.length > 0 || alone)) return row;
		seen = row ?? seen;
	}
	if (seen !== null) throw documentsUnlisted(seen);
	return null;
}

/** The searches that may find the set, narrowest first. Only an unseen set is worth paging through all of them. */
function questions(known: WantedSet, { setIdFilter, parcelRefFilter }: LookupSettings, seen: boolean): SearchRequest[] {
	return [
		...(setIdFilter ? [{ [setIdFilter]: known.setId }] : []),
		...(parcelRefFilter && known.parcelRef ? [{ [parcelRefFilter]: known.parcelRef }] : []),
		...(known.shipmentRef ? [{ shipmentRef: known.shipmentRef }] : []),
		...(seen ? [] : [{}]),
	];
}

/**
 * The set's row, best in the wanted transaction; `alone` when a narrow search found no other set, so that an empty list
 * of documents is true.
 */
async function pick(
	wanted: WantedSet,
	rows: AsyncIterable<SetRow>,
	isNarrow: boolean,
): Promise<{ row: SetRow | null; alone: boolean }> {
	let best: SetRow | null = null;
	let others = false;
	for await (const row of rows) {
		if (row.setId.toLowerCase() !== wanted.setId.toLowerCase()) {
			others = true;
			continue;
		}
		const isExact = !wanted.transactionId || row.transactionId === wanted.transactionId;
		if (isExact && (row.documents?.length || !isNarrow)) return { row, alone: false };
		best = isExact ? row : (best ?? row);
	}
	return { row: best, alone: isNarrow && !others };
}

function notFound(what: string): InvalidInput {
	return new InvalidInput({
		field: 'setSource',
		message: `The exchange does not find ${what}`,
		description:
			'Check the reference and the customers. A set that has only just been imported or changed may need a moment: raise "Wait for Set" in the options.',
	});
}

function documentsUnlisted({ setId, shipmentRef }: SetRow): InvalidInput {
	const narrowed = shipmentRef
		? `even when searching for the shipment reference ${shipmentRef}`
		: 'and the set has no shipment reference to search by';
	return new InvalidInput({
		field: 'setSource',
		message: `The exchange does not list the documents of the set ${setId}, ${narrowed}`,
		description:
			'It lists documents only when a search finds one set. Name its filter for set IDs in the options ("Set ID Filter"), or use the operation "Download" with the set ID and the document ID, which the exchange application shows.',
	});
}
