import { parseCredential } from '../../nodes/CargoExchange/exchange/client';

describe('a stored credential', () => {
	it('a field that is missing or of another type is read as empty, so that the call can name it', () => {
		expect(parseCredential({ baseUrl: 7, username: 'user' })).toMatchObject({
			baseUrl: { ok: false },
			importUrl: { ok: false },
			username: 'user',
			password: '',
			ignoreSslIssues: false,
			allowInsecureHttp: false,
		});
	});
});
