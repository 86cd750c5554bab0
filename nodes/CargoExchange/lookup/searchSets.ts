import type { ExchangeClient, RowsOfPage } from '../exchange/client';
import { cachePer } from '../concurrency';
import { InvalidInput, ServiceError } from '../errors';
import { firstWithId, isUuid } from '../schemas/ids';
import type { Counterparty } from '../schemas/replies';
import { rowKey, type SearchRequest, type SetRow } from '../schemas/search';

/** Where to search. No customers: all that the account can see. `ALL`: wherever sets are; any other word is sent as it is. */
export type SearchScope = { customerIds: readonly string[]; searchIn: string };

/** The pages of one search, as many as are read. */
type ReadPages = (request: SearchRequest) => AsyncIterable<RowsOfPage>;

/**
 * A way to search an account: exchanges differ in what they require (docs/service.md 2.3). `customers`: whether none are named, which may
 * mean all, or every counterparty, or those that the user wants. `folders`: searched one after the other; null: without a status.
 */
type Way = { customers: 'none' | 'all' | 'given'; folders: Folders };
type Folders = readonly (string | null)[];

const folders = ['ACTIVE', 'FILED'] as const;
/** What shows every set, unless the profile says it: ALL, and both folders where an exchange rejects that or shows nothing by it. */
const everything: readonly Folders[] = [['ALL'], folders];

/** What to search for every set, and for a part of them: a search may have to be as narrow as possible. */
export function searchesIn({ profile: { searchStatuses } }: ExchangeClient): string[] {
	return ['ALL', ...(searchStatuses ?? folders)];
}

/** What to search, in the order in which it may show something. Throws InvalidInput for a folder at an exchange that is searched without one. */
function foldersFor({ profile: { searchStatuses } }: ExchangeClient, searchIn: string): readonly Folders[] {
	if (searchStatuses?.length === 0 && searchIn !== 'ALL')
		throw new InvalidInput({
			field: 'searchIn',
			message: 'This exchange is searched without a folder',
			description:
				'The Exchange Profile in the credential has no word for "searchStatuses", so a folder cannot be sent. Set "Search In" to "Inbox and Filed".',
		});
	if (searchIn !== 'ALL') return [[searchIn]];
	if (searchStatuses === undefined) return everything;
	return [searchStatuses.length === 0 ? [null] : searchStatuses];
}

/**
 * What searches have shown for a login and profile, for the process: the way that has shown sets (null: none yet), the ways that were rejected while
 * another one was answered, and the shipment reference of each set, since a search for the shipment is shorter than one for the set.
 */
type Known = {
	customers: 'none' | 'all' | null;
	folders: Folders | null;
	rejected: Set<string>;
	references: Map<string, string>;
};
const knownBy = new Map<string, Known>();
/** About 15 MB. The oldest are forgotten first. */
const mostReferences = 50_000;

function knownOf({ keys }: ExchangeClient): Known {
	const nothing = (): Known => ({ customers: null, folders: null, rejected: new Set(), references: new Map() });
	const known = knownBy.get(keys.facts) ?? nothing();
	knownBy.set(keys.facts, known);
	return known;
}

export function knownReference(exchange: ExchangeClient, setId: string): string | undefined {
	return knownOf(exchange).references.get(setId.toLowerCase());
}

function addReferences({ references }: Known, rows: readonly SetRow[]): void {
	for (const { setId, shipmentRef } of rows) if (shipmentRef) references.set(setId.toLowerCase(), shipmentRef);
	for (const oldest of references.keys()) {
		if (references.size <= mostReferences) return;
		references.delete(oldest);
	}
}

/** Whether an account shows nothing at all by a way, for a node run. */
const emptyWays = cachePer<Map<string, Promise<boolean>>, ExchangeClient>(() => new Map());

/** Before a set is waited for: it may be the first one that the account shows. */
export function forgetEmptyWays(exchange: ExchangeClient): void {
	emptyWays(exchange).clear();
}

/** One search by one way. */
type SearchByWay = { request: SearchRequest; scope: SearchScope; way: Way };

/**
 * The pages of a search, by the way that is known to work for the account, or else by each way until one shows anything. If a way finds
 * nothing, it is probed once without filters: if it shows any set at all, the answer stands. If every way is rejected, the first error is
 * thrown.
 */
export async function* searchSets(
	exchange: ExchangeClient,
	request: SearchRequest,
	scope: SearchScope,
	read: ReadPages,
): AsyncGenerator<RowsOfPage> {
	const known = knownOf(exchange);
	const rejected: { way: Way; error: unknown }[] = [];
	let isAnswered = false;
	const ways = possibleWays(exchange, scope, known);
	for (const way of await promisingWays(exchange, scope, ways)) {
		const search = { request, scope, way };
		let found = false;
		try {
			for await (const page of pagesOf(exchange, search, read)) {
				isAnswered = true;
				found ||= page.rows.length > 0;
				addReferences(known, page.rows);
				yield page;
			}
			// Then it was not the request: they need no second try, even if this way shows nothing yet.
			if (isAnswered) for (const each of rejected) known.rejected.add(nameOf(each.way));
			if (found || ways.length === 1 || !(await isEmptyWay(exchange, search))) {
				if (way.customers !== 'given') known.customers = way.customers;
				if (scope.searchIn === 'ALL') known.folders = way.folders;
				return;
			}
		} catch (error) {
			if (found || !(isAnswered ? isDenial(error) : isRejection(error))) throw error;
			rejected.push({ way, error });
		}
	}
	if (!isAnswered && rejected[0]) throw rejected[0].error;
}

