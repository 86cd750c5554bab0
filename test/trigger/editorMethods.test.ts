import type { ICredentialDataDecryptedObject, ICredentialTestFunctions, IDataObject } from 'n8n-workflow';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { useSharedBroker } from '../helpers/broker';
import { listContext } from '../helpers/engine';
import { useExchangeNode } from '../helpers/exchangeNode';

const { credentialTest, loadOptions } = new CargoExchangeTrigger().methods;
const exchange = useExchangeNode();

describe('the Test button of the queue credential', () => {
	const shared = useSharedBroker();
	const press = (change: IDataObject) => {
		const { hostname, port, username, password } = shared.account;
		const data: ICredentialDataDecryptedObject = { hostname, port, username, password, ssl: false, ...change };
		return credentialTest.testCargoExchangeQueueApi.call({} as ICredentialTestFunctions, {
			id: '1',
			name: 'q',
			type: 'cargoExchangeQueueApi',
			data,
		});
	};

	it('connects with what was entered, also when the host was pasted with scheme and slash', async () => {
		expect(await press({})).toMatchObject({ status: 'OK' });
		expect(await press({ hostname: `amqp://${shared.account.hostname}/` })).toMatchObject({ status: 'OK' });
	});

	it.each([
		[{ vhost: 'no such host' }, /virtual host/i],
		[{ hostname: '' }, /host name/i],
	])('says what is wrong: %j', async (change, text) => {
		expect(await press(change)).toMatchObject({ status: 'Error', message: expect.stringMatching(text) as string });
	});
});

describe('the list of customers', () => {
	const list = (credentials: Record<string, IDataObject>) =>
		loadOptions.getCounterparties.call(listContext(new CargoExchangeTrigger(), credentials));

	it('is filled from the other credential', async () => {
		const options = await list({ cargoExchangeApi: exchange.credential });
		const counterparties = exchange.simulator.store.counterparties.all();
		const pairs = counterparties.map(({ customerId, customerName }) => ({ name: customerName, value: customerId }));
		expect(options).toHaveLength(pairs.length);
		expect(options).toEqual(expect.arrayContaining(pairs));
	});

	it('says what it needs if that credential is not chosen', async () => {
		await expect(list({})).rejects.toThrow('Choose a Cargo Exchange API credential');
	});
});
