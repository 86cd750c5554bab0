import { cleanAddress, isLoopback, isSafeToTalkTo } from '../../nodes/CargoExchange/schemas/address';

describe('the URLs of the credential', () => {
	it.each([
		['https://exchange.example', 'https://exchange.example'],
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
		['baseUrl', 'https://exchange.example/v3/common', 'https://exchange.example', '/v3/common'],
		[
			'baseUrl',
			'https://exchange.example/v3/common/oauth2/token',
			'https://exchange.example',
			'/v3/common/oauth2/token',
		],
		['baseUrl', 'https://exchange.example/gw/v3/common/sets/search?offset=0', 'https://exchange.example/gw', 'after ?'],
		[
			'baseUrl',
			'https://exchange.example/v3/common/x/v3/common/counterparties/',
			'https://exchange.example/v3/common/x',
			'',
		],
		[
			'importUrl',
			'https://exchange.example/import/api/v1/shipments?importRef=1',
			'https://exchange.example/import',
			'',
		],
		['importUrl', 'https://exchange.example/api/v1/', 'https://exchange.example', '/api/v1'],
		['importUrl', 'https://exchange.example/api/v1/gw/api/v1', 'https://exchange.example/api/v1/gw', ''],
		['baseUrl', 'https://exchange.example/#/inbox', 'https://exchange.example', 'after ? or #'],
	] as const)('as %s %p is cut to %p, and the hint says so', (field, typed, address, left) => {
		const cleaned = cleanAddress(typed, field);
		expect(cleaned).toMatchObject({
			ok: true,
			address,
			hint: expect.stringContaining(`Used ${address}, without `) as string,
		});
		expect(cleaned).toMatchObject({ hint: expect.stringContaining(left) as string });
	});

	it.each([
		['baseUrl', 'https://exchange.example/api/v10'],
		['baseUrl', 'https://exchange.example/api/v1'],
		['baseUrl', 'https://exchange.example/api/v1/shipments'],
		['baseUrl', 'https://exchange.example/v3/common/tenant'],
		['baseUrl', 'https://exchange.example/v3/common-gateway'],
		['importUrl', 'https://exchange.example/v3/common'],
		['importUrl', 'https://exchange.example/api/v1/tenant'],
		['importUrl', 'https://exchange.example/api/v1/tenant/imports'],
	] as const)('as %s keep a prefix that only looks like a call: %p', (field, address) => {
		expect(cleanAddress(address, field)).toEqual({ ok: true, address, hint: null });
	});

	it('can be absurdly long', () => {
		const long = `https://exchange.example/${'/'.repeat(400_000)}x`;
		expect(cleanAddress(long, 'baseUrl')).toHaveProperty('ok');
	});

	it.each([
		'',
		'   ',
		'https://',
		'ftp://exchange.example',
		'file:///etc/passwd',
		'https://exa mple',
		'https://user:pw@exchange.example',
		`https://exchange.example/${'/'.repeat(40_000)}x`,
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
		['http://10.0.0.1', false],
	])('%p is this machine: %p', (address, loopback) => {
		expect(isLoopback(new URL(address))).toBe(loopback);
		expect(isSafeToTalkTo(new URL(address), false)).toBe(loopback);
		expect(isSafeToTalkTo(new URL(address), true)).toBe(true);
		expect(isSafeToTalkTo(new URL(address.replace('http:', 'https:')), false)).toBe(true);
	});
});
