import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { type EgressFilter, egressRefusedCode } from './egress';

/** How connections to one origin are made. Calls with equal routes share connections, process-wide. */
export type Route = {
	origin: string;
	proxy: string | null;
	ignoreSslIssues: boolean;
	connectMs: number;
	/** A connection of its own for each call: then a call that did not connect surely sent nothing. */
	fresh: boolean;
	egressFilter: EgressFilter | null;
};

/** One request as it goes on the wire. `signal` ends the reply's body too. */
export type Transmission = {
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

export type Received = { status: number; headers: Record<string, string | string[] | undefined>; body: Readable };

const mostRoutes = 50;
const connectionsPerOrigin = 64;
const idleMs = 10_000;

/** Ordered by last use. One map per process: the bundle holds this module once. */
const dispatchers = new Map<string, Dispatcher>();
const filterNumbers = new WeakMap<EgressFilter, number>();
let filtersSeen = 0;

/** Sends one request and resolves when the reply's headers are there. Consume or destroy the body. */
export async function transmit({ route, ...request }: Transmission): Promise<Received> {
	const reply = await dispatcherFor(route).request({
		origin: route.origin,
		path: request.path,
		method: request.method,
		headers: request.headers,
		body: request.body,
		headersTimeout: request.headersMs,
		bodyTimeout: request.bodyMs,
		reset: route.fresh,
		signal: request.signal,
	});
	return { status: reply.statusCode, headers: reply.headers, body: reply.body };
}

/** Closes every connection once its calls have ended; later calls open new ones. For tests and scripts. */
export async function closeConnections(): Promise<void> {
	const closing = [...dispatchers.values()].map((dispatcher) => dispatcher.close());
	dispatchers.clear();
	await Promise.all(closing);
}

function dispatcherFor(route: Route): Dispatcher {
	const { egressFilter, ...plain } = route;
	const key = JSON.stringify([plain, egressFilter && numberOf(egressFilter)]);
	const dispatcher = dispatchers.get(key) ?? createDispatcher(route);
	dispatchers.delete(key);
	dispatchers.set(key, dispatcher);
	if (dispatchers.size > mostRoutes) closeLongestUnused();
	return dispatcher;
}

function closeLongestUnused(): void {
	for (const [key, dispatcher] of dispatchers) {
		dispatchers.delete(key);
		// Calls under way end first; a connection that cannot be closed is closed already.
		dispatcher.close().catch(() => undefined);
		return;
	}
}

function createDispatcher({ proxy, ignoreSslIssues, connectMs, egressFilter }: Route): Dispatcher {
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
	return new Agent({
		...options,
		connect: { ...target, ...(egressFilter && { lookup: namedRefusals(egressFilter.createSecureLookup()) }) },
	});
}

/** A refusal by the filter carries no code of its own; with one it is told apart from a name that does not resolve. */
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
