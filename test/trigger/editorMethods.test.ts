import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IDataObject,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { sharedAccount } from '../helpers/broker';
import { useExchangeNode } from '../helpers/exchangeNode';

const { credentialTest, loadOptions } = new CargoExchangeTrigger().methods;
const exchange = useExchangeNode();

describe('the Test button of the queue credential', () => {
	const press = (change: IDataObject) => {
		const data: ICredentialDataDecryptedObject = { ...sharedAccount(), ...change };
		return credentialTest.testCargoExchangeQueueApi.call({} as ICredentialTestFunctions, {
			id: '1',
			name: 'q',
			type: 'cargoExchangeQueueApi',
			data,
		});
	};

	it('connects with what was entered, also when the host was pasted with scheme and slash', async () => {
		expect(await press({})).toMatchObject({ status: 'OK' });
		expect(await press({ hostname: `amqp://${sharedAccount().hostname}/` })).toMatchObject({ status: 'OK' });
	});

	it.each([
		[{ password: 'wrong' }, /user name or password/i],
		[{ vhost: 'no such host' }, /virtual host/i],
		[{ port: 1 }, /answers/i],
		[{ hostname: '' }, /host name/i],
	])('says in plain words what is in the way: %j', async (change, text) => {
		const { status, message } = await press(change);
		expect(status).toBe('Error');
		expect(message).toMatch(text);
		expect(message).not.toContain('wrong"');
	});
});

it('fills the list of customers from the other credential', async () => {
	const context = { getCredentials: () => Promise.resolve(exchange.credential), helpers: {} };
	const options = await loadOptions.getCounterparties.call(context as unknown as ILoadOptionsFunctions);
	const counterparties = exchange.simulator.store.counterparties.all();
	expect(options.map(({ value }) => value).sort()).toEqual(counterparties.map(({ customerId }) => customerId).sort());
	expect(options.map(({ name }) => name)).toEqual(
		expect.arrayContaining(counterparties.map(({ customerName }) => customerName)),
	);
});
