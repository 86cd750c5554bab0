import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A request as it came in; the values of Authorization and Cookie are never kept. */
export type RecordedRequest = {
	method: string;
	/** Without the query. */
	path: string;
	query: Record<string, string>;
	headers: Record<string, string>;
	/** Bytes of the body; 0 where there was none or it was not read. */
	size: number;
	/** The parsed JSON body, where there was one of at most a megabyte. */
	body: unknown;
	when: Date;
	/** The status answered; null while it is under way or when the connection was cut. */
	status: number | null;
};

const keptBodyBytes = 1024 * 1024;
const keptRequests = 10_000;
const masked = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Records every request to the scope's routes; the oldest go when there are more than ten thousand. */
export function recordRequests(
	app: FastifyInstance,
	requests: RecordedRequest[],
	/** Told when a request came in, and again when it was answered. */
	tell: (record: RecordedRequest) => void,
): void {
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
		if (requests.length > keptRequests) requests.shift();
		tell(record);
		done();
	});
	app.addHook('preValidation', (request, _reply, done) => {
		const record = records.get(request);
		if (record !== undefined && request.body !== undefined && request.body !== null) {
			record.size = Number(request.headers['content-length'] ?? 0);
			if (record.size <= keptBodyBytes) record.body = structuredClone(request.body);
		}
		done();
	});
	app.addHook('onResponse', (request, reply, done) => {
		const record = records.get(request);
		if (record !== undefined) {
			record.status = reply.statusCode;
			tell(record);
		}
		done();
	});
}

function headersOf(request: FastifyRequest): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers)) {
		if (value === undefined) continue;
		const text = Array.isArray(value) ? value.join(', ') : value;
		headers[name] = masked.has(name)
			? `${name === 'authorization' ? (text.split(' ')[0] ?? '') : ''} ***`.trim()
			: text;
	}
	return headers;
}
