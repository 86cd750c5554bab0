import { connect, credentials, type Channel, type ChannelModel } from 'amqplib';
import { cleanAccount, tlsOptions, type QueueAccount } from './account';
import { explainOpening, explainRefusal, leavesOpen, unanswered } from './explain';
import { QueueFault } from './fault';
import { askWhy } from './refusal';

/** One open connection whose every fault is listened to: amqplib would end the process for one that is not. */
export type Connection = {
	readonly account: QueueAccount;
	openChannel(): Promise<Channel>;
	/** Why it ended, once it has. */
	fault(): unknown;
	/** In good order where the broker answers within 2 s, else by cutting the socket. Never rejects. */
	close(): Promise<void>;
};

export type ConnectionSettings = {
	/** Shown in the broker's list of connections. */
	name: string;
	timeoutMs: number;
	heartbeatSeconds?: number;
	signal?: AbortSignal | undefined;
};

/** Long for a heartbeat in a process that computes at times; a dead network is found earlier, by TCP. */
const usualHeartbeatSeconds = 20;
const tcpProbeMs = 10_000;
const closeLimitMs = 2000;
const farewellMs = 1000;
export const stepLimitMs = 10_000;

/** Opens a connection within the limit. Throws a QueueFault. */
export async function openConnection(given: QueueAccount, settings: ConnectionSettings): Promise<Connection> {
	const account = cleanAccount(given);
	if (account.hostname === '') throw new QueueFault('unreachable', true, 'The queue credential names no host', 'Enter the host name of the broker.');
	const { timeoutMs, signal } = settings;
	// Aborting it destroys the socket, in whatever state amqplib is.
	const cut = new AbortController();
	const limit = setTimeout(() => { cut.abort(unanswered(account, timeoutMs)); }, timeoutMs);
	const giveUp = () => { cut.abort(); };
	if (signal?.aborted) giveUp();
	signal?.addEventListener('abort', giveUp);
	try {
		return guard(await dial(account, settings, cut.signal), account, cut);
	} catch (error) {
		cut.abort();
		if (signal?.aborted) throw new QueueFault('closed', false, 'The connection was given up', 'The trigger was stopped meanwhile.', error);
		const refusal = leavesOpen(error) ? explainRefusal(await askWhy(account, timeoutMs), account) : null;
		throw refusal ?? explainOpening(error, account, timeoutMs);
	} finally {
		clearTimeout(limit);
		signal?.removeEventListener('abort', giveUp);
	}
}

async function dial(account: QueueAccount, settings: ConnectionSettings, signal: AbortSignal): Promise<ChannelModel> {
	const byCertificate = account.username === '' && Boolean(account.cert?.trim());
	const options = {
		...(account.ssl && tlsOptions(account)),
		signal,
		noDelay: true,
		keepAlive: true,
		keepAliveDelay: tcpProbeMs,
		clientProperties: { product: 'n8n-nodes-cargo-exchange', connection_name: settings.name },
		credentials: byCertificate ? credentials.external() : credentials.plain(account.username, account.password),
	};
	const { hostname, port } = account;
	const heartbeat = settings.heartbeatSeconds ?? usualHeartbeatSeconds;
	const address = { protocol: account.ssl ? 'amqps' : 'amqp', hostname, port, vhost: encodeURIComponent(account.vhost), heartbeat };
	const opening = connect(address, options).then((model) => {
		// Before anything else: a fault that nobody listens to ends the process.
		model.on('error', () => {});
		return model;
	});
	return await untilAborted(opening, signal);
}

function guard(model: ChannelModel, account: QueueAccount, cut: AbortController): Connection {
	let fault: unknown;
	// amqplib only ends its side: a peer that fell silent would keep the socket. One that is there ends it sooner, and
	// RabbitMQ shows a TLS connection for another half minute when it is cut without that.
	const cutSoon = () => {
		setTimeout(() => { cut.abort(); }, farewellMs).unref();
	};
	const gone = new Promise<void>((resolve) => {
		model.on('error', (error) => {
			fault ??= error;
			cutSoon();
		});
		model.on('close', (error?: Error) => {
			fault ??= error;
			resolve();
			cutSoon();
		});
	});
	return {
		account,
		fault: () => fault,
		openChannel: async () => await within(stepLimitMs, createGuardedChannel(model)),
		async close() {
			// amqplib's own close never settles on a dead connection, and throws on a closed one.
			void model.close().catch(() => {});
			await within(closeLimitMs, gone).catch(() => { cut.abort(); });
		},
	};
}

async function createGuardedChannel(model: ChannelModel): Promise<Channel> {
	const channel = await model.createChannel();
	// Without a listener of its own, a channel's fault becomes the connection's, and takes it down.
	channel.on('error', () => {});
	channel.on('handler-error', () => {});
	return channel;
}

/** The promise, or a rejection after `limitMs`. */
export async function within<Result>(limitMs: number, promise: Promise<Result>): Promise<Result> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => { reject(new QueueFault('closed', false, 'The broker did not answer in time', `It was given ${limitMs / 1000} seconds.`)); }, limitMs);
	});
	try {
		return await Promise.race([promise, limit]);
	} finally {
		clearTimeout(timer);
	}
}

async function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
	return await new Promise((resolve, reject) => {
		const aborted = () => {
			reject(signal.reason instanceof Error ? signal.reason : new Error('Given up'));
		};
		if (signal.aborted) aborted();
		signal.addEventListener('abort', aborted, { once: true });
		promise.then(resolve, reject).finally(() => { signal.removeEventListener('abort', aborted); });
	});
}
