import { setMaxListeners } from 'node:events';
import { stepLimitMs, within, type Connection } from './connection';
import { ChannelDelivery, type Delivery } from './delivery';
import { explainLoss } from './errors';
import { AmqpError } from './fault';

/** The reading of one queue over one connection, until either is lost. */
export type Session = {
	/** What the queue held before, and who else read it. */
	readonly state: { messages: number; otherConsumers: number };
	/** Resolves with the reason when messages come no more, whoever ended it. */
	readonly ended: Promise<AmqpError>;
	/** 0: no messages for now. */
	setPrefetch(count: number): void;
	/** Has the broker send no more; what still comes goes back at once. Never rejects. */
	stop(): Promise<void>;
	/** Sends the answers given so far, then closes channel and connection. Never rejects. */
	close(): Promise<void>;
};

export type SessionSettings = {
	queue: string;
	prefetch: number;
	onDelivery: (delivery: Delivery) => void;
};

const stopLimitMs = 3000;
const closeLimitMs = 2000;

/** Checks the queue, passively, and starts to read it. Throws a AmqpError. The connection is the caller's to close then. */
export async function openSession(
	connection: Connection,
	{ queue, prefetch, onDelivery }: SessionSettings,
): Promise<Session> {
	const explain = (error: unknown) => explainLoss(error, queue, connection.account);
	const channel = await connection.openChannel().catch((error: unknown) => {
		throw explain(connection.fault() ?? error);
	});
	const lost = new AbortController();
	// Every delivery in flight may listen: more than the ten that Node takes for a leak.
	setMaxListeners(0, lost.signal);
	let fault: unknown;
	let accepting = true;
	let consumerTag = '';
	let finish: (reason: AmqpError) => void = () => {};
	const ended = new Promise<AmqpError>((resolve) => {
		finish = resolve;
	});
	channel.on('error', (error) => {
		fault ??= error;
	});
	channel.on('close', () => {
		lost.abort();
		// The connection tells its reason only after it has closed its channels.
		setImmediate(() => {
			finish(explain(fault ?? connection.fault()));
		});
	});

	const start = async (count: number) => {
		await channel.prefetch(Math.min(Math.max(Math.trunc(count), 1), 65_535));
		const consumer = await channel.consume(queue, (message) => {
			if (message === null) {
				finish(
					new AmqpError(
						'queue',
						false,
						`The broker no longer serves the queue "${queue}"`,
						'It was deleted or moved. It is read again as soon as it is back.',
					),
				);
				return;
			}
			const delivery = new ChannelDelivery(channel, message, lost.signal);
			if (accepting) onDelivery(delivery);
			else delivery.settle('requeue');
		});
		consumerTag = consumer.consumerTag;
	};
	/** One change at a time: a consumer is cancelled and started over to change its prefetch. */
	let turn: Promise<void> = Promise.resolve();
	const inTurn = (limitMs: number, change: () => Promise<unknown>): Promise<void> => {
		turn = turn.then(async () => {
			if (lost.signal.aborted) return;
			await within(limitMs, change()).catch((error: unknown) => {
				finish(explain(fault ?? error));
			});
		});
		return turn;
	};

	const state = await within(stepLimitMs, begin()).catch((error: unknown) => {
		throw explain(fault ?? connection.fault() ?? error);
	});

	async function begin() {
		const { messageCount, consumerCount } = await channel.checkQueue(queue);
		await start(prefetch);
		return { messages: messageCount, otherConsumers: consumerCount };
	}

	const stop = async () => {
		accepting = false;
		await inTurn(stopLimitMs, async () => await channel.cancel(consumerTag));
	};
	return {
		state,
		ended,
		setPrefetch(count) {
			void inTurn(stepLimitMs, async () => {
				if (!accepting) return;
				await channel.cancel(consumerTag);
				if (count > 0) await start(count);
			});
		},
		stop,
		async close() {
			accepting = false;
			// The broker answers after everything sent before on this channel: so the last acknowledgements have arrived.
			await within(closeLimitMs, channel.close()).catch(() => {});
			lost.abort();
			await connection.close();
			finish(explain(fault ?? connection.fault()));
		},
	};
}
