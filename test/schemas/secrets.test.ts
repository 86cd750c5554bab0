import { serviceMessage } from '../../nodes/CargoExchange/schemas/errorMessage';
import { maskSecrets, secretMask } from '../../nodes/CargoExchange/schemas/secrets';

const password = `pa"ss\\w/ö&<rd> '1%`;

describe('a secret that a service repeats', () => {
	it.each([
		['as it is', password],
		['as JSON', JSON.stringify(password)],
		['as JSON in JSON', JSON.stringify(JSON.stringify(password))],
		['as JSON with escaped slashes', JSON.stringify(password).replaceAll('/', '\\/')],
		['as JSON in ASCII', JSON.stringify(password).replaceAll('ö', '\\u00F6')],
		['percent-encoded', encodeURIComponent(password)],
		['percent-encoded by RFC 3986', encodeURIComponent(password).replaceAll("'", '%27')],
		['with every byte percent-encoded', Buffer.from(password).toString('hex').toUpperCase().replace(/../g, '%$&')],
		['as a form sends it', new URLSearchParams([['p', password]]).toString()],
		[
			'with named entities',
			password.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
		],
	])('is masked %s', (_how, written) => {
		const text = `It was ${written}, again ${written}.`;
		const masked = maskSecrets(text, [password]);
		expect(masked).toMatch(/^It was [^a-z]*(p=)?\*\*\*[^a-z]*, again [^a-z]*(p=)?\*\*\*[^a-z0-9]*\.$/);
		for (const body of [text, `<p>${text}</p>`, JSON.stringify({ text }), JSON.stringify({ message: text })])
			expect(serviceMessage(body, [password])).not.toMatch(/pa.{0,9}ss.{0,9}w|rd>/);
	});

	it.each(['base64', 'base64url', 'hex'] as const)('is masked in %s', (encoding) => {
		const written = Buffer.from(password).toString(encoding).replace(/=+$/, '');
		expect(maskSecrets(`It was ${written}.`, [password])).toBe('It was ***.');
		expect(secretMask([password])({ echo: [written] })).toEqual({ echo: ['***'] });
	});

	it.each([
		['a short secret in Base64', 'kurz1', 'a3VyejE='],
		['a short secret in hexadecimal', 'kurz1', '6b75727a31'],
		['half of a pair, which cannot be percent-encoded', 'half-\ud83d-pair', 'half-\ud83d-pair'],
		...['dXNlcjpwdw==', 'dXNlcjpwdw', 'dXNlcjpwdw%3D%3D'].map((text) => ['Base64 of a login', 'dXNlcjpwdw==', text]),
	])('is masked in a message: %s', (_what, secret = '', written = '') => {
		expect(maskSecrets(`It was ${written}.`, [secret])).toBe('It was ***.');
	});

	it.each([20_000, 200_000])('is masked if it is a token of %i characters', (length) => {
		const token = 'A-z_9'.repeat(length / 5);
		for (const written of [token, encodeURIComponent(token), Buffer.from(token).toString('base64')])
			expect(maskSecrets(`It was ${written}.`, [token])).toBe('It was ***.');
		expect(secretMask([token])({ echo: `Bearer ${token}` })).toEqual({ echo: 'Bearer ***' });
		expect(serviceMessage(`${'x'.repeat(60_000)} ${token}`, [token]) ?? '').not.toContain('A-z_9');
	});

	it('is masked in the JSON that a message quotes because it has no message', () => {
		const body = JSON.stringify({ input: `user api, password pa"ss1` });
		expect(serviceMessage(body, ['pa"ss1'])).toBe('{"input":"user api, password ***"}');
	});

	it('is masked before the text of a page is taken out of its tags', () => {
		expect(serviceMessage('<p>Wrong: se<cret>-1</p>', ['se<cret>-1'])).toBe('Wrong: ***');
	});

	it('is not shown in part if a long text was cut', () => {
		const token = 'opaque'.repeat(500);
		const text = `${token} `.repeat(22);
		expect(serviceMessage(text.slice(0, 65_536), [token])).toBeNull();
	});

	it('takes little time however it is written', () => {
		const before = process.cpuUsage();
		maskSecrets('\\'.repeat(65_000), ['\\\\\\\\"secret']);
		maskSecrets('%25'.repeat(20_000), ['%%%%%%%%x']);
		maskSecrets('&amp;'.repeat(13_000), ['&&&&&&&&x']);
		const { user, system } = process.cpuUsage(before);
		expect(user + system).toBeLessThan(2_000_000);
	});
});

describe('a secret in data', () => {
	it('is masked anywhere, in names too, and nothing else changes', () => {
		const given = { headers: { cookie: 'a=1; SESSION=a-cdefgh' }, list: ['a-cdefgh', 5, null, true], 'a-cdefgh': 'x' };
		expect(secretMask(['a-cdefgh'])(given)).toEqual({
			headers: { cookie: 'a=1; SESSION=***' },
			list: ['***', 5, null, true],
			'***': 'x',
		});
	});

	it('is masked only as a whole value if it is short: a password "2026" changes no reference', () => {
		const given = { reference: 'SHP-2026-0001', password: '2026', empty: '' };
		expect(secretMask(['2026', ''])(given)).toEqual({ reference: 'SHP-2026-0001', password: '***', empty: '' });
	});

	it('stays in names if it is a mere word: a password "customer" renames no field', () => {
		const given = { customerId: 'x', note: 'Wrong: Customer', customer: ['customer'] };
		expect(secretMask(['customer'])(given)).toEqual({ customerId: 'x', note: 'Wrong: ***', customer: ['***'] });
	});

	it('that is not there leaves the very data', () => {
		const given = { list: [{ a: 'b' }], nothing: null };
		expect(secretMask(['a-cdefgh', 'c'])(given)).toBe(given);
	});
});
