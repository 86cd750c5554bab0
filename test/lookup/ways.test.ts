import { ServiceError } from '../../nodes/CargoExchange/errors';
import { createClient, type ExchangeClient } from '../../nodes/CargoExchange/exchange/client';
import { searchSets } from '../../nodes/CargoExchange/lookup/searchSets';
import { accountAt } from '../helpers/exchangeClient';

const customerId = '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4';
const statuses = ['ALL', 'ACTIVE', 'FILED'];
/** What an exchange answers to a search: rejected, nothing, or a set. */
const answers = [400, 0, 1] as const;
type Answer = (typeof answers)[number];
/** By whether customers are named, and the status. */
type Kind = ReadonlyMap<string, Answer>;

/** Every exchange that answers each of the six searches in one of these ways. */
function* kinds(searches = ['', 'named '].flatMap((who) => statuses.map((status) => who + status))): Generator<Kind> {
	const [first, ...others] = searches;
	if (first === undefined) yield new Map();
	else for (const kind of kinds(others)) for (const answer of answers) yield new Map([...kind, [first, answer]]);
}

/** A client of such an exchange for each node run. */
function exchangeOf(kind: Kind, { isEmpty, customers }: { isEmpty: () => boolean; customers: number }) {
	const account = accountAt('http://127.0.0.1:9');
	return (): ExchangeClient => ({
		...createClient(account),
		counterparties: () => Promise.resolve([{ customerId, customerName: 'Nordhavn' }].slice(0, customers)),
		search({ customerIds, status }) {
			const answer = kind.get(`${customerIds ? 'named ' : ''}${String(status)}`) ?? 0;
			if (answer === 400)
				return Promise.reject(new ServiceError({ message: '', description: '', call: '', status: answer }));
			const results = answer === 0 || isEmpty() ? [] : [{ setId: String(status), documents: [] }];
			const count = results.length;
			return Promise.resolve({ offset: 0, limit: 100, total: count, count, empty: 0, results });
		},
	});
}

async function find(exchange: ExchangeClient): Promise<number> {
	let found = 0;
	const pages = searchSets(exchange, { text: 'x' }, { customerIds: [], searchIn: 'ALL' }, async function* (request) {
		const { results: rows, total } = await exchange.search(request, { offset: 0, limit: 100 });
		yield { rows, total, notes: [] };
	});
	for await (const { rows } of pages) found += rows.length;
	return found;
}

it.each([
	[1, false],
	[1, true],
	[0, false],
	[0, true],
])(
	'with %i customers, empty at first: %s: whatever way shows a set, it is found, and found again',
	async (customers, isEmptyAtFirst) => {
		const missed: unknown[] = [];
		for (const kind of kinds()) {
			let isEmpty = isEmptyAtFirst;
			const client = exchangeOf(kind, { isEmpty: () => isEmpty, customers });
			if (isEmptyAtFirst) await find(client()).catch(() => 0);
			isEmpty = false;
			const isShown = [...kind].some(
				([search, answer]) => answer === 1 && (customers > 0 || !search.startsWith('named')),
			);
			if (!isShown) continue;
			for (const search of [1, 2]) if ((await find(client())) === 0) missed.push([...kind, search]);
		}
		expect(missed).toEqual([]);
	},
);
