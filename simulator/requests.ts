import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A request to the service, without the values of Authorization and Cookie. */
export type RecordedRequest = {
	method: string;
	/** Without the query. */
	path: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	/** Bytes of the body; 0 if there was none or it was not read. */
	size: number;
	/** The parsed JSON body, up to a megabyte. */
	body: unknown;
	when: Date;
	/** The status of the response; null until it is sent, or if the connection was cut. */
	status: number | null;
};

const maxRequests = 10_000;
const maxBodyBytes = 1024 * 1024;
const masked = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Adds every request to the routes of this scope to the list, oldest first. */
export function recordRequests(app: FastifyInstance, requests: RecordedRequest[]): void {
	const records = new WeakMap<FastifyRequest, RecordedRequest>();
	app.addHook('onRequest', (request, _reply, done) => {
		const url = new URL(request.url, 'http://exchange');
		const record: RecordedRequest = {
			method: request.method,
			path: url.pathname,
			query: Object.fromEntries(url.searchParams),
			headers: headersOf(request),
			size: 0,
			body: null,
			when: new Date(),
			status: null,
		};
		records.set(request, record);
		requests.push(record);
		if (requests.length > maxRequests) requests.shift();
		done();
	});
	app.addHook('preValidation', (request, _reply, done) => {
		const record = records.get(request);
		if (record !== undefined && request.body !== undefined && request.body !== null) {
			record.size = Number(request.headers['content-length'] ?? 0);
			if (record.size <= maxBodyBytes) record.body = structuredClone(request.body);
		}
		done();
	});
	app.addHook('onResponse', (request, reply, done) => {
		const record = records.get(request);
		if (record !== undefined) record.status = reply.statusCode;
		done();
	});
}

function headersOf(request: FastifyRequest): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers)) {
		const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
		const scheme = name === 'authorization' ? (text.split(' ')[0] ?? '') : '';
		headers[name] = masked.has(name) ? `${scheme} ***`.trim() : text;
	}
	return headers;
}
