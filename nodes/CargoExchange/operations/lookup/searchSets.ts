import type { ExchangeClient } from '../../exchange/client';
import type { RowsOfPage } from '../../exchange/paging';
import { ServiceError } from '../../errors';
import type { Counterparty } from '../../schemas/counterparty';
import type { SearchRequest, SetRow } from '../../schemas/search';
import { isUuid } from '../../schemas/json';
import { cachePer } from '../concurrency';

/** Where to search. No customers: among all that the account sees. `ALL`: in the inbox and in the Filed tab. */
export type SearchScope = { customerIds: readonly string[]; searchIn: string };

/** Reads one search to its end, or as far as its reader wants. */
type ReadPages = (request: SearchRequest) => AsyncIterable<RowsOfPage>;

/** What worked for an account, kept for the process: exchanges differ in what a search needs (docs/service.md 2.3). */
type Habits = { namesCustomers: boolean; folders: 'together' | 'apart' | null };
const habits = new Map<string, Habits>();

const lists = cachePer<{ counterparties?: Promise<Counterparty[]> }>(() => ({}));

/** The counterparties that the account sees, requested once in a node run, and again after a failure. */
export async function counterpartiesOf(exchange: ExchangeClient): Promise<Counterparty[]> {
	const list = lists(exchange);
	list.counterparties ??= exchange.counterparties();
	try {
		return await list.counterparties;
	} catch (error) {
		delete list.counterparties;
		throw error;
	}
}

/**
 * The pages of a search. If the exchange wants customers to be named, every counterparty is; if it does not know `ALL`,
 * the inbox and the Filed tab are searched one after the other. If everything is refused, the first answer is thrown.
 */
export async function* searchSets(
	exchange: ExchangeClient,
	request: SearchRequest,
	{ customerIds, searchIn }: SearchScope,
	read: ReadPages,
): AsyncGenerator<RowsOfPage> {
	const habit = habits.get(exchange.accountKey) ?? { namesCustomers: false, folders: null };
	habits.set(exchange.accountKey, habit);
	const among = (ids: readonly string[], splits: boolean) => {
		const asked = { ...request, ...(ids.length > 0 && { customerIds: [...ids] }) };
		return searchIn === 'ALL' ? inBothFolders(asked, { habit, splits, read }) : read({ ...asked, status: searchIn });
	};
	const everybody = async function* () {
		const ids = (await counterpartiesOf(exchange)).map(({ customerId }) => customerId);
		// One whose ID cannot be sent costs the others nothing.
		for await (const page of among(ids.filter(isUuid), true)) {
			habit.namesCustomers = true;
			yield page;
		}
	};
	const unnamed = habit.namesCustomers ? everybody() : unlessRefused(among([], false), everybody);
	const pages = customerIds.length > 0 ? among(customerIds, true) : unnamed;
	for await (const page of pages) {
		rememberReferences(page.rows);
		yield page;
	}
}

/** `splits`: whether a refusal may mean that the exchange does not know `ALL`. */
async function* inBothFolders(
	request: SearchRequest,
	{ habit, splits, read }: { habit: Habits; splits: boolean; read: ReadPages },
): AsyncGenerator<RowsOfPage> {
	let refusal: unknown;
	if (habit.folders !== 'apart') {
		try {
			for await (const page of read({ ...request, status: 'ALL' })) {
				if (page.rows.length > 0) habit.folders = 'together';
				yield page;
			}
		} catch (error) {
			if (habit.folders === 'together' || !splits || !isRefusal(error)) throw error;
			refusal = error;
		}
		if (habit.folders === 'together') return;
	}
	// Refused, or nothing found: some exchanges know the two folders only. A set may be in both.
	const met = new Set<string>();
	let answers = 0;
	for (const status of ['ACTIVE', 'FILED']) {
		try {
			for await (const page of read({ ...request, status })) {
				answers += 1;
				if (page.rows.length > 0 || refusal !== undefined) habit.folders = 'apart';
				const isNew = (row: SetRow) => met.size < met.add(`${row.setId} ${row.transactionId ?? ''}`).size;
				yield { ...page, rows: page.rows.filter((row) => row.setId === '' || isNew(row)) };
			}
		} catch (error) {
			if (!isRefusal(error)) throw error;
			refusal ??= error;
		}
	}
	if (answers === 0) throw refusal;
}

/** A search or, if the exchange refuses it, the other one. If that is refused as well, the first answer is thrown. */
async function* unlessRefused(
	search: AsyncIterable<RowsOfPage>,
	otherwise: () => AsyncIterable<RowsOfPage>,
): AsyncGenerator<RowsOfPage> {
	let refusal: unknown;
	try {
		yield* search;
		return;
	} catch (error) {
		if (!isRefusal(error)) throw error;
		refusal = error;
	}
	try {
		yield* otherwise();
	} catch (error) {
		throw isRefusal(error) ? refusal : error;
	}
}

/** The service understood the call and did not accept what it asks for. */
export function isRefusal(error: unknown): boolean {
	return error instanceof ServiceError && (error.status === 400 || error.status === 422);
}

/** About 10 MB. The oldest are forgotten first. */
const mostReferences = 50_000;
const references = new Map<string, string>();

/** Keeps which shipment each set belongs to, for the process: a search for the shipment is shorter than one for the set. */
function rememberReferences(rows: readonly SetRow[]): void {
	for (const { setId, shipmentRef } of rows) {
		if (shipmentRef) references.set(setId.toLowerCase(), shipmentRef);
	}
	for (const oldest of references.keys()) {
		if (references.size <= mostReferences) return;
		references.delete(oldest);
	}
}

/** The shipment reference that an earlier search showed for a set. */
export function knownReference(setId: string): string | undefined {
	return references.get(setId.toLowerCase());
}
