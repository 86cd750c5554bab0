import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { credentialTestContext, listContext } from '../helpers/engine';
import { textWith, useExchangeNode } from '../helpers/exchangeNode';

const exchange = useExchangeNode();

/** n8n's protection against calls into its own network; its default ranges include this machine. */
function protect(enabled: boolean): void {
	Container.get(SsrfProtectionConfig).enabled = enabled;
}

describe('an address that n8n does not let its nodes reach', () => {
	const { credentialTest, loadOptions } = new CargoExchange().methods;
	beforeAll(() => {
		protect(true);
	});
	afterEach(() => {
		expect(exchange.simulator.requests).toHaveLength(0);
	});
	afterAll(() => {
		protect(false);
	});

	it('is refused from an operation, and nothing is sent', async () => {
		const { error } = await exchange.run('counterparty.getMany', { returnAll: true });
		expect(error?.message).toContain('n8n does not allow connections to');
		expect(error?.description).toContain('Base URL');
	});

	it('is refused from the list of counterparties', async () => {
		const context = listContext(new CargoExchange(), { cargoExchangeApi: exchange.credential });
		await expect(loadOptions.getCounterparties.call(context)).rejects.toThrow('n8n does not allow connections');
	});

	it('is refused by the Test button', async () => {
		const data = exchange.credential as Record<string, string>;
		const entered = { id: '1', name: 'x', type: 'cargoExchangeApi', data };
		const result = await credentialTest.testCargoExchangeApi.call(credentialTestContext(), entered);
		expect(result).toEqual({ status: 'Error', message: textWith('n8n does not allow connections') });
	});
});
