import { ExplainedError } from '../errors';
import { type ExchangeClient, searchPages } from '../exchange/client';
import { allCustomerIds } from '../lookup/counterparties';
import { isDenial, searchSets } from '../lookup/searchSets';
import { modifiedDate } from '../schemas/date';
import type { SearchRequest, SetRow } from '../schemas/search';
import { statusMessageOf } from '../schemas/setRow';
import type { StatusMessage } from '../schemas/statusMessage';
import { statusRank } from '../vocabulary';
import { keyOf, type Coverage, type PollMemory } from './memory';

/** What to search for. No customers: all that the account sees. */
export type PollScope = { readonly customerIds: readonly string[]; readonly request: SearchRequest };

/** A set whose status is another one than the last that was processed. */
export type Change = { readonly key: string; readonly status: string; readonly event: StatusMessage };

/** What a search shows that was read completely. */
export type Found = {
	/** Oldest first. */
	readonly changes: readonly Change[];
	/** Sets of customers or filters that are new. */
	readonly firstSeen: readonly { readonly key: string; readonly status: string }[];
	readonly seen: readonly string[];
	readonly coverage: Coverage;
};

/** A search that shows so few sets that nothing is concluded from it. */
export class TooFewSets extends ExplainedError {}

/**
 * Searches the inbox and the Filed tab once and compares every set with its last status. Throws without any effect if the
 * search does not succeed, is not complete, or shows fewer than half of the sets of the last one (unless `fewerIsTrue`).
 */
export async function readChanges(
	exchange: ExchangeClient,
	{ customerIds, request }: PollScope,
	memory: PollMemory,
	{ isNews, fewerIsTrue }: { isNews: (key: string, status: string) => boolean; fewerIsTrue: boolean },
): Promise<Found> {
	const visible = customerIds.length === 0 ? await visibleCustomers(exchange) : [];
	const coverage = { filters: JSON.stringify(request), customerIds, visible };
	const { timezone } = exchange.specifics;
	const eventOf = (row: SetRow) => statusMessageOf(exchange.withoutSecrets(row), timezone);
	const shown = new Map<string, Dated>();
	const changes = new Map<string, Change & Place>();
	const firstSeen = new Map<string, string>();
	for (const part of memory.partsOf(coverage)) {
		const scope = { customerIds: part.customerIds, searchIn: 'ALL' };
		const pages = searchSets(exchange, request, scope, (asked) => searchPages(exchange, asked));
		for await (const { rows, notes, isIncomplete } of pages) {
			if (isIncomplete) throw incomplete(notes);
			for (const row of rows) {
				const { setId, status } = row;
				if (!setId || !status) continue;
				const key = keyOf(row);
				const same = shown.get(key);
				// Results without a transaction cannot be distinguished: the latest of them counts, wherever it is listed.
				if (same && inOrder(placeOf(same, timezone), placeOf(row, timezone)) >= 0) continue;
				shown.set(key, { status, modifiedDate: row.modifiedDate });
				changes.delete(key);
				if (!isNews(key, status)) continue;
				const isFirstSeen = firstSeen.has(key) || (part.isNew && !same && memory.statusOf(key) === undefined);
				if (isFirstSeen) firstSeen.set(key, status);
				else changes.set(key, { key, status, event: eventOf(row), ...placeOf(row, timezone) });
			}
		}
	}
	const expected = memory.expected(coverage);
	if (shown.size * 2 < expected && !fewerIsTrue) throw fewer(shown.size, expected);
	return {
		changes: [...changes.values()].sort(inOrder),
		firstSeen: [...firstSeen].map(([key, status]) => ({ key, status })),
		seen: [...shown.keys()],
		coverage,
	};
}

type Dated = Pick<SetRow, 'status' | 'modifiedDate'>;
/** Where a change comes: one without a date after those that have one. */
type Place = { readonly at: number; readonly rank: number };

function placeOf({ status, modifiedDate: written }: Dated, timezone: string): Place {
	const at = Date.parse(modifiedDate(written ?? '', timezone) ?? '');
	return { at: Number.isNaN(at) ? Infinity : at, rank: statusRank(status ?? '') };
}

function inOrder(one: Place, other: Place): number {
	return one.at === other.at ? one.rank - other.rank : one.at - other.at;
}

/** None if the login may not list them. */
async function visibleCustomers(exchange: ExchangeClient): Promise<string[]> {
	return await allCustomerIds(exchange).catch((error: unknown) => {
		if (isDenial(error)) return [];
		throw error;
	});
}

/** The wanted set that changed last, of those that are read until the limit. Throws an ExplainedError if there is none. */
export async function latestChange(
	exchange: ExchangeClient,
	{ customerIds, request }: PollScope,
	{ wants, limit }: { wants: (row: SetRow) => boolean; limit: AbortSignal },
): Promise<SetRow> {
	const { timezone } = exchange.specifics;
	const scope = { customerIds, searchIn: 'ALL' };
	let latest: { row: SetRow; at: string } | null = null;
	try {
		for await (const { rows } of searchSets(exchange, request, scope, (asked) => searchPages(exchange, asked))) {
			for (const row of rows) {
				const at = modifiedDate(row.modifiedDate ?? '', timezone) ?? '';
				if (wants(row) && (!latest || at > latest.at)) latest = { row, at };
			}
		}
	} catch (error) {
		if (!limit.aborted || !latest) throw error;
	}
	if (latest) return exchange.withoutSecrets(latest.row);
	throw new ExplainedError({
		message: 'No set matches the events and filters',
		description: 'Choose more events, remove filters, check the customers, or set "Test With" to "Sample Event".',
	});
}

/** What an abort by this limit means; `lasting` is its duration in words. Other errors are as they were. */
export function explainLimit(error: unknown, limit: AbortSignal, lasting: string): unknown {
	if (!limit.aborted) return error;
	return new ExplainedError({
		message: `The search for changes took more than ${lasting}`,
		description: 'Choose customers, or add filters, so that fewer sets are read.',
	});
}

function incomplete(notes: readonly string[]): ExplainedError {
	return new ExplainedError({
		message: 'The search for changes was not complete',
		description: `${notes.join(' ')} Its result was discarded.`,
	});
}

function fewer(found: number, expected: number): TooFewSets {
	return new TooFewSets({
		message: `The exchange shows only ${found} of ${expected} sets`,
		description:
			'The result of this search was discarded. If the sets are really gone, the trigger accepts that after an hour.',
	});
}
