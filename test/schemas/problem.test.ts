import { isPage, serviceMessage, serviceNote } from '../../nodes/CargoExchange/schemas/errorMessage';

describe("the service's message", () => {
	it.each([
		['errorMessage', '{"errorMessage":"Set is locked","message":"x"}', 'Set is locked'],
		['message', '{"message":"Access denied"}', 'Access denied'],
		['error', '{"error":"invalid_grant"}', 'invalid_grant'],
		['error with a description, by the fixed order', '{"error_description":"Bad login","error":"invalid"}', 'invalid'],
		['error_description', '{"error":"","error_description":"Bad login"}', 'Bad login'],
		['status', '{"code":404,"status":"NOT_FOUND"}', 'NOT_FOUND'],
		['detail', '{"type":"about:blank","title":"Forbidden","detail":"Not the holder","status":403}', 'Not the holder'],
		['title', '{"title":"Forbidden","status":403}', 'Forbidden'],
		['no known name', '{"fault":{"faultstring":"Quota exceeded"}}', '{"fault":{"faultstring":"Quota exceeded"}}'],
		['several', '{"message":["First","Second"]}', 'First; Second'],
		['errors by place', '{"errors":[{"field":"a","message":"Odd"},{"path":"b","message":"Old"}]}', 'a: Odd; b: Old'],
		['errors beside it', '{"message":"M","path":"/","errors":[{"defaultMessage":"Odd","field":"a"}]}', 'M: a: Odd'],
		['errors by field', '{"title":"Invalid","errors":{"a[0].b":["Odd","Old"]}}', 'Invalid: a[0].b: Odd; Old'],
		['the errors that say something', '{"errors":[{"field":"a"},{"message":"First"}]}', 'First'],
		['errors that say no more', '{"message":"Invalid","errors":[]}', 'Invalid'],
		['errors that repeat the message', '{"message":"Invalid","errors":["Invalid"]}', 'Invalid'],
		['a bare text in JSON', '"Just text"', 'Just text'],
		['a byte order mark before JSON', '\ufeff{"message":"Hello"}', 'Hello'],
		['the title of a page', '<!DOCTYPE html><html><head><title> Bad\n Gateway </title></head></html>', 'Bad Gateway'],
		[
			'the text of a page whose title is only "Error"',
			'<html><head><title>Error</title></head><body><pre>Cannot GET /v3</pre></body></html>',
			'Cannot GET /v3',
		],
		['the heading of a page without a title', '<html><h1>Service &amp; more</h1><p>x</p></html>', 'Service & more'],
		[
			'the text of a page without either',
			'<html><style>p{}</style><script>alert(1)</script><p>Sorry</p><!-- x --></html>',
			'Sorry',
		],
		['plain text', 'upstream connect timeout', 'upstream connect timeout'],
	])('is found in %s', (_where, body, words) => {
		expect(serviceMessage(body)).toBe(words);
	});

	it.each(['', '   ', '{}', '[]', 'null', '5', '{"status":200}', '<html></html>'])('is missing in %p', (body) => {
		expect(serviceMessage(body)).toBeNull();
	});

	it('is one short line without control characters', () => {
		expect(serviceMessage(JSON.stringify({ message: 'one\r\n\ttwo\u0000three\u001b[31m' }))).toBe('one two three [31m');
		expect(serviceMessage('x'.repeat(70_000), ['secret'])).toHaveLength(300);
	});

	it('never contains a secret of the call or a JSON Web Token', () => {
		const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';
		const message = `tok-opaque, Basic dXNlcjpwdw==, ${token}, ${token.slice(0, 30)}, test-password, SESSION=abcd`;
		const secrets = ['tok-opaque', 'dXNlcjpwdw==', 'test-password', '', 'abcd', 'SESSION=abcd'];
		expect(serviceMessage(JSON.stringify({ message }), secrets)).toBe('***, Basic ***, ***, ***, ***, ***');
	});

	it('never contains part of a long secret at the end of the text that is read', () => {
		const secret = `opaque-${'x'.repeat(2_000)}`;
		const words = serviceMessage(JSON.stringify({ message: `${secret} ${secret} ${secret}` }), [secret]);
		expect(words).toBe('*** *** ***');
	});

	it.each(['Basic authentication failed', 'The bearer endorsement is not allowed', 'eyJ is not a name'])(
		'is not changed: %p',
		(message) => {
			expect(serviceMessage(JSON.stringify({ message }), ['secret-token'])).toBe(message);
		},
	);

	it.each([
		['objects', '{"a":'.repeat(50_000) + '"x"' + '}'.repeat(50_000)],
		['lists', '['.repeat(50_000) + '{"a":"x"}' + ']'.repeat(50_000)],
		['errors', '{"errors":['.repeat(20_000) + '"x"' + ']}'.repeat(20_000)],
	])('is read from deeply nested %s', (_what, body) => {
		expect(() => [serviceMessage(body), serviceNote(body)]).not.toThrow();
	});

	it.each(['<script ', '<!--', '<title', '<h1', '<', 'eyJ', 'Bearer ', '&', '['])(
		'are found in a page of nothing but %p',
		(piece) => {
			const words = serviceMessage(piece.repeat(100_000));
			expect((words ?? '').length).toBeLessThanOrEqual(300);
		},
	);
});

describe('a serviceNote with data', () => {
	it.each([
		['{"code":400,"status":"BAD_REQUEST","errorMessage":"customerIds missing"}', 'customerIds missing'],
		['{"code":200,"status":"OK","data":null}', null],
		['[{"status":"issued"}]', null],
		['{"jwt":"opaque-token"}', null],
		['"opaque-token"', null],
		['opaque-token', null],
		['<html><title>Log in</title></html>', 'Log in'],
	])('in %s', (body, words) => {
		expect(serviceNote(body)).toBe(words);
	});
});

describe('a web page', () => {
	it.each([
		['<!DOCTYPE html><html>', true],
		['  \n<html lang="en">', true],
		['<!-- saved -->\n<p>', true],
		['<!-- <p>', false],
		['{"html":"<html>"}', false],
		['%PDF-1.7 <html>', false],
		['', false],
	])('%p: %p', (body, page) => {
		expect(isPage(body)).toBe(page);
	});
});
