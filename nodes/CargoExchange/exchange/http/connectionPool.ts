import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { getProxyForUrl } from 'proxy-from-env';
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { isLoopback } from '../../schemas/address';
import { NoTunnel } from './networkErrors';
import { type HttpRequest, UploadBody } from './request';
import type { Limits } from './retry';
import { ignoringWriteErrors } from './sockets';

/** The part of n8n's egress filter (`helpers.getSecureEgressFilter`) that we use; n8n's own type fits it. */
export type EgressFilter = {
	/** Whether n8n allows calls to this address; resolves its host. */
	validateUrl(url: string | URL): Promise<{ ok: true } | { ok: false; error: Error }>;
	/** The name look-up for connections, with the same rules as `validateUrl`. */
	createSecureLookup(): LookupFunction;
};

export type ConnectionSettings = {
	transport: Transport;
	ignoreSslIssues: boolean;
	allowInsecureHttp: boolean;
	egressFilter: EgressFilter | null;
	limits: Limits;
};

type IncomingReply = { status: number; headers: Record<string, string | string[] | undefined>; body: Readable };

/**
 * Sends one request and resolves when the reply's headers have arrived. Consume or destroy the body. `signal` ends the body too;
 * that of the request is not used.
 */
export type Transport = (
	request: HttpRequest,
	settings: ConnectionSettings,
	way: { proxy: string | null; signal: AbortSignal },
) => Promise<IncomingReply>;

const connectionsPerOrigin = 64;
const idleMs = 10_000;
/** In bytes. Gateways add more to a response than the 16 kB that are the default here. */
const longestHeaders = 128 * 1024;

/** By how connections are made; one map per process, as the bundle holds this module once. n8n has two filters at most. */
const pools = new Map<EgressFilter | null, Map<string, Dispatcher>>();

/** Sends a request over a connection that may be shared with other calls. */
export const overPool: Transport = async (request, settings, { proxy, signal }) => {
	const { url, method, headers, body, headersMs } = request;
	const forUpload = body instanceof UploadBody;
	const reply = await poolFor(settings, proxy, forUpload).request({
		origin: url.origin,
		path: url.pathname + url.search,
		method,
		headers,
		body: forUpload ? body.stream() : body,
		headersTimeout: headersMs,
		bodyTimeout: settings.limits.bodyMs,
		reset: forUpload,
		signal,
	});
	return { status: reply.statusCode, headers: reply.headers, body: reply.body };
};

/** Closes every connection once its calls have ended; later calls open new ones. For tests and scripts. */
export async function closeConnections(): Promise<void> {
	const closing = [...pools.values()].flatMap((byRoute) => [...byRoute.values()]).map((pool) => pool.close());
	pools.clear();
	await Promise.all(closing);
}

/** `forUpload`: a new connection for each call, on which the response is read even if the service stops reading the body. */
function poolFor(settings: ConnectionSettings, proxy: string | null, forUpload: boolean): Dispatcher {
	const { egressFilter, ignoreSslIssues, limits } = settings;
	const byRoute = pools.get(egressFilter) ?? new Map<string, Dispatcher>();
	pools.set(egressFilter, byRoute);
	const route = JSON.stringify([proxy, ignoreSslIssues, limits.connectMs, forUpload]);
	const pool = byRoute.get(route) ?? createPool(settings, proxy, forUpload);
	byRoute.set(route, pool);
	return pool;
}

function createPool(settings: ConnectionSettings, proxy: string | null, forUpload: boolean): Dispatcher {
	const { egressFilter, ignoreSslIssues, limits } = settings;
	const timeout = limits.connectMs;
	// In HTTP/2, an upload could not have a connection of its own.
	const allowH2 = false;
	const target = { rejectUnauthorized: !ignoreSslIssues, timeout, allowH2 };
	const options = {
		allowH2,
		connections: connectionsPerOrigin,
		keepAliveTimeout: idleMs,
		keepAliveMaxTimeout: 60_000,
		maxHeaderSize: longestHeaders,
	};
	const factory = (origin: string | URL, given: Pool.Options): Dispatcher => {
		const { connect } = given;
		const forThis = forUpload && typeof connect === 'function' && { connect: ignoringWriteErrors(connect) };
		return new Pool(origin, { ...options, ...given, ...forThis });
	};
	// The proxy is the administrator's choice and resolves names itself; the target was checked before.
	if (proxy !== null) {
		return new ProxyAgent({
			...options,
			factory,
			uri: proxy,
			proxyTunnel: false,
			proxyTls: { timeout, allowH2 },
			clientFactory: (origin: URL, given: object) => new TunnelPool(origin, { ...given, headersTimeout: timeout }),
			requestTls: target,
		});
	}
	const lookup = egressFilter && { lookup: egressFilter.createSecureLookup() };
	return new Agent({ ...options, factory, connect: buildConnector({ ...target, ...lookup }) });
}

/** The connections to a proxy that become tunnels. What goes wrong here is not the exchange's doing. */
class TunnelPool extends Pool {
	override async connect(options: Omit<Dispatcher.ConnectOptions, 'origin'>): Promise<Dispatcher.ConnectData> {
		try {
			return await super.connect(options);
		} catch (thrown) {
			throw new NoTunnel(thrown);
		}
	}
}

/** The proxy that the environment has for an address now. An address on this machine needs none. */
export function proxyFor(url: URL): string | null {
	return isLoopback(url) ? null : getProxyForUrl(url.href) || null;
}

/** True if connections can be made through a proxy at this address. */
export function isProxyAddress(proxy: string): boolean {
	return URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol);
}
