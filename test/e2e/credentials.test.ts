import { apiAccount, queueAccount } from '../../scripts/demo/accounts';
import { testCredential } from '../../scripts/n8n/rest/resources';
import { execute, openPlace, type Place } from './place';

let place: Place;
beforeAll(async () => {
	place = await openPlace();
});
afterAll(() => place.close());

describe('the Test button of the API credential', () => {
	const test = (changes: Record<string, string>) =>
		testCredential(place.session, place.credentials.api, { ...apiAccount(place.simulator), ...changes });

	it('is content with the right login', async () => {
		expect(await test({})).toMatchObject({ status: 'OK' });
	});

	it('refuses a wrong password', async () => {
		const { status, message } = await test({ password: 'wrong' });
		expect(status).toBe('Error');
		expect(message).toMatch(/password/i);
	});

	it('refuses a wrong password while n8n still keeps a token from the right one', async () => {
		const request = {
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url: `${place.simulator.url}/v3/common/counterparties`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'cargoExchangeApi',
			},
			credentials: { cargoExchangeApi: place.credentials.api },
		};
		const run = await execute(place, request);
		expect(run.problem).toBeNull();
		expect(run.items('HTTP Request').map(({ json }) => json['customerName'])).toContain('Alta Mira Coffee');

		expect(await test({ password: 'wrong' })).toMatchObject({ status: 'Error' });
		expect(await test({})).toMatchObject({ status: 'OK' });
	});

	it('says so when nobody answers at the address', async () => {
		const { status, message } = await test({ baseUrl: 'http://127.0.0.1:9' });
		expect(status).toBe('Error');
		expect(message).not.toMatch(/password/i);
	});
});

describe('the Test button of the queue credential', () => {
	const test = (changes: Record<string, string | number>) =>
		testCredential(place.session, place.credentials.queue, { ...queueAccount(place.queue.url), ...changes });

	it('is content with the right login', async () => {
		expect(await test({})).toMatchObject({ status: 'OK' });
	});

	it('refuses a wrong password', async () => {
		const { status, message } = await test({ password: 'wrong' });
		expect(status).toBe('Error');
		expect(message).toMatch(/password/i);
	});

	it('distinguishes a missing virtual host from a wrong password', async () => {
		const { status, message } = await test({ vhost: 'nowhere' });
		expect(status).toBe('Error');
		expect(message).toMatch(/virtual host/i);
	});

	it('says so when no broker answers at the address', async () => {
		const { status, message } = await test({ port: 9 });
		expect(status).toBe('Error');
		expect(message).not.toMatch(/password|virtual host/i);
	});
});
