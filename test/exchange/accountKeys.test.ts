import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { accountAt, changed, type Entered } from '../helpers/exchangeClient';

const account = accountAt('https://exchange.example/hub', { importUrl: '', password: 'test-password' });
const keysWith = (more: Entered = {}) => createClient(changed(account, more)).keys;

describe('what the process remembers of an account', () => {
	it.each([
		{ importUrl: 'https://exchange.example/hub' },
		{ importUrl: ' https://exchange.example/hub/ ' },
		{ baseUrl: 'HTTPS://Exchange.example:443/hub/v3/common/oauth2/token' },
		{ baseUrl: 'exchange.example/hub/' },
		{ sessionCookie: 'session=1' },
	])('is the same however its addresses are written: %j', (more) => {
		expect(keysWith(more)).toEqual(keysWith());
	});

	it('is the same with any import address and profile for tokens, and with any profile for what must not happen twice', () => {
		expect(keysWith({ importUrl: 'https://import.example' }).login).toBe(keysWith().login);
		const { account: same, login, facts } = keysWith({ profile: { instance: 'HUB' } });
		expect({ account: same, login }).toEqual({ account: keysWith().account, login: keysWith().login });
		expect(facts).not.toBe(keysWith().facts);
	});

	it.each([{ password: 'another' }, { ignoreSslIssues: true }])(
		'is the same with %j for what must not happen twice, but reveals nothing to the other login',
		(more) => {
			expect(keysWith(more).account).toBe(keysWith().account);
			expect(keysWith(more).login).not.toBe(keysWith().login);
			expect(keysWith(more).facts).not.toBe(keysWith().facts);
		},
	);

	it.each([
		{ username: 'other' },
		{ username: 'api-usertest-password', password: '' },
		{ baseUrl: 'https://other.example' },
		{ importUrl: 'https://exchange.example/other' },
		{ importUrl: 'not an address' },
	])('is another one with %j', (more) => {
		expect(keysWith(more).account).not.toBe(keysWith().account);
		expect(keysWith(more).facts).not.toBe(keysWith().facts);
	});

	it('reveals nothing of the credential by its keys', () => {
		expect(JSON.stringify(keysWith())).not.toMatch(/exchange|api-user|test-password/);
	});
});
