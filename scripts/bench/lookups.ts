/** How many searches an Issued event without a shipment reference takes until the documents of its set are known. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/v4';
import { endProcess } from './measure';
import { loadEngine, loadOurNode } from './n8nEngine';
import { report, type Bar } from './page';

const pageSize = 100;
const uuid = (kind: number, number: number) =>
	`${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
const customerId = uuid(9, 1);

const searchBody = z.object({ shipmentRef: z.string().optional() });

/** An exchange that lists documents only if a search finds a single set, the oldest set first. */
function createExchange(setCount: number) {
	let searches = 0;
	let newestShownAt = 0;
	const rowsBetween = (from: number, to: number) =>
		Array.from({ length: Math.max(0, to - from) }, (_, index) => rowOf(from + index));
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
		const send = (value: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
		if (pathname.endsWith('/oauth2/token')) {
			send({ token: 'opaque-token' });
			return;
		}
		let text = '';
		request.on('data', (part: Buffer) => (text += part.toString()));
		request.on('end', () => {
			searches += 1;
			const { shipmentRef } = searchBody.parse(JSON.parse(text));
			const total = performance.now() < newestShownAt ? setCount - 1 : setCount;
			const offset = Number(searchParams.get('offset') ?? 0);
			const wanted = shipmentRef === undefined ? null : Number(shipmentRef.replace('SHIP-', ''));
			const [first, count] = wanted === null ? [offset, total] : wanted < total ? [wanted, wanted + 1] : [0, 0];
			const results = rowsBetween(first, Math.min(first + pageSize, count));
			const documents = [{ name: 'Bill of Lading', documentId: uuid(3, wanted ?? 0), docType: 'Bill of Lading' }];
			send({
				code: 200,
				data: {
					offset,
					limit: pageSize,
					total: wanted === null ? total : results.length,
					count: results.length,
					results: wanted === null ? results : results.map((row) => ({ ...row, documents })),
				},
			});
		});
	});
	return {
		server,
		/** Adds a set that the search shows only after this time. Returns its number. */
		addSet(shownAfterMs: number): number {
			newestShownAt = performance.now() + shownAfterMs;
			return setCount++;
		},
		searches: () => searches,
	};
}

function rowOf(number: number) {
	return {
		setId: uuid(1, number),
		transactionId: uuid(2, number),
		shipmentRef: `SHIP-${number}`,
		status: 'issued',
		modifiedDate: '12 May 2022 14:05',
	};
}

/** The searches for the first and for the hundredth event of an account. Paging reaches the set last. */
async function measureAccount(setCount: number): Promise<Bar[]> {
	const exchange = createExchange(setCount);
	await new Promise<void>((resolve) => exchange.server.listen(0, '127.0.0.1', resolve));
	const baseUrl = `http://127.0.0.1:${(exchange.server.address() as AddressInfo).port}`;
	const { runNode } = await loadEngine();
	const searchesFor = async (set: number, username: string) => {
		const before = exchange.searches();
		const { items, error } = await runNode(loadOurNode(), {
			parameters: { resource: 'document', operation: 'getMany' },
			credentials: { cargoExchangeApi: { baseUrl, username, password: 'x' } },
			items: [{ json: { event: 'issued', setId: uuid(1, set), customerId, instance: 'exchange' } }],
		});
		if (items.length !== 1) throw error ?? new Error(`${items.length} documents instead of 1`);
		return exchange.searches() - before;
	};
	const bars: Bar[] = [];
	const keep = (name: string, value: number) =>
		bars.push({ name: `${setCount.toLocaleString('en-US')} sets, ${name}`, value, ours: true });

	keep('first event', await searchesFor(setCount - 1, 'at once'));
	for (let event = 2; event < 100; event++) await searchesFor(setCount - event, 'at once');
	keep('hundredth event', await searchesFor(setCount - 100, 'at once'));

	keep('first event, set shown after 5 s', await searchesFor(exchange.addSet(5_000), 'late'));
	for (let event = 2; event < 100; event++) await searchesFor(setCount - event, 'late');
	keep('hundredth event, set shown after 5 s', await searchesFor(exchange.addSet(5_000), 'late'));

	exchange.server.close();
	exchange.server.closeAllConnections();
	return bars;
}

async function main(): Promise<void> {
	const bars: Bar[] = [];
	for (const setCount of [100, 10_000, 100_000]) bars.push(...(await measureAccount(setCount)));
	report({
		id: 'lookups',
		title: 'Finding the documents of an event',
		how: 'Searches for one Issued event without documents or a shipment reference, in the worst case: its set is on the last page',
		unit: 'searches',
		better: 'less',
		bars,
		versions: {},
		notes: [],
	});
}

endProcess(main());
