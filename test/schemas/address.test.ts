import { isLoopback, isSafeToTalkTo, storedCredential } from '../../nodes/CargoExchange/schemas/address';

const cleanAddress = (typed: string, field: 'baseUrl' | 'importUrl') =>
	storedCredential.parse({ [field]: typed })[field];

describe('the URLs of the credential', () => {
	it.each([
		['https://exchange.example/', 'https://exchange.example'],
		['  https://exchange.example//  ', 'https://exchange.example'],
		['https://Exchange.Example:8443/gateway/', 'https://exchange.example:8443/gateway'],
		['exchange.example/gateway', 'https://exchange.example/gateway'],
		['http://127.0.0.1:5000', 'http://127.0.0.1:5000'],
		['http://[::1]:5000/x', 'http://[::1]:5000/x'],
	])('%p is used as %p', (typed, address) => {
		for (const field of ['baseUrl', 'importUrl'] as const) {
			expect(cleanAddress(typed, field)).toEqual({ ok: true, address, hint: null });
		}
	});

	it.each([
		['baseUrl', '/v3/common', '', '/v3/common'],
		['baseUrl', '/v3/common/oauth2/token', '', '/v3/common/oauth2/token'],
		['baseUrl', '/gw/v3/common/sets/search?offset=0', '/gw', '/v3/common/sets/search and the part after ? or #'],
		['baseUrl', '/v3/common/x/v3/common/counterparties/', '/v3/common/x', '/v3/common/counterparties'],
		['importUrl', '/import/api/v1/shipments?importRef=1', '/import', '/api/v1/shipments and the part after ? or #'],
		['importUrl', '/api/v1/', '', '/api/v1'],
		['importUrl', '/api/v1/gw/api/v1', '/api/v1/gw', '/api/v1'],
		['baseUrl', '/#/inbox', '', 'the part after ? or #'],
	] as const)('as %s, with %s behind the host, are cut, and the hint says so', (field, typed, path, left) => {
		const address = `https://exchange.example${path}`;
		const hint = `Used ${address}, without ${left}.`;
		expect(cleanAddress(`https://exchange.example${typed}`, field)).toEqual({ ok: true, address, hint });
	});

	it.each([
		['baseUrl', 'https://exchange.example/api/v10'],
		['baseUrl', 'https://exchange.example/api/v1/shipments'],
		['baseUrl', 'https://exchange.example/v3/common/tenant'],
		['baseUrl', 'https://exchange.example/v3/common-gateway'],
		['importUrl', 'https://exchange.example/v3/common'],
		['importUrl', 'https://exchange.example/api/v1/tenant/imports'],
	] as const)('as %s keep a prefix that only looks like a call: %p', (field, address) => {
		expect(cleanAddress(address, field)).toEqual({ ok: true, address, hint: null });
	});

	it.each([
		'',
		'   ',
		'ftp://exchange.example',
		'file:///etc/passwd',
		'https://exa mple',
		'https://user:pw@exchange.example',
		'https://user@exchange.example',
		'https://:pw@exchange.example',
		`https://exchange.example/${'/'.repeat(400_000)}x`,
	])('%p is rejected with a hint what to enter', (typed) => {
		const cleaned = cleanAddress(typed, 'baseUrl');
		expect(cleaned).toMatchObject({ ok: false, description: expect.stringMatching(/^Enter /) as string });
		expect(JSON.stringify(cleaned)).not.toContain('pw@');
	});

	it.each([
		['http://localhost:5000', true],
		['http://exchange.localhost', true],
		['http://127.8.9.10', true],
		['http://[::1]/', true],
		['http://127.0.0.1.exchange.example', false],
		['http://localhost.exchange.example', false],
	])('%p is this machine: %p', (address, loopback) => {
		expect(isLoopback(new URL(address))).toBe(loopback);
		expect(isSafeToTalkTo(new URL(address), false)).toBe(loopback);
		expect(isSafeToTalkTo(new URL(address), true)).toBe(true);
		expect(isSafeToTalkTo(new URL(address.replace('http:', 'https:')), false)).toBe(true);
	});
});
