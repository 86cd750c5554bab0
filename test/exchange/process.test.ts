import { startSimulator } from '../../simulator';
import { bundledClient } from '../helpers/earlyAnswers';
import { accountFor } from '../helpers/exchangeClient';

describe('a process that has called the exchange', () => {
	it('ends by itself although its connections are kept for the next call', async () => {
		const exchange = await startSimulator();
		const client = await bundledClient();
		const script = `
			const client = createClient(${JSON.stringify(accountFor(exchange))});
			Promise.all([client.counterparties(), client.counterparties()]).then(([list]) => console.log(list.length > 0));
		`;
		expect(await client.run('Node 24', script)).toBe('true');
		await client.remove();
		await exchange.stop();
	});
});
