import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { credentials, type Channel, type ChannelModel } from 'amqplib';
import { orAborted } from '../backoff';
import { AmqpError } from '../errors';
import { tlsOptions, type BrokerSettings } from './credential';
import { explainOpening, unanswered } from './errors';
import { ListeningConnection } from './listeningConnection';

export type Connection = {
	readonly settings: BrokerSettings;
	/** As the broker says it, e.g. "3.10.8"; empty if it does not. */
	readonly brokerVersion: string;
	/** As the broker says it, e.g. "rabbit@host"; brokers of one template have the same. Null if it does not. */
	readonly clusterName: string | null;
	openChannel(): Promise<Channel>;
	/** Why it ended, once it has. */
	fault(): unknown;
	/** In good order if the broker answers within 2 s, else by cutting the socket. Never rejects. */
	close(): Promise<void>;
};

export type OpenOptions = {
	timeoutMs?: number;
	signal?: AbortSignal | undefined;
};

/** n8n tries five times before a user who publishes sees why it does not work. */
export const connectLimitMs = 5_000;
/** Long for a heartbeat, since n8n blocks its event loop at times; TCP finds a dead network earlier. */
const heartbeatSeconds = 20;
const tcpProbeMs = 10_000;
const closeLimitMs = 2000;
const closeGraceMs = 1000;
export const stepLimitMs = 10_000;
/** Shown in the broker's list of connections. Names of workflows do not leave n8n. */
const connectionName = 'n8n-nodes-cargo-exchange';

/** Opens a connection and logs in. Throws an AmqpError, also when the limit or the signal ends it. */
export async function openConnection(
	settings: BrokerSettings,
	{ timeoutMs = connectLimitMs, signal }: OpenOptions = {},
): Promise<Connection> {
	let socket: Socket | undefined;
	let connection: ListeningConnection | undefined;
	const ending = new AbortController();
	const end = (reason: AmqpError) => {
		ending.abort(reason);
		// With a reason: amqplib does not notice a socket that is destroyed without one.
		socket?.destroy(reason);
	};
	const stop = () => {
		end(stoppedError());
	};
	const limit = setTimeout(() => {
		end(unanswered(settings, timeoutMs));
	}, timeoutMs);
	signal?.addEventListener('abort', stop);
	if (signal?.aborted) stop();
	try {
		await orAborted(checkEgress(settings), ending.signal);
		socket = openSocket(settings);
		await once(socket, settings.ssl ? 'secureConnect' : 'connect');
		connection = new ListeningConnection(socket);
		return manage(await connection.login(loginFields(settings)), connection, socket, settings);
	} catch (error) {
		socket?.destroy();
		throw explainOpening(error, connection?.reply ?? null, settings, timeoutMs);
	} finally {
		clearTimeout(limit);
		signal?.removeEventListener('abort', stop);
	}
}

function manage(
	model: ChannelModel,
	connection: ListeningConnection,
	socket: Socket,
	settings: BrokerSettings,
): Connection {
	const destroy = () => socket.destroy(new Error('The socket was cut'));
	// amqplib ends only its own side: a peer that stopped responding would keep the socket. One that still responds ends
	// it sooner, and RabbitMQ lists a TLS connection for another half minute when it is cut without that.
	const destroyLater = () => setTimeout(destroy, closeGraceMs).unref();
	connection.on('error', destroyLater);
	void connection.gone.then(destroyLater);
	const { version, cluster_name: clusterName } = connection.serverProperties;
	return {
		settings,
		brokerVersion: typeof version === 'string' ? version : '',
		clusterName: typeof clusterName === 'string' ? clusterName : null,
		fault: () => connection.fault,
		openChannel: () => within(stepLimitMs, createGuardedChannel(model)),
		async close() {
			// amqplib's own close never settles on a dead connection, and throws on a closed one.
			void model.close().catch(() => {});
			await within(closeLimitMs, connection.gone).catch(destroy);
		},
	};
}

async function createGuardedChannel(model: ChannelModel): Promise<Channel> {
	const channel = await model.createChannel();
	// Without a listener of its own, a channel's fault becomes the connection's, and closes it.
	channel.on('error', () => {});
	return channel;
}

/** Throws if n8n's rules do not allow the address. An address is never looked up, so the look-up alone would not see it. */
async function checkEgress({ hostname, port, egressFilter }: BrokerSettings): Promise<void> {
	const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
	const verdict = await egressFilter?.validateUrl(`https://${host}:${port}`);
	if (!verdict || verdict.ok) return;
	throw new AmqpError({
		permanent: true,
		message: `This n8n does not allow connections to ${hostname}`,
		description: `Ask its administrator to allow the address. n8n says: ${verdict.error.message}`,
	});
}

function openSocket(settings: BrokerSettings): Socket {
	const { hostname: host, port, ssl, egressFilter } = settings;
	const place = { host, port, ...(egressFilter && { lookup: egressFilter.createSecureLookup() }) };
	const socket = ssl ? connectTls({ ...place, ...tlsOptions(settings) }) : connectTcp(place);
	socket.setNoDelay(true);
	socket.setKeepAlive(true, tcpProbeMs);
	// Each step has a listener of its own; without one in between, an error would end the process.
	return socket.on('error', () => {});
}

/** The fields of AMQP's opening handshake. Without a user name, the client certificate is the login. */
function loginFields({ username, password, cert, vhost }: BrokerSettings): object {
	const login = username === '' && cert ? credentials.external() : credentials.plain(username, password);
	return {
		clientProperties: {
			product: connectionName,
			connection_name: connectionName,
			capabilities: {
				'basic.nack': true,
				consumer_cancel_notify: true,
				'connection.blocked': true,
				authentication_failure_close: true,
			},
		},
		mechanism: login.mechanism,
		response: login.response(),
		locale: 'en_US',
		channelMax: 0,
		// What every broker accepts; RabbitMQ's own.
		frameMax: 131_072,
		heartbeat: heartbeatSeconds,
		virtualHost: vhost,
		capabilities: '',
		insist: 0,
	};
}

/** The promise, or a rejection after `limitMs`. */
export async function within<Result>(limitMs: number, promise: Promise<Result>): Promise<Result> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => {
			reject(
				new AmqpError({
					permanent: false,
					message: 'The queue server did not answer in time',
					description: `If this repeats, ask the operator of the exchange. (The limit is ${limitMs / 1000} seconds.)`,
				}),
			);
		}, limitMs);
	});
	try {
		return await Promise.race([promise, limit]);
	} finally {
		clearTimeout(timer);
	}
}

function stoppedError(): AmqpError {
	return new AmqpError({
		permanent: false,
		message: 'The connection attempt was stopped',
		description: 'The trigger was stopped while connecting.',
	});
}
