import type { INodeParameters } from 'n8n-workflow';
import { searchReply, searchRow } from '../fixtures/searchReply';
import { jsonOf, useExchangeNode } from '../helpers/exchangeNode';
import { importOf } from '../helpers/shipment';

const exchange = useExchangeNode();
const sessionCookie = 'SESSION=c00kie-value';

/** The credential with a password, which the exchange repeats in what it sends. */
const credentials = () => ({ cargoExchangeApi: { ...exchange.credential, sessionCookie } });

it.each<[string, INodeParameters, RegExp]>([
	['set.search', { output: 'raw' }, /search/],
	['set.search', { output: 'simplified' }, /search/],
	['set.search', { output: 'table' }, /search/],
	['document.getMany', { setSource: 'setId', setId: searchRow.setId }, /search/],
	['counterparty.getMany', {}, /counterparties/],
])('%s shows no secret that the exchange repeats (%j)', async (operation, parameters, path) => {
	const { username, password } = exchange.simulator.accounts[0]!;
	const basic = Buffer.from(`${username}:${password}`).toString('base64');
	const echo = `Basic ${basic}, ${password}, ${sessionCookie} of ${username}`;
	const documents = [{ ...searchRow.documents[0], name: echo, xmlContent: `<a>${echo}</a>` }];
	const row = {
		...searchRow,
		cargoName: echo,
		changedBy: echo,
		shipmentRef: echo,
		request: { headers: [echo] },
		documents,
	};
	const body =
		operation === 'counterparty.getMany'
			? [{ customerId: searchRow.setId, customerName: echo }]
			: searchReply({ offset: 0, limit: 100, total: 1, count: 1, results: [row] });
	exchange.simulator.faults.next({ match: { path }, fault: { kind: 'json', body }, times: Infinity });
	const items = jsonOf(await exchange.run(operation, parameters, { credentials: credentials() }));
	expect(items).toHaveLength(1);
	expect(JSON.stringify(items)).toContain(`Basic ***, ${password}, *** of ${username}`);
	for (const secret of [basic, 'c00kie']) expect(JSON.stringify(items)).not.toContain(secret);
});

it('a password and a cookie that are words leave the data as they are', async () => {
	const row = { ...searchRow, loadPort: 'Port of Rotterdam', cargoName: 'Antwerpen' };
	const body = searchReply({ offset: 0, limit: 100, total: 1, count: 1, results: [row] });
	exchange.simulator.faults.next({ match: { path: /search/ }, fault: { kind: 'json', body } });
	exchange.simulator.faults.next({
		match: { path: /token/ },
		fault: { kind: 'json', body: { token: 'opaque-token' } },
	});
	const cargoExchangeApi = { ...exchange.credential, password: 'rotterdam', sessionCookie: 'place=antwerpen' };
	const [item] = jsonOf(await exchange.run('set.search', {}, { credentials: { cargoExchangeApi } }));
	expect(item).toMatchObject({ loadPort: 'Port of Rotterdam', cargoName: 'Antwerpen' });
});

it('the response of an import shows no secret that the exchange repeats, and its set IDs are read', async () => {
	const { username, password } = exchange.simulator.accounts[0]!;
	const echo = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}, ${password}, ${sessionCookie}`;
	const body = { setId: searchRow.setId, request: { headers: { cookie: sessionCookie, authorization: echo } } };
	exchange.simulator.faults.next({ match: { path: /shipments/ }, fault: { kind: 'json', body } });
	const [item] = jsonOf(
		await exchange.run('shipment.import', importOf('ECHO-1', { ifPresent: 'import' }), { credentials: credentials() }),
	);
	expect(item).toMatchObject({
		setIds: [searchRow.setId],
		response: {
			setId: searchRow.setId,
			request: { headers: { cookie: '***', authorization: `Basic ***, ${password}, ***` } },
		},
	});
});
