import type { ITriggerFunctions } from 'n8n-workflow';
import { readPollingSettings } from '../../nodes/CargoExchange/polling/settings';
import { pollingTestStep } from '../../nodes/CargoExchange/polling/testStep';
import { OddExchange } from './oddExchange';

it('says so when the search takes more than a minute', async () => {
	const exchange = new OddExchange();
	await exchange.open();
	const minute = new AbortController();
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => minute.signal);
	// The exchange does not answer before the minute is over.
	exchange.instead = () => {
		minute.abort();
		return true;
	};
	const [account] = exchange.accounts;
	const context = {
		getNode: () => ({ name: 'Polling', type: 'cargoExchangePollingTrigger', parameters: {} }),
		getCredentials: () => Promise.resolve({ ...account, baseUrl: exchange.url }),
		emit: () => {},
		helpers: {},
	} as unknown as ITriggerFunctions;
	const parameters: Record<string, unknown> = { everyMinutes: 5, events: ['any'], allCustomers: true };
	const settings = readPollingSettings({
		getNodeParameter: (name: string) => parameters[name],
	} as unknown as ITriggerFunctions);
	try {
		const { manualTriggerFunction } = pollingTestStep(context, settings);
		await expect(manualTriggerFunction?.()).rejects.toMatchObject({
			message: 'The search for changes took more than a minute',
		});
	} finally {
		timeout.mockRestore();
		exchange.close();
	}
});
