import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { ConsumeMessage } from 'amqplib';

const mostBytes = 64 * 1024 * 1024;

const decompress: Readonly<Record<string, (content: Buffer) => Buffer>> = {
	gzip: (content) => gunzipSync(content, { maxOutputLength: mostBytes }),
	deflate: (content) => inflateSync(content, { maxOutputLength: mostBytes }),
	br: (content) => brotliDecompressSync(content, { maxOutputLength: mostBytes }),
};

/**
 * The body of a message as UTF-8, if its content encoding and its charset say how it is written. Some publishers give the charset as the
 * content encoding. A body that is not as they say stays as it came.
 */
export function readBody({ content, properties }: Pick<ConsumeMessage, 'content' | 'properties'>): Buffer {
	const encoding = String(properties.contentEncoding ?? '')
		.trim()
		.toLowerCase();
	const [, charset = encoding] = /charset\s*=\s*"?([^\s;"]+)/i.exec(String(properties.contentType ?? '')) ?? [];
	try {
		const body = decompress[encoding]?.(content) ?? content;
		if (charset === '' || charset in decompress || (isUtf8(body) && !body.includes(0))) return body;
		return Buffer.from(new TextDecoder(charset, { fatal: true }).decode(body));
	} catch {
		return content;
	}
}
