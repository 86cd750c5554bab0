import { sleep } from '../../backoff';
import { explained, ExplainedError, InvalidInput } from '../../errors';
import type { ExchangeClient } from '../../exchange/client';
import { currentRow, hasReference, pagesWithReference } from '../../lookup/findSets';
import { forgetEmptyWays } from '../../lookup/searchSets';
import type { ItemContext } from '../../n8n/itemContext';
import { sanitize } from '../../schemas/errorMessage';
import type { SetRow } from '../../schemas/search';
import { statusLabel } from '../../vocabulary';
import type { PreparedImport } from './prepareImport';

/** The sets of a shipment that a search shows, by ID and as users recognize them, and whether there may be more. */
export type FoundSets = {
	sets: ReadonlyMap<string, string>;
	mayBeMore: boolean;
	/** False if the exchange shows fewer sets than it counts. */
	isComplete: boolean;
};

/** The sets that the search finds now, once each. Throws InvalidInput if it finds none, but may not have shown every set. */
export async function setsInSearch(
	exchange: ExchangeClient,
	shipmentRef: string,
	{ addHint }: ItemContext,
): Promise<FoundSets> {
	const attempt = {
		since: performance.now(),
		totals: new Map<string, number>(),
		seen: { isIncomplete: false },
		onHint: addHint,
	};
	const found: SetRow[] = [];
	let unnamed = 0;
	let mayBeMore = false;
	let missing: string | null = null;
	for await (const page of pagesWithReference(exchange, shipmentRef, { customerIds: [], attempt })) {
		mayBeMore ||= page.isIncomplete === true;
		// A folder that the exchange does not search has no total: nothing can be known of it, today or later.
		if (page.isIncomplete && page.total !== null) missing = page.notes.join(' ');
		for (const row of page.rows) {
			if (!row.shipmentRef?.trim()) unnamed += 1;
			else if (hasReference(row, shipmentRef)) found.push(row);
		}
	}
	const rows = [...Map.groupBy(found, ({ setId }) => setId.toLowerCase()).values()].map((same) => currentRow(same));
	if (rows.length === 0 && missing !== null)
		throw unclear(
			`The search did not show every set, so the shipment ${shipmentRef} may be there`,
			`Nothing was sent. ${missing} Run the workflow again when the search shows all sets.`,
		);
	if (rows.length === 0 && unnamed > 0)
		throw unclear(
			`The exchange found sets, but it is unclear whether they belong to the shipment ${shipmentRef}`,
			'Nothing was sent. Look for the shipment in the exchange application.',
			'If it is not there, import only this shipment: remove the other rows or items, and set "If Shipment Exists" to "Import Anyway" for this execution only.',
		);
	return { sets: new Map(rows.map((row) => [row.setId, nameOf(row)])), mayBeMore, isComplete: missing === null };
}

/** What the search shows of a shipment after it was sent. `why`: why it shows nothing, if so. */
export type LookAfter = Pick<FoundSets, 'sets' | 'mayBeMore'> & { why: string };

const mostSearches = 6;

/**
 * Searches for a shipment that was sent, at once and then for up to `waitSeconds`, until there are as many new sets as it has bills of
 * lading. A search that does not work shows nothing.
 */
export async function lookForImport(
	exchange: ExchangeClient,
	{ shipmentRef, bills, input }: PreparedImport,
	before: readonly string[] | null,
	context: ItemContext,
): Promise<LookAfter> {
	const { waitSeconds } = input.options;
	/** A search may show what the one before did not, and the other way round. */
	const sets = new Map<string, string>();
	const nothing = { sets, mayBeMore: false, why: '' };
	if (waitSeconds === 0) return nothing;
	if (shipmentRef === null)
		return { ...nothing, why: 'It has no shipment reference, so it could not be searched for.' };
	if (before === null)
		return {
			...nothing,
			why: 'It could not be searched for before it was sent, or others with its reference may not be visible yet, so the search cannot confirm the import.',
		};
	const isNew = isNewTo(before);
	let look: LookAfter = nothing;
	for (let searches = 1; ; searches++) {
		// It may be the first one that the account shows.
		forgetEmptyWays(exchange);
		try {
			const found = await setsInSearch(exchange, shipmentRef, context);
			for (const [setId, name] of found.sets) if (isNew(setId)) sets.set(setId, name);
			const why = `The search did not show it within ${waitSeconds} seconds.`;
			look = { sets, mayBeMore: found.mayBeMore, why };
		} catch (error) {
			if (!(error instanceof ExplainedError)) throw error;
			look = { ...look, why: `The search for it did not work: ${error.message}.` };
		}
		if (sets.size >= bills || searches === mostSearches) return look;
		// Each wait is longer than the one before by the same time.
		await sleep((waitSeconds * 1_000 * searches) / ((mostSearches * (mostSearches - 1)) / 2), context.signal);
	}
}

/** Whether a set was not there before. Upper and lower case are the same ID. */
export function isNewTo(before: readonly string[] | null): (setId?: string) => boolean {
	const old = new Set(before?.map((setId) => setId.toLowerCase()));
	return (setId = '') => !old.has(setId.toLowerCase());
}

const mostNamed = 3;

/** The first sets, after a colon. */
export function listed(sets: FoundSets['sets']): string {
	const named = [...sets.values()];
	const names = [...named.slice(0, mostNamed), ...(named.length > mostNamed ? ['…'] : [])].join(', ');
	return names === '' ? '' : `: ${named.length === 1 ? 'set' : 'sets'} ${names}`;
}

/** A set as users recognize it: whether it is theirs shows in the consignor. */
function nameOf({ setId, consignorCompanyName, status }: SetRow): string {
	const known = [consignorCompanyName, status ? statusLabel(status) : null].filter((one) => one?.trim());
	return sanitize(known.length === 0 ? setId : `${setId} (${known.join(', ')})`) ?? setId;
}

function unclear(message: string, description: string, forPeople?: string): InvalidInput {
	const texts = forPeople === undefined ? { description } : explained(description, forPeople);
	return new InvalidInput({ field: 'ifPresent', message, ...texts });
}
