import * as z from 'zod/v4';
import { CargoExchange } from '../../../nodes/CargoExchange/CargoExchange.node';
import { runNode } from '../../helpers/engine';
import { jsonOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';
import { useExchange } from '../../helpers/exchangeClient';

const itemsOf = (outcome: Parameters<typeof jsonOf>[0]) =>
	z
		.array(
			z.object({
				check: z.string(),
				result: z.string(),
				seen: z.string(),
				advice: z.string(),
				profile: z.string().optional(),
			}),
		)
		.parse(jsonOf(outcome));
type Items = ReturnType<typeof itemsOf>;
const resultsOf = (items: Items) => Object.fromEntries(items.map(({ check, result }) => [check, result]));
const textsOf = (items: Items) => items.map(({ seen, advice }) => `${seen} ${advice}`).join('\n');

describe('a check of an exchange as in the specification', () => {
	const exchange = useExchangeNode();

	it('begins with the very request of the specification, and needs no profile', async () => {
		const items = itemsOf(await exchange.run('exchange.check'));
		expect(exchange.searches()[0]).toMatchObject({
			body: {
				status: 'ACTIVE',
				instance: 'EXCHANGE',
				customerIds: exchange.simulator.store.counterparties.all().map(({ customerId }) => customerId),
			},
			query: {},
		});
		expect(resultsOf(items)).toMatchObject({
			Login: 'ok',
			Search: 'ok',
			Application: 'ok',
			Folders: 'ok',
			Paging: 'ok',
			Documents: 'ok',
			PDF: 'ok',
			Profile: 'ok',
		});
		expect(items.at(-1)).toMatchObject({ check: 'Profile', profile: '{}' });
	});

	it('reads only, once for all items, with at most 40 requests, one after the other', async () => {
		const sets = exchange.simulator.store.sets.size;
		const outcome = await exchange.run('exchange.check', {}, { items: [{ json: {} }, { json: {} }] });
		expect(outcome.items).toHaveLength(12);
		expect(outcome.items.map(({ pairedItem }) => pairedItem)).toEqual(outcome.items.map(() => ({ item: 0 })));
		const methods = exchange.simulator.requests.map(
			({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/g, 'ID')}`,
		);
		expect(new Set(methods)).toEqual(
			new Set([
				'GET /v3/common/oauth2/token',
				'GET /v3/common/counterparties',
				'POST /v3/common/sets/search',
				'GET /v3/common/sets/ID/get-single-pdf/ID',
			]),
		);
		expect(methods.length).toBeLessThanOrEqual(40);
		expect(exchange.simulator.store.sets.size).toBe(sets);
	});

	it('logs in for itself, and teaches this n8n nothing', async () => {
		const { simulator } = exchange;
		await exchange.run('set.search');
		exchange.asked();
		await exchange.run('set.search');
		const usual = exchange.asked();
		const issued = simulator.tokensIssued;
		await exchange.run('exchange.check');
		expect(simulator.tokensIssued).toBe(issued + 1);
		exchange.asked();
		await exchange.run('set.search');
		expect([simulator.tokensIssued, exchange.asked()]).toEqual([issued + 1, usual]);
	});

	it('keeps the keys that reading cannot test, and drops those that are not needed', async () => {
		const kept = { timezone: 'Europe/Berlin', searchFields: { tenant: 1 }, shipmentFields: { locale: 'ENGLISH' } };
		const present = { ...kept, searchStatuses: ['ACTIVE'], paging: { size: 20 } };
		const [last] = itemsOf(await exchange.run('exchange.check', {}, exchange.withProfile(present))).slice(-1);
		expect(last).toMatchObject({ result: 'differs', advice: textWith('Paste the text of "profile"') });
		expect(JSON.parse(last?.profile ?? '')).toEqual(kept);
		const again = await exchange.run('exchange.check', {}, exchange.withProfile(kept));
		expect(jsonOf(again).at(-1)).toMatchObject({ result: 'ok' });
	});

	it('says what a wrong password is, and skips the rest', async () => {
		const credentials = { cargoExchangeApi: { ...exchange.credential, password: 'wrong' } };
		const items = itemsOf(await exchange.run('exchange.check', {}, { credentials }));
		expect(items[0]).toMatchObject({
			check: 'Login',
			result: 'failed',
			seen: textWith('refused the user name or password'),
		});
		expect(new Set(items.slice(1, -1).map(({ result }) => result))).toEqual(new Set(['skipped']));
		expect(items.at(-1)).toMatchObject({ result: 'failed', profile: '{}' });
	});
});

describe('a check of an exchange that is busy', () => {
	const exchange = useExchangeNode();

	it('takes nothing from that for what the exchange requires', async () => {
		exchange.simulator.faults.next({
			...{ match: { path: /search/ }, after: 3, times: 2 },
			fault: { kind: 'status', status: 503, retryAfter: 0 },
		});
		const items = itemsOf(await exchange.run('exchange.check'));
		expect(items.at(-1)).toMatchObject({ result: 'failed', profile: '{}' });
	});
});

describe('a check of an account without sets', () => {
	const exchange = useExchangeNode({ seed: 'empty' });

	it('skips what cannot be compared, and says so', async () => {
		const items = itemsOf(await exchange.run('exchange.check'));
		expect(resultsOf(items)).toMatchObject({ Documents: 'skipped', PDF: 'skipped', Paging: 'ok', Profile: 'ok' });
		expect(textsOf(items)).toContain('This user sees too few sets to compare.');
	});
});

describe('a check', () => {
	const serve = useExchange();
	const names = { customerName: 'Nordhavn Trading', customerId: '5f0c7a52-6a3e-4d0f-8f57-2c1d9e7ab3f4' };

	it('quotes the exchange without password, IDs, companies and references', async () => {
		const { url: baseUrl } = await serve((request, response) => {
			if (request.url?.endsWith('/counterparties') === true) return response.end(JSON.stringify([names]));
			return request.resume().on('end', () =>
				response.writeHead(400).end(
					JSON.stringify({
						message: `api-user s3cret-pass ${names.customerId} (${names.customerName}): no tenant`,
					}),
				),
			);
		});
		const outcome = await runNode(new CargoExchange(), {
			parameters: { resource: 'exchange', operation: 'check' },
			credentials: { cargoExchangeApi: { baseUrl, username: 'api-user', password: 's3cret-pass' } },
		});
		const items = itemsOf(outcome);
		expect(resultsOf(items)).toMatchObject({ Search: 'failed', Application: 'skipped', Profile: 'failed' });
		expect(textsOf(items)).toContain('no tenant');
		expect(textsOf(items)).not.toMatch(/s3cret|api-user|Nordhavn|5f0c7a52/);
	});
});
