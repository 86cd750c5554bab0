import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '../helpers/certificates';
import { anyText, jsonOf, pairsOf, textWith, useExchangeNode } from '../helpers/exchangeNode';

const exchange = useExchangeNode();
const listAll = { returnAll: true };

/** Runs the smallest operation with a credential that differs from the right one. */
async function listWith(differing: Record<string, string | boolean>) {
	return await exchange.run('counterparty.getMany', listAll, {
		credentials: { cargoExchangeApi: { ...exchange.credential, ...differing } },
	});
}

describe('the action node, given something that cannot work', () => {
	it.each([
		['a wrong password', { password: 'not-it' }, /password/],
		['a host that does not exist', { baseUrl: 'https://exchange.invalid' }, /exchange\.invalid was not found/],
		['a port where nothing listens', { baseUrl: 'http://127.0.0.1:9' }, /refused the connection/],
		['an address that is none', { baseUrl: 'exchange example' }, /not a web address/],
		['no address', { baseUrl: '' }, /address is empty/],
		['plain http to another machine', { baseUrl: 'http://exchange.example' }, /not encrypted/],
		['no password', { password: '' }, /no password/],
	])('reports %s in one sentence, with advice', async (_, differing, message) => {
		const { error, items } = await listWith(differing);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(message);
		expect(error?.description).toBeTruthy();
		expect(JSON.stringify(error)).not.toContain(exchange.credential.password);
	});

	it('reports a wrong password although a token of the right one is known', async () => {
		expect((await listWith({})).error).toBeUndefined();
		expect((await listWith({ password: 'not-it' })).error?.message).toMatch(/password/);
	});

	it.each([
		[403, 'does not allow this account'],
		[404, 'did not find the requested resource'],
		[500, 'currently unavailable (500)'],
	])('reports a %i with the message of the exchange and the item', async (status, message) => {
		exchange.simulator.faults.next({
			match: { path: /counterparties/ },
			fault: { kind: 'status', status, message: 'Quota of the quay' },
			times: Infinity,
		});
		const { error } = await listWith({});
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: String(status),
			message: textWith(message),
			description: textWith(`answered GET /v3/common/counterparties with status ${status}`),
			context: { itemIndex: 0 },
		});
		expect(error?.message).toContain('Quota of the quay');
	});

	it.each([
		['in seconds', () => 1],
		['as a date', () => new Date(Date.now() + 1_900).toUTCString()],
	])('waits as long as a 429 asks %s, then goes on', async (_, retryAfter) => {
		const asked = retryAfter();
		const earliest = typeof asked === 'number' ? Date.now() + asked * 1_000 : Date.parse(asked);
		exchange.simulator.faults.next({
			fault: { kind: 'status', status: 429, retryAfter: asked },
			match: { path: /counterparties/ },
		});
		expect((await listWith({})).items).toHaveLength(6);
		// Timers may fire a moment early.
		expect(Date.now()).toBeGreaterThanOrEqual(earliest - 20);
	});

	it('sends a wrong password once, not once for each item, when it goes on after failures', async () => {
		exchange.simulator.requests.length = 0;
		const begun = performance.now();
		const { items } = await exchange.run('counterparty.getMany', listAll, {
			credentials: { cargoExchangeApi: { ...exchange.credential, password: 'not-it-either' } },
			items: Array.from({ length: 1_000 }, () => ({ json: {} })),
			onError: 'continueRegularOutput',
		});
		expect(items).toHaveLength(1_000);
		expect(new Set(items.map(({ json }) => json['error'])).size).toBe(1);
		const logIns = exchange.simulator.requests.filter(({ path }) => path.endsWith('/token')).length;
		const seconds = (performance.now() - begun) / 1_000;
		expect(logIns).toBeGreaterThanOrEqual(1);
		// One in five seconds, however slow the machine.
		expect(logIns).toBeLessThanOrEqual(1 + seconds / 5);
	});

	it('reports a web page in place of data', async () => {
		exchange.simulator.faults.next({ fault: { kind: 'html' }, match: { path: /counterparties/ }, times: Infinity });
		const { error } = await listWith({});
		expect(error?.message).toContain('a web page instead of data');
		expect(error?.description).toContain('Base URL');
	});

	it('asks to choose an operation where a workflow names one that does not exist', async () => {
		const { error } = await exchange.run('set.delete');
		expect(error?.message).toBe('Choose an operation of this node');
	});
});

