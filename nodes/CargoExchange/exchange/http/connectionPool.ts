import type { LookupFunction, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { getProxyForUrl } from 'proxy-from-env';
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import { isLoopback } from '../../schemas/address';

/** The part of n8n's egress filter (`helpers.getSecureEgressFilter`) that we use; n8n's own type fits it. */
export type EgressFilter = {
	/** Says whether n8n lets a call go to this address; resolves its host. */
	validateUrl(url: string | URL): Promise<{ ok: true } | { ok: false; error: Error }>;
	/** The name look-up for connecting, which refuses what `validateUrl` refuses. */
	createSecureLookup(): LookupFunction;
};

/** Marks what the look-up of a filter refused. */
export const egressRefusedCode = 'EGRESS_REFUSED';

/** How connections to one origin are made. Calls with equal routes share connections, process-wide. */
export type Route = {
	origin: string;
	proxy: string | null;
	ignoreSslIssues: boolean;
	connectMs: number;
	/** A new connection for each call, on which an answer is read even if the service stops reading the body. */
	forUpload: boolean;
	egressFilter: EgressFilter | null;
};

/** One request as it goes on the wire. `signal` ends the reply's body too. */
export type PoolRequest = {
	route: Route;
	method: 'GET' | 'POST';
	path: string;
	headers: Record<string, string>;
	body: string | Readable | null;
	/** Longest silence before the reply's headers, and within its body. */
	headersMs: number;
	bodyMs: number;
	signal: AbortSignal;
};

export type PoolReply = { status: number; headers: Record<string, string | string[] | undefined>; body: Readable };

const mostRoutes = 50;
const connectionsPerOrigin = 64;
const idleMs = 10_000;

/** Ordered by last use. One map per process: the bundle holds this module once. */
const pools = new Map<string, Dispatcher>();
const filterNumbers = new WeakMap<EgressFilter, number>();
let filtersSeen = 0;

/** Sends one request and resolves when the reply's headers are there. Consume or destroy the body. */
export async function requestOver({ route, ...request }: PoolRequest): Promise<PoolReply> {
	const reply = await poolFor(route).request({
		origin: route.origin,
		path: request.path,
		method: request.method,
		headers: request.headers,
		body: request.body,
		headersTimeout: request.headersMs,
		bodyTimeout: request.bodyMs,
		reset: route.forUpload,
		signal: request.signal,
	});
	return { status: reply.statusCode, headers: reply.headers, body: reply.body };
}

/** Closes every connection once its calls have ended; later calls open new ones. For tests and scripts. */
export async function closeConnections(): Promise<void> {
	const closing = [...pools.values()].map((pool) => pool.close());
	pools.clear();
	await Promise.all(closing);
}

function poolFor(route: Route): Dispatcher {
	const { egressFilter, ...plain } = route;
	const key = JSON.stringify([plain, egressFilter && numberOf(egressFilter)]);
	const pool = pools.get(key) ?? createPool(route);
	pools.delete(key);
	pools.set(key, pool);
	if (pools.size > mostRoutes) closeLongestUnused();
	return pool;
}

function closeLongestUnused(): void {
	for (const [key, pool] of pools) {
		pools.delete(key);
		// Calls under way end first; a connection that cannot be closed is closed already.
		pool.close().catch(() => undefined);
		return;
	}
}

function createPool({ proxy, ignoreSslIssues, connectMs, forUpload, egressFilter }: Route): Dispatcher {
	const options = { connections: connectionsPerOrigin, keepAliveTimeout: idleMs, keepAliveMaxTimeout: 60_000 };
	const target = { rejectUnauthorized: !ignoreSslIssues, timeout: connectMs };
	if (proxy !== null) {
		// The proxy is the administrator's choice and resolves names itself; the target was checked before.
		return new ProxyAgent({
			...options,
			uri: proxy,
			proxyTunnel: false,
			proxyTls: { timeout: connectMs },
			requestTls: target,
		});
	}
	const lookup = egressFilter && { lookup: namedRefusals(egressFilter.createSecureLookup()) };
	const connect = buildConnector({ ...target, ...lookup });
	return new Agent({ ...options, connect: forUpload ? readingAnswers(connect) : connect });
}

/**
 * A service may answer before it has read the whole body, and close. A write that fails then would end the connection with
 * the answer still unread, so these sockets keep such a failure to themselves: whatever is wrong shows at the reading end.
 */
function readingAnswers(connect: buildConnector.connector): buildConnector.connector {
	return (options, callback) => {
		connect(options, (...[error, socket]) => {
			if (error) {
				callback(error, null);
				return;
			}
			withoutWriteErrors(socket);
			callback(null, socket);
		});
	};
}

function withoutWriteErrors(socket: Socket): void {
	type Done = (error?: Error | null) => void;
	const unlessFailed = (done: Done): Done => {
		return (error) => {
			if (!error) done();
		};
	};
	const write = socket._write.bind(socket);
	const writev = socket._writev?.bind(socket);
	socket._write = (chunk, encoding, done) => {
		write(chunk, encoding, unlessFailed(done));
	};
	if (!writev) return;
	socket._writev = (chunks, done) => {
		writev(chunks, unlessFailed(done));
	};
}

/** A refusal by the filter carries no code of its own; with one it is known from a name that does not resolve. */
function namedRefusals(lookup: LookupFunction): LookupFunction {
	return (hostname, options, callback) => {
		lookup(hostname, options, (error, address, family) => {
			callback(
				error && !('code' in error) ? Object.assign(error, { code: egressRefusedCode }) : error,
				address,
				family,
			);
		});
	};
}

function numberOf(filter: EgressFilter): number {
	const known = filterNumbers.get(filter);
	if (known !== undefined) return known;
	filterNumbers.set(filter, ++filtersSeen);
	return filtersSeen;
}

/** The proxy that the environment names for an address at the time of the call. An address on this machine needs none. */
export function proxyFor(url: URL): string | null {
	return isLoopback(url) ? null : getProxyForUrl(url.href) || null;
}
