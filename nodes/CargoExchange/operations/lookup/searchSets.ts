import type { ExchangeClient, RowsOfPage } from '../../exchange/client';
import { ServiceError } from '../../errors';
import { rowKey, type SearchRequest, type SetRow } from '../../schemas/search';
import { firstOfEach, isUuid } from '../../schemas/json';
import { cachePer } from '../concurrency';
import type { Counterparty } from '../../schemas/replies';

/** Where to search. No customers: all that the account can see. `ALL`: the inbox and the Filed tab. */
export type SearchScope = { customerIds: readonly string[]; searchIn: string };

/** The pages of one search, as many as are read. */
type ReadPages = (request: SearchRequest) => AsyncIterable<RowsOfPage>;

/** The searches that worked for a login, kept for the process: exchanges differ in what they require (docs/service.md 2.3). */
type Habits = { customers: 'named' | 'unnamed' | null; folders: 'together' | 'apart' | null };
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
 * The pages of a search. If the exchange requires customers, or finds nothing without, all counterparties are named; if it does not
 * support `ALL`, the inbox and the Filed tab are searched one after the other. If everything is rejected, the first error is thrown.
 */
export async function* searchSets(
	exchange: ExchangeClient,
	request: SearchRequest,
	{ customerIds, searchIn }: SearchScope,
	read: ReadPages,
): AsyncGenerator<RowsOfPage> {
	const habit = habits.get(exchange.keys.login) ?? { customers: null, folders: null };
	habits.set(exchange.keys.login, habit);
	const among: SearchAmong = (ids, splits, filters = request) => {
		const asked = { ...filters, ...(ids.length > 0 && { customerIds: [...ids] }) };
		return searchIn === 'ALL' ? inBothFolders(asked, { habit, splits, read }) : read({ ...asked, status: searchIn });
	};
	const hasFilters = Object.keys(request).length > 0;
	const pages =
		customerIds.length > 0 ? among(customerIds, true) : amongEverybody(exchange, { habit, among, hasFilters });
	for await (const page of pages) {
		rememberReferences(exchange, page.rows);
		yield page;
	}
}

type SearchAmong = (
	customerIds: readonly string[],
	splits: boolean,
	filters?: SearchRequest,
) => AsyncIterable<RowsOfPage>;

async function* amongEverybody(
	exchange: ExchangeClient,
	{ habit, among, hasFilters }: { habit: Habits; among: SearchAmong; hasFilters: boolean },
): AsyncGenerator<RowsOfPage> {
	let refusal: unknown;
	if (habit.customers !== 'named') {
		try {
			for await (const page of among([], false)) {
				if (page.rows.length > 0) habit.customers = 'unnamed';
				yield page;
			}
			// One search without filters settles it for all further ones.
			const isOpen = habit.customers === null && hasFilters;
			if (isOpen && (await findsAnything(among([], false, {})))) habit.customers = 'unnamed';
			if (habit.customers === 'unnamed') return;
		} catch (error) {
			if (!isRefusal(error)) throw error;
			refusal = error;
		}
	}
	try {
		// A counterparty whose ID is not a UUID is left out.
		const ids = (await counterpartiesOf(exchange)).map(({ customerId }) => customerId).filter(isUuid);
		for await (const page of among(ids, true)) {
			if (page.rows.length > 0 || refusal !== undefined) habit.customers = 'named';
			yield page;
		}
	} catch (error) {
		if (refusal !== undefined) throw isRefusal(error) ? refusal : error;
		// The search without customers stands: it found nothing.
		if (habit.customers === 'named' || !isDenial(error)) throw error;
	}
}

async function findsAnything(pages: AsyncIterable<RowsOfPage>): Promise<boolean> {
	try {
		for await (const { rows } of pages) if (rows.length > 0) return true;
	} catch (error) {
		if (!isDenial(error)) throw error;
	}
	return false;
}

/** `splits`: whether an error may mean that the exchange does not support `ALL`. */
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
	// Rejected, or nothing found: some exchanges support only the two folders. A set may be in both.
	const isNew = firstOfEach(rowKey);
	let answers = 0;
	for (const status of ['ACTIVE', 'FILED']) {
		try {
			for await (const page of read({ ...request, status })) {
				answers += 1;
				if (page.rows.length > 0 || refusal !== undefined) habit.folders = 'apart';
				yield { ...page, rows: page.rows.filter((row) => row.setId === '' || isNew(row)) };
			}
		} catch (error) {
			if (!isRefusal(error)) throw error;
			refusal ??= error;
		}
	}
	if (answers === 0) throw refusal;
}

/** The service understood the request and rejected its content. */
export function isRefusal(error: unknown): boolean {
	return error instanceof ServiceError && (error.status === 400 || error.status === 422);
}

/** As `isRefusal`, or the account may not see what was asked for, or it does not exist. */
export function isDenial(error: unknown): boolean {
	return isRefusal(error) || (error instanceof ServiceError && (error.status === 403 || error.status === 404));
}

/** About 15 MB. The oldest are forgotten first. */
const mostReferences = 50_000;
const references = new Map<string, string>();

/** Keeps the shipment of each set, for the process and the login: a search for the shipment is shorter than one for the set. */
function rememberReferences({ keys }: ExchangeClient, rows: readonly SetRow[]): void {
	for (const { setId, shipmentRef } of rows) {
		if (shipmentRef) references.set(`${keys.login} ${setId.toLowerCase()}`, shipmentRef);
	}
	for (const oldest of references.keys()) {
		if (references.size <= mostReferences) return;
		references.delete(oldest);
	}
}

/** The shipment reference that an earlier search with this login showed for a set. */
export function knownReference({ keys }: ExchangeClient, setId: string): string | undefined {
	return references.get(`${keys.login} ${setId.toLowerCase()}`);
}
