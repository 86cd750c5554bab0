import { gzipSync } from 'node:zlib';
import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { accountAt, quickTries, useExchange } from '../helpers/exchangeClient';

const list = '[{"customerId":"01234567-89ab-cdef-0123-456789abcdef","customerName":"Köhler & Søn"}]';
describe('an answer', () => {
	const serve = useExchange();

	async function answering(status: number, headers: Record<string, string>, body: Buffer) {
		const server = await serve((_request, response) => response.writeHead(status, headers).end(body));
		return createClient(accountAt(server.url), { ...quickTries, tries: 1 });
	}

	it.each([
		['application/json', Buffer.from(list)],
		['application/json; charset=UTF-8', Buffer.from(`\ufeff${list}`)],
		['application/json;charset=ISO-8859-1', Buffer.from(list, 'latin1')],
		['text/plain; charset="windows-1252"; format=flowed', Buffer.from(list, 'latin1')],
		['application/json; charset=utf-16le', Buffer.from(list, 'utf16le')],
		['application/json; charset=utf-16', Buffer.from(`\ufeff${list}`, 'utf16le').swap16()],
		['application/json; charset=nobody-knows', Buffer.from(list)],
	])('is read in the character set that it names: %s', async (type, body) => {
		const client = await answering(200, { 'content-type': type }, body);
		expect(await client.counterparties()).toMatchObject([{ customerName: 'Köhler & Søn' }]);
	});

	it.each([
		['of another one', 'Köhler & Søn', 'Köhler & Søn'],
		['of Windows', 'K\x93hler\x94', 'K“hler”'],
		['of UTF-8 with a damaged character', 'Köhler \xc3\xb8 \xff', '�'],
	])('that names no character set is read by its bytes: %s', async (_, latin1, read) => {
		const client = await answering(
			200,
			{ 'content-type': 'application/json' },
			Buffer.from(`[{"customerId":"01234567-89ab-cdef-0123-456789abcdef","customerName":"${latin1}"}]`, 'latin1'),
		);
		expect(await client.counterparties()).toMatchObject([{ customerName: expect.stringContaining(read) as unknown }]);
	});

	it('is quoted in the character set that it names', async () => {
		const client = await answering(
			403,
			{ 'content-type': 'application/json;charset=ISO-8859-1', 'content-encoding': 'gzip' },
			gzipSync(Buffer.from('{"errorMessage":"nicht für Sie"}', 'latin1')),
		);
		await expect(client.counterparties()).rejects.toMatchObject({
			message: 'The exchange does not allow this user to send this request: nicht für Sie',
		});
	});

	it.each([
		['204', 204, {}],
		['204 that is called packed', 204, { 'content-encoding': 'gzip' }],
		['200 of no length that is called packed', 200, { 'content-encoding': 'gzip', 'content-length': '0' }],
	])('that is empty is reported as such: %s', async (_what, status, headers) => {
		const client = await answering(status, headers, Buffer.alloc(0));
		await expect(client.counterparties()).rejects.toMatchObject({
			message: 'The exchange sent nothing instead of data',
		});
	});

	it('that redirects a search to a login page says where to', async () => {
		const client = await answering(302, { location: '/login?from=search' }, Buffer.alloc(0));
		await expect(client.search({}, { offset: 0, limit: 1 })).rejects.toMatchObject({
			message: 'The exchange redirects this request to another page: /login',
		});
	});
});
