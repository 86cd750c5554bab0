import { apiAccount, queueAccount } from '../../scripts/demo/accounts';
import type { CredentialData } from '../../scripts/n8n/rest/resources';
import { testCredential } from './editorCalls';
import { execute, openPlace, type Place } from './place';

let place: Place;
beforeAll(async () => {
	place = await openPlace();
});
afterAll(() => place.close());

const test = {
	api: (changes: CredentialData) =>
		testCredential(place.session, place.credentials.api, { ...apiAccount(place.simulator), ...changes }),
	queue: (changes: CredentialData) =>
		testCredential(place.session, place.credentials.queue, { ...queueAccount(place.queue.url), ...changes }),
};

describe.each(['api', 'queue'] as const)('the Test button of the credential: %s', (which) => {
	it('is content with the right login, and refuses a wrong password', async () => {
		expect(await test[which]({})).toMatchObject({ status: 'OK' });
		const { status, message } = await test[which]({ password: 'wrong' });
		expect(status).toBe('Error');
		expect(message).toMatch(/password/i);
	});
});

it('the Test button refuses a wrong password while n8n still keeps a token from the right one', async () => {
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

	expect(await test.api({ password: 'wrong' })).toMatchObject({ status: 'Error' });
	expect(await test.api({})).toMatchObject({ status: 'OK' });
});
