import type { Channel, ChannelModel } from 'amqplib';
import { cleanAccount, type QueueAccount } from './credential';
import { dial, type ListeningWire } from './dial';
import { explainOpening, unanswered } from './errors';
import { AmqpError } from './fault';
import { afterWaiting } from './patience';

/** One open connection. */
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
const closeLimitMs = 2000;
const farewellMs = 1000;
export const stepLimitMs = 10_000;

/** Opens a connection within the limit. Throws a AmqpError. */
export async function openConnection(given: QueueAccount, settings: ConnectionSettings): Promise<Connection> {
	const account = cleanAccount(given);
	if (account.hostname === '')
		throw new AmqpError(
			'unreachable',
			true,
			'The queue credential names no host',
			'Enter the host name of the broker.',
		);
	const { name, timeoutMs, heartbeatSeconds = usualHeartbeatSeconds, signal } = settings;
	const cut = new AbortController();
	const callOff = afterWaiting(timeoutMs, () => {
		cut.abort(unanswered(account, timeoutMs));
	});
	const giveUp = () => {
		cut.abort(new AmqpError('closed', false, 'The connection was given up', 'The trigger was stopped meanwhile.'));
	};
	if (signal?.aborted) giveUp();
	signal?.addEventListener('abort', giveUp);
	const dialled = await dial(account, name, heartbeatSeconds, cut.signal);
	callOff();
	signal?.removeEventListener('abort', giveUp);
	if ('error' in dialled) throw explainOpening(dialled.error, dialled.heard, account, timeoutMs);
	return manage(dialled.model, dialled.wire, account, cut);
}

function manage(model: ChannelModel, wire: ListeningWire, account: QueueAccount, cut: AbortController): Connection {
	// amqplib only ends its side: a peer that fell silent would keep the socket. One that is there ends it sooner, and
	// RabbitMQ shows a TLS connection for another half minute when it is cut without that.
	const cutSoon = () => {
		setTimeout(() => {
			cut.abort();
		}, farewellMs).unref();
	};
	wire.on('error', cutSoon);
	void wire.gone.then(cutSoon);
	return {
		account,
		fault: () => wire.fault,
		openChannel: () => within(stepLimitMs, createGuardedChannel(model)),
		async close() {
			// amqplib's own close never settles on a dead connection, and throws on a closed one.
			void model.close().catch(() => {});
			await within(closeLimitMs, wire.gone).catch(() => {
				cut.abort();
			});
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
	let callOff = () => {};
	const limit = new Promise<never>((_resolve, reject) => {
		callOff = afterWaiting(limitMs, () => {
			reject(
				new AmqpError('closed', false, 'The broker did not answer in time', `It was given ${limitMs / 1000} seconds.`),
			);
		});
	});
	try {
		return await Promise.race([promise, limit]);
	} finally {
		callOff();
	}
}
