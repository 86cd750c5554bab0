import { startSimulator } from '../../simulator';
import { bundledClient, importScript } from '../helpers/earlyAnswers';
import { accountAt, accountFor, answersToken, serve } from '../helpers/exchangeClient';

describe('a process that has called the exchange', () => {
	it('ends by itself although its connections are kept for the next call', async () => {
		const exchange = await startSimulator();
		const client = await bundledClient();
		const script = `
			const client = createClient(${JSON.stringify(accountFor(exchange))});
			Promise.all([client.counterparties(), client.counterparties()]).then(([list]) => console.log(list.length > 0));
		`;
		expect(await client.run(script)).toBe('true');
		await client.remove();
		await exchange.stop();
	});

	it('ends by itself after a gateway has answered an import before it was sent', async () => {
		const server = await serve((request, response) => {
			if (!answersToken(request, response)) response.end();
		});
		const client = await bundledClient();
		const script = importScript(accountAt(server.url), { bytes: 64_000_000, times: 1 });
		expect(await client.run(script)).toContain('not known whether');
		await client.remove();
		await server.stop();
	});
});
