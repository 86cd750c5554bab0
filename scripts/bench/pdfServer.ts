/**
 * An HTTPS server that issues tokens, sends PDFs of the size in the path and accepts imports. It runs in a process of
 * its own, so that a measurement shows only the client.
 */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '../../test/helpers/certificates';

const { key, cert } = makeCertificate(['127.0.0.1']);
const chunk = Buffer.alloc(200_000, '% a line of nothing in particular\n');
const head = Buffer.from('%PDF-1.7\n');
const end = Buffer.from('%%EOF\n');

/** The last digits of the path are the kilobytes: …/get-single-pdf/00000000-0000-4000-8000-000000000200 */
function sizeOf(path: string): number {
	return Number(/(\d+)$/.exec(path)?.[1] ?? 0) * 1_000;
}

const server = createServer({ key, cert }, (request, response) => {
	const path = request.url ?? '';
	if (path.endsWith('/oauth2/token')) {
		response.setHeader('content-type', 'application/json').end('{"token":"opaque-token"}');
		return;
	}
	if (request.method === 'POST') {
		// An import: reads all of it and returns its size, and the ID that an import is confirmed by.
		let received = 0;
		const sets = [{ setId: '01234567-89ab-cdef-0123-456789abcdef' }];
		request.on('data', (part: Buffer) => (received += part.length));
		request.on('end', () =>
			response.setHeader('content-type', 'application/json').end(JSON.stringify({ received, sets })),
		);
		return;
	}
	let left = sizeOf(path);
	response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': left });
	left -= head.length + end.length;
	response.write(head);
	const give = () => {
		while (left > 0) {
			const part = chunk.subarray(0, Math.min(left, chunk.length));
			left -= part.length;
			if (!response.write(part)) return;
		}
		response.end(end);
	};
	response.on('drain', give);
	give();
});
server.listen(0, '127.0.0.1', () => {
	const { port } = server.address() as AddressInfo;
	process.send?.({ url: `https://127.0.0.1:${port}` });
});
process.on('disconnect', () => {
	process.exit();
});