describe('the action node and an untrusted certificate', () => {
	const { cert, key } = makeCertificate(['127.0.0.1']);
	const secure = useExchangeNode({ tls: { key, cert } });

	it('says that it is not trusted, and connects when the user says so', async () => {
		expect((await secure.run('counterparty.getMany', listAll)).error?.message).toContain('is not trusted');
		const cargoExchangeApi = { ...secure.credential, ignoreSslIssues: true };
		const outcome = await secure.run('counterparty.getMany', listAll, { credentials: { cargoExchangeApi } });
		expect(outcome.items).toHaveLength(6);
	});
});

describe('the action node, item by item', () => {
	const pdfs = (count: number) =>
		Array.from({ length: count }, () => ({ json: { setId: randomUUID(), documentId: randomUUID() } }));
	const parameters = { setId: '={{ $json.setId }}', documentId: '={{ $json.documentId }}', options: { parallel: 4 } };

	it('names the item that failed', async () => {
		const items = [{ json: { folder: 'ALL' } }, { json: { folder: 'LOST' } }];
		const search = {
			customerIds: [exchange.simulator.customerId],
			returnAll: true,
			searchIn: '={{ $json.folder }}',
		};
		const { error } = await exchange.run('set.search', search, { items });
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
	});

	it('begins nothing further when one fails', async () => {
		exchange.asked();
		const { error } = await exchange.run('document.download', parameters, { items: pdfs(200) });
		expect(error?.message).toContain('did not find document');
		expect(exchange.asked().length).toBeLessThan(60);
	});

	it('goes on past an expression that cannot be evaluated, when the user wants that', async () => {
		const outcome = await exchange.run(
			'counterparty.getMany',
			{ returnAll: true, nameContains: '={{ $json.name ?? $("Nowhere").item.json.name }}' },
			{ items: [{ json: {} }, { json: { name: 'harbour' } }], onError: 'continueRegularOutput' },
		);
		expect(jsonOf(outcome)).toMatchObject([{ error: anyText }, { customerName: 'Harbour Bank' }]);
		expect(pairsOf(outcome)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('logs in once for all items, however many run at the same time', async () => {
		exchange.simulator.expireTokens();
		const before = exchange.simulator.tokensIssued;
		const { setId } = exchange.simulator.store.sets.all()[0]!;
		const [document] = exchange.simulator.store.documentsOfSet(setId);
		const items = Array.from({ length: 50 }, () => ({ json: { setId, documentId: document!.documentId } }));
		expect((await exchange.run('document.download', parameters, { items })).items).toHaveLength(50);
		expect(exchange.simulator.tokensIssued - before).toBe(1);
	});
});

describe('the action node and Stop', () => {
	let silent: Server;
	let asked: () => void;
	beforeAll(async () => {
		silent = createServer(() => {
			asked();
		});
		await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
	});
	afterAll(() => {
		silent.closeAllConnections();
		silent.close();
	});

	it('breaks off what is under way, also when it would go on after failures', async () => {
		const { port } = silent.address() as AddressInfo;
		const begun = new Promise<void>((resolve) => (asked = resolve));
		const cargoExchangeApi = { ...exchange.credential, baseUrl: `http://127.0.0.1:${port}` };
		const outcome = await exchange.run('counterparty.getMany', listAll, {
			credentials: { cargoExchangeApi },
			items: [{ json: {} }, { json: {} }],
			onError: 'continueRegularOutput',
			onStart: (cancel) => void begun.then(cancel),
		});
		expect(outcome.run.status).toBe('canceled');
		expect(outcome.items).toEqual([]);
	});
});
