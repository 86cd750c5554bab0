import { randomUUID } from 'node:crypto';
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { runNode } from '../helpers/engine';
import { serve } from '../helpers/exchangeClient';
import { anyText, jsonOf, pairsOf, textWith, useExchangeNode } from '../helpers/exchangeNode';
import { until } from '../helpers/until';

const exchange = useExchangeNode();
const listAll = { returnAll: true };

describe('the action node, given something that cannot work', () => {
	it.each([
		[403, 'does not allow this user'],
		[404, 'does not know what was requested'],
		[500, 'answered with status 500'],
	])('reports a %i with the message of the exchange and the item', async (status, message) => {
		exchange.simulator.faults.next({
			match: { path: /counterparties/ },
			fault: { kind: 'status', status, message: 'Quota of the quay' },
			times: Infinity,
		});
		const { error } = await exchange.run('counterparty.getMany', listAll);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: String(status),
			message: textWith(message),
			description: textWith(`answered GET /v3/common/counterparties with status ${status}`),
			context: { itemIndex: 0 },
		});
		expect(error?.message).toContain('Quota of the quay');
	});

	it('sends a wrong password once, not once for each item, if it continues on failures', async () => {
		exchange.simulator.requests.length = 0;
		const begun = performance.now();
		const { items } = await exchange.run('counterparty.getMany', listAll, {
			credentials: { cargoExchangeApi: { ...exchange.credential, password: 'not-it-either' } },
			items: Array.from({ length: 1_000 }, () => ({ json: {} })),
			onError: 'continueRegularOutput',
		});
		expect(items).toHaveLength(1_000);
		expect(new Set(items.map(({ json }) => JSON.stringify(json['error']).split('\\n')[0])).size).toBe(1);
		const logIns = exchange.simulator.requests.filter(({ path }) => path.endsWith('/token')).length;
		const seconds = (performance.now() - begun) / 1_000;
		expect(logIns).toBeGreaterThanOrEqual(1);
		// One in five seconds, however slow the machine.
		expect(logIns).toBeLessThanOrEqual(1 + seconds / 5);
	});

	it('asks to choose an operation if a workflow names one that does not exist', async () => {
		const { error } = await runNode(new CargoExchange(), {
			credentials: { cargoExchangeApi: exchange.credential },
			parameters: { resource: 'set', operation: 'delete' },
		});
		expect(error?.message).toBe('Choose an operation');
	});
});

describe('the action node, item by item', () => {
	const pdfs = (count: number) =>
		Array.from({ length: count }, () => ({ json: { setId: randomUUID(), documentId: randomUUID() } }));
	const parameters = { setId: '={{ $json.setId }}', documentId: '={{ $json.documentId }}' };

	it('names the item that failed', async () => {
		const items = [{ json: { folder: 'ALL' } }, { json: { folder: 'LOST' } }];
		const search = {
			allCustomers: false,
			customerIds: [exchange.simulator.customerId],
			returnAll: true,
			searchIn: '={{ $json.folder }}',
		};
		const { error } = await exchange.run('set.search', search, { items });
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
	});

	it('starts no further item after one has failed', async () => {
		exchange.asked();
		const { error } = await exchange.run('document.download', parameters, { items: pdfs(200) });
		expect(error?.message).toContain('did not find document');
		expect(exchange.asked().length).toBeLessThan(60);
	});

	it('ends the requests of other items after one has failed', async () => {
		const [missing, slow] = pdfs(2);
		let [begun, ended] = [false, false];
		const server = await serve((request, response) => {
			const url = request.url ?? '';
			if (url.endsWith('/token')) response.end(JSON.stringify({ token: 'opaque-token' }));
			else if (url.includes(missing!.json.documentId))
				void until(() => begun).then(() => response.writeHead(404).end());
			else {
				begun = true;
				response.on('close', () => (ended = true));
			}
		});
		const cargoExchangeApi = { ...exchange.credential, baseUrl: server.url };
		const items = [missing!, slow!];
		const { error } = await exchange.run('document.download', parameters, { credentials: { cargoExchangeApi }, items });
		expect(error?.message).toContain('did not find document');
		await until(() => ended);
		await server.stop();
	});

	it('continues past an expression that cannot be evaluated, if the user chose to continue on failures', async () => {
		const outcome = await exchange.run(
			'counterparty.getMany',
			{ returnAll: true, nameContains: '={{ $json.name ?? $("Nowhere").item.json.name }}' },
			{ items: [{ json: {} }, { json: { name: 'harbour' } }], onError: 'continueRegularOutput' },
		);
		expect(jsonOf(outcome)).toMatchObject([{ error: anyText }, { customerName: 'Harbour Bank' }]);
		expect(pairsOf(outcome)).toEqual([{ item: 0 }, { item: 1 }]);
	});
});

describe('the action node and Stop', () => {
	it('cancels what is under way when it is stopped, even if it continues on failures', async () => {
		let asked = () => {};
		const begun = new Promise<void>((resolve) => (asked = resolve));
		let refuse = () => {};
		const silent = await serve((_request, response) => {
			refuse = () => void response.writeHead(403).end();
			asked();
		});
		const cargoExchangeApi = { ...exchange.credential, baseUrl: silent.url };
		const outcome = await exchange.run('counterparty.getMany', listAll, {
			credentials: { cargoExchangeApi },
			items: [{ json: {} }, { json: {} }],
			onError: 'continueRegularOutput',
			onStart: (cancel) => void begun.then(cancel),
		});
		expect(outcome.run.status).toBe('canceled');
		expect(outcome.items).toEqual([]);
		// A login goes on for others who may wait for it.
		refuse();
		await closeConnections();
		await silent.stop();
	});
});
