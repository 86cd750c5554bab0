import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ConsumeMessage } from 'amqplib';
import { readBody } from '../../nodes/CargoExchange/amqp/body';

const text = '{"newStatus":"Signé","actor":"Åsa"}';
const utf16 = Buffer.from(text, 'utf16le');

function bodyOf(content: Buffer, contentEncoding?: string, contentType?: string): string {
	const properties = { contentEncoding, contentType } as ConsumeMessage['properties'];
	return readBody({ content, properties }).toString();
}

describe('the body of a message', () => {
	it.each([
		['is not encoded', Buffer.from(text), undefined, 'application/json'],
		['is compressed with gzip', gzipSync(text), 'GZIP', undefined],
		['is compressed with deflate', deflateSync(text), 'deflate', undefined],
		['is compressed with br', brotliCompressSync(text), 'br', 'application/json; charset=utf-8'],
		['is in Latin-1', Buffer.from(text, 'latin1'), undefined, 'application/json; charset="ISO-8859-1"'],
		['is in UTF-16', utf16, undefined, 'application/json;charset=utf-16le'],
		['has its charset as the encoding', Buffer.from(text, 'latin1'), 'iso-8859-1', 'text/plain'],
		['is in Latin-1 and compressed', gzipSync(Buffer.from(text, 'latin1')), 'gzip', 'text/plain; charset=latin1'],
		['is in UTF-8, whatever it says', Buffer.from(text), undefined, 'text/plain; charset=iso-8859-1'],
	])('that %s is read', (_how, content, encoding, type) => {
		expect(bodyOf(content, encoding, type)).toBe(text);
	});

	it.each([
		['is not compressed', Buffer.from(text), 'gzip'],
		['is compressed in an unknown way', Buffer.from(text), 'snappy'],
		['is too large when decompressed', gzipSync(Buffer.alloc(65 * 1024 * 1024)), 'gzip'],
		['names no encoding but a word', Buffer.from(text), 'binary'],
	])('that %s stays as it came', (_how, content, encoding) => {
		expect(bodyOf(content, encoding)).toBe(content.toString());
	});
});
