import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** One way to answer an import. */
type Answer = {
	/** Whether the exchange may have imported the shipment: only a complete refusal by its status says that it has not. */
	may: boolean;
	/** Whether it names the set or says nothing: then the import is never doubted, and is always carried out. */
	confirms?: boolean;
	/** `early`: before the body was read. */
	early?: boolean;
	send(response: ServerResponse, setId: string): void | Promise<void>;
};

const body = (response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) => {
	response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
};
const refusing = (status: number, headers: Record<string, string> = {}): Answer => ({
	may: false,
	send: (response) => {
		body(response, status, '{"errorMessage":"No vessel"}', headers);
	},
});
const confirming = (text: (setId: string) => string, status = 200, headers: Record<string, string> = {}): Answer => ({
	may: true,
	confirms: true,
	send: (response, setId) => {
		body(response, status, text(setId), headers);
	},
});
const saying = (text: string, headers: Record<string, string> = {}, status = 200): Answer => ({
	may: true,
	send: (response) => {
		body(response, status, text, headers);
	},
});
const html = { 'content-type': 'text/html' };
const xml = { 'content-type': 'text/xml' };

async function inPieces(response: ServerResponse, text: string): Promise<void> {
	for (const character of text) {
		response.socket?.write(character);
		await sleep(1);
	}
}

const ok = (text: string) =>
	`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`;

/** How an exchange, or anything before it, can answer. */
export const answers: Record<string, Answer> = {
	'set ID': confirming((setId) => JSON.stringify({ setId })),
	'set IDs in an envelope': confirming((setId) => JSON.stringify({ code: 200, data: { setIds: [setId] } })),
	'204': confirming(() => '', 204),
	'201 with Location': {
		...confirming(() => '', 201),
		send: (response, setId) => {
			body(response, 201, '', { location: `/api/v1/shipments/${setId}` });
		},
	},
	'202 queued': { ...confirming(() => '{"status":"QUEUED"}', 202), confirms: false },
	'in pieces, after an interim response': {
		...confirming(() => ''),
		send: (response, setId) =>
			inPieces(response, `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${ok(JSON.stringify({ setId }))}`),
	},
	gzip: {
		...confirming(() => ''),
		send: (response, setId) => {
			response
				.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
				.end(gzipSync(JSON.stringify({ setId })));
		},
	},
	lost: { may: true, send: (response) => void response.destroy() },
	'lost after a moment': {
		may: true,
		send: async (response) => {
			await sleep(300);
			response.destroy();
		},
	},
	'cut at half': {
		may: true,
		send: (response) => {
			response.writeHead(200, { 'content-length': 100 }).write('{"setId":"', () => response.destroy());
		},
	},
	'a refusal that is cut off': {
		may: true,
		send: (response) => {
			response.writeHead(400, { 'content-length': 100 }).write('{"message":"', () => response.destroy());
		},
	},
	'broken gzip': {
		may: true,
		send: (response) => {
			response.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed');
		},
	},
	'gzip that is cut off': {
		may: true,
		send: (response, setId) => {
			const packed = gzipSync(JSON.stringify({ setId }));
			response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length / 2));
		},
	},
	'a login page': saying('<!DOCTYPE html><html><title>Sign in</title><form></form></html>', html),
	'a page as JSON': saying('\n<!-- x --><html><body>Sign in</body></html>'),
	'a page without markup': saying('Session expired', html),
	'a redirect': saying('', { location: '/elsewhere' }, 302),
	'a redirect that keeps the method': refusing(307, { location: '/api/v1/shipments?again' }),
	'a permanent redirect': refusing(308, { location: '/api/v1/shipments' }),
	'a redirect to another host': refusing(307, { location: 'http://127.0.0.1:1/' }),
	'a SOAP fault': saying(
		'<s:Envelope><s:Body><s:Fault><faultstring>No vessel</faultstring></s:Fault></s:Body></s:Envelope>',
		xml,
	),
	'XML without a set ID': saying('<ok/>', xml),
	errors: saying('{"errors":[{"message":"No vessel"}],"correlationId":"0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4"}'),
	'a problem': saying('{"title":"No vessel"}', { 'content-type': 'application/problem+json' }),
	'success: N': saying('{"success":"N"}'),
	'isSuccess: false': saying('{"isSuccess":false,"data":{}}'),
	'a nested code': saying('{"data":{"response":{"statusCode":"422"}}}'),
	'an exception': saying('{"exception":"java.lang.NullPointerException","timestamp":1}'),
	'a fault': saying('{"fault":{"faultcode":"Client","detail":"No vessel"}}'),
	'a rejected list': saying('[{"status":"REJECTED"}]'),
	'a text': saying('Validation failed', { 'content-type': 'text/plain' }),
	false: saying('false'),
	'a validation': saying('{"validationErrors":{"vessel":"missing"}}'),
	'ok: false': saying('{"ok":false}'),
	'a message as data': saying('{"status":"OK","result":{"outcome":"ERROR","message":"No vessel"}}'),
	'400': refusing(400),
	'403 as a page': {
		...refusing(403),
		send: (response) => {
			body(response, 403, '<html>No</html>', html);
		},
	},
	'404': refusing(404),
	'413 early': { ...refusing(413), early: true },
	'422': refusing(422),
	'429': refusing(429, { 'retry-after': '1' }),
	'401': refusing(401),
	'401 early': { ...refusing(401), early: true },
	'401 early, and closes': { ...refusing(401, { connection: 'close' }), early: true },
	'409': { ...refusing(409), may: true },
	'500': { ...refusing(500), may: true },
	'503 with Retry-After': { ...refusing(503, { 'retry-after': '0' }), may: true },
	'nothing that is HTTP': {
		may: true,
		send: (response) => void response.socket?.end('NOT HTTP AT ALL\r\n\r\n'),
	},
};

/** Reads an import, unless its answer comes before. */
export async function receive(request: IncomingMessage, { early = false }: Answer): Promise<Buffer | null> {
	if (!early) return await buffer(request);
	request.pause();
	await sleep(0);
	return null;
}