/** The ways that are left, as far as the profile and earlier searches say. */
function possibleWays(exchange: ExchangeClient, { customerIds, searchIn }: SearchScope, known: Known): Way[] {
	const customers = known.customers ? [known.customers] : everybody;
	const named = customerIds.length > 0 ? givenOnly : customers;
	const possible = foldersFor(exchange, searchIn);
	const searched = searchIn === 'ALL' && known.folders ? [known.folders] : possible;
	const ways = named.flatMap((one) => searched.map((those): Way => ({ customers: one, folders: those })));
	const accepted = ways.filter((way) => !known.rejected.has(nameOf(way)));
	return accepted.length > 0 ? accepted : ways;
}

/** Those that may show something, or the first one if none does. */
async function promisingWays(exchange: ExchangeClient, scope: SearchScope, open: readonly Way[]): Promise<Way[]> {
	const probes = open.map((way) => emptyWays(exchange).get(keyOf(way, scope)));
	// A probe that fails is the concern of the item that made it.
	const empty = await Promise.all(probes.map(async (probe) => await probe?.catch(() => false)));
	const promising = open.filter((_, index) => empty[index] !== true);
	return promising.length > 0 ? promising : open.slice(0, 1);
}

const everybody: readonly Way['customers'][] = ['none', 'all'];
const givenOnly: readonly Way['customers'][] = ['given'];

function nameOf({ customers, folders }: Way): string {
	return JSON.stringify([customers, folders]);
}

function keyOf({ customers, folders }: Way, { customerIds }: SearchScope): string {
	return JSON.stringify([customers === 'given' ? customerIds : customers, folders]);
}

/** The searches of a way, one for each folder. None if there is no customer to name. */
async function requestsOf(exchange: ExchangeClient, { request, scope, way }: SearchByWay): Promise<SearchRequest[]> {
	const { customers, folders } = way;
	const named = customers === 'all' ? await allCustomerIds(exchange) : [...scope.customerIds];
	if (customers !== 'none' && named.length === 0) return [];
	return folders.map((status) => ({
		...request,
		...(customers !== 'none' && { customerIds: named }),
		...(status !== null && { status }),
	}));
}

/** The pages of a search by one way, with a set that is in both folders once. Throws the first error if every folder is rejected. */
async function* pagesOf(exchange: ExchangeClient, search: SearchByWay, read: ReadPages): AsyncGenerator<RowsOfPage> {
	const requests = await requestsOf(exchange, search);
	const isNew = firstWithId(rowKey);
	const rejections: unknown[] = [];
	for (const asked of requests) {
		try {
			for await (const page of read(asked)) {
				const rows = requests.length === 1 ? page.rows : page.rows.filter((row) => row.setId === '' || isNew(row));
				yield { ...page, rows };
			}
		} catch (error) {
			// A word that somebody entered must work.
			if (requests.length === 1 || exchange.profile.searchStatuses || !isRejection(error)) throw error;
			rejections.push(error);
		}
	}
	if (requests.length > 0 && rejections.length === requests.length) throw rejections[0];
	if (rejections.length > 0) yield { rows: [], total: null, notes: [oneFolderOnly], isIncomplete: true };
}

const oneFolderOnly =
	'The exchange did not accept a search of one of the folders (inbox and Filed), so sets in that folder are missing. Run "Exchange → Check", which shows the folders that it accepts.';

/** True if the account shows nothing by this way, whatever is searched for. */
async function isEmptyWay(exchange: ExchangeClient, { request, scope, way }: SearchByWay): Promise<boolean> {
	const known = emptyWays(exchange);
	const key = keyOf(way, scope);
	const probe =
		known.get(key) ??
		(Object.keys(request).length === 0 ? Promise.resolve(true) : showsNothing(exchange, { scope, way }));
	known.set(key, probe);
	try {
		return await probe;
	} catch (error) {
		known.delete(key);
		if (!isDenial(error)) throw error;
		return true;
	}
}

async function showsNothing(exchange: ExchangeClient, search: Omit<SearchByWay, 'request'>): Promise<boolean> {
	for (const asked of await requestsOf(exchange, { ...search, request: {} })) {
		const { results, empty } = await exchange.search(asked, { offset: 0, limit: 1 });
		if (results.length + empty > 0) return false;
	}
	return true;
}

/** The service understood the request and rejected its content. */
function isRejection(error: unknown): boolean {
	return error instanceof ServiceError && (error.status === 400 || error.status === 422);
}

/** As `isRejection`, or the account may not see what was asked for, or it does not exist. */
export function isDenial(error: unknown): boolean {
	return isRejection(error) || (error instanceof ServiceError && (error.status === 403 || error.status === 404));
}

/** The list of each node run: the node makes one client for each. */
const lists = new WeakMap<ExchangeClient, Promise<Counterparty[]>>();

/**
 * The IDs of all counterparties, for a search among them; the list is requested once in a node run, and again after a failure. An ID that is
 * not a UUID cannot be sent.
 */
export async function allCustomerIds(exchange: ExchangeClient): Promise<string[]> {
	const list = lists.get(exchange) ?? exchange.counterparties();
	lists.set(exchange, list);
	list.catch(() => lists.delete(exchange));
	return (await list).map(({ customerId }) => customerId).filter(isUuid);
}
