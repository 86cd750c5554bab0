import { cleanAddress, isLoopback, isSafeToTalkTo } from '../../nodes/CargoExchange/schemas/address';

describe('the addresses of the credential', () => {
	it.each([
		['https://exchange.example', 'https://exchange.example'],
		['https://exchange.example/', 'https://exchange.example'],
		['  https://exchange.example//  ', 'https://exchange.example'],
		['https://Exchange.Example:8443/gateway/', 'https://exchange.example:8443/gateway'],
		['exchange.example/gateway', 'https://exchange.example/gateway'],
		['http://127.0.0.1:5000', 'http://127.0.0.1:5000'],
		['http://[::1]:5000/x', 'http://[::1]:5000/x'],
	])('%p is used as %p', (typed, address) => {
		expect(cleanAddress(typed)).toEqual({ ok: true, address, hint: null });
	});

	it.each([
		['https://exchange.example/v3/common', 'https://exchange.example'],
		['https://exchange.example/v3/common/oauth2/token', 'https://exchange.example'],
		['https://exchange.example/gateway/v3/common/sets/search?offset=0', 'https://exchange.example/gateway'],
		['https://exchange.example/import/api/v1/shipments?importRef=1', 'https://exchange.example/import'],
		['https://exchange.example/api/v1', 'https://exchange.example'],
		['https://exchange.example/#/inbox', 'https://exchange.example'],
	])('%p is cut to %p, with a hint', (typed, address) => {
		expect(cleanAddress(typed)).toMatchObject({ ok: true, address, hint: expect.stringContaining(address) as string });
	});

	it('keeps a path that only begins like a call', () => {
		expect(cleanAddress('https://exchange.example/api/v10')).toMatchObject({
			address: 'https://exchange.example/api/v10',
			hint: null,
		});
	});

	it.each([
		'',
		'   ',
		'https://',
		'ftp://exchange.example',
		'file:///etc/passwd',
		'https://exa mple',
		'https://user:pw@exchange.example',
	])('%p is refused with what to enter', (typed) => {
		const cleaned = cleanAddress(typed);
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
