import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Readable } from 'node:stream';
import { createClient, type ExchangeClient } from '../../nodes/CargoExchange/exchange/client';
import { accountAt, quickTries, type TestServer, useExchange } from './exchangeClient';

export const ids = {
	setId: '01234567-89ab-cdef-0123-456789abcdef',
	documentId: '01234567-89ab-cdef-0123-456789abcde0',
};

export const pdfOf = (bytes: number) =>
	Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes), Buffer.from('\n%%EOF\n')]);
/** Small enough to be returned as a buffer, and too large for that. */
export const pdf = pdfOf(100_000);
export const largePdf = pdfOf(1_000_000);

export function streamOf(content: Buffer | Readable): Readable {
	if (Buffer.isBuffer(content)) throw new Error('Not a stream');
	return content;
}

/** For one describe: an exchange whose document requests the test answers and counts. */
export function usePdfExchange() {
	const serve = useExchange();
	let server: TestServer;
	const exchange = {
		asked: 0,
		account: () => accountAt(server.url),
		async serving(
			answer: RequestListener,
			limits: Partial<typeof quickTries> & { documentBytes?: number } = quickTries,
		): Promise<ExchangeClient> {
			exchange.asked = 0;
			server = await serve((request, response) => {
				exchange.asked++;
				answer(request, response);
			});
			return createClient(exchange.account(), { ...limits, tries: 3 });
		},
	};
	return exchange;
}
