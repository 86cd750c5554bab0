import { setTimeout as pause } from 'node:timers/promises';

import { connect, type ChannelModel, type ConfirmChannel } from 'amqplib';

/** Publishes status messages to the customer's queue. */
export type Publisher = {
	/** Resolves when the broker has confirmed that the message is in the queue. Messages keep their order. */
	publish(body: Buffer): Promise<void>;
	close(): Promise<void>;
};

type Session = { connection: ChannelModel; channel: ConfirmChannel; alive: boolean; returned: number };

/**
 * Publishes one message at a time. If the connection is lost, it connects again and repeats the message, so that it can
 * arrive twice, and gives up after two minutes.
 */
export function createPublisher(target: { url: string; name: string }): Publisher {
	const closing = new AbortController();
	/** Cuts whatever is still open. */
	const cutting = new AbortController();
	let session: Session | null = null;
	let queued: Promise<void> = Promise.resolve();

	const deliver = async (body: Buffer): Promise<void> => {
		const deadline = performance.now() + 120_000;
		for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 1000)) {
			try {
				if (session?.alive !== true) session = await openSession(target, cutting.signal);
				await send(session, target.name, body);
				return;
			} catch (cause) {
				if (performance.now() + waitMs > deadline) throw cause;
				await pause(waitMs, undefined, { signal: closing.signal }).catch(() => undefined); // Checked next.
				if (closing.signal.aborted)
					throw new Error('The exchange was stopped before the broker took the message', { cause });
			}
		}
	};

	return {
		publish(body) {
			const sent = queued.then(() => deliver(body));
			queued = sent.catch(() => undefined); // The caller gets the error; the next message is tried anyway.
			return sent;
		},
		async close() {
			closing.abort();
			await queued;
			// amqplib's own close never settles if the connection is lost now.
			const closed = session?.connection.close().catch(() => undefined);
			await Promise.race([closed, pause(1_000, undefined, { ref: false })]);
			cutting.abort();
		},
	};
}

async function openSession({ url, name }: { url: string; name: string }, signal: AbortSignal): Promise<Session> {
	// The signal is for Node, to which amqplib passes it on.
	const options = { timeout: 10_000, signal, clientProperties: { connection_name: 'simulated exchange' } };
	const connection = await connect(url, options);
	connection.on('error', () => undefined); // 'close' follows.
	try {
		await declareQueue(connection, name);
		const channel = await connection.createConfirmChannel();
		const session: Session = { connection, channel, alive: true, returned: 0 };
		const end = () => {
			session.alive = false;
		};
		connection.on('close', end);
		channel.on('close', end);
		channel.on('error', end);
		// If the queue is gone, the broker returns a mandatory message and confirms it right after.
		channel.on('return', () => {
			session.returned += 1;
		});
		return session;
	} catch (cause) {
		await connection.close().catch(() => undefined); // It may be closed already.
		throw cause;
	}
}

/** Uses a queue that exists, whatever its arguments; otherwise declares a durable one. */
async function declareQueue(connection: ChannelModel, name: string): Promise<void> {
	const checking = await connection.createChannel();
	checking.on('error', () => undefined); // The broker closes the channel if the queue is missing.
	try {
		await checking.checkQueue(name);
		await checking.close();
	} catch {
		// The queue is missing. After any other cause, the declaration is rejected too.
		const declaring = await connection.createChannel();
		declaring.on('error', () => undefined);
		await declaring.assertQueue(name, { durable: true });
		await declaring.close();
	}
}

async function send(session: Session, queue: string, body: Buffer): Promise<void> {
	const { channel, connection, returned } = session;
	channel.sendToQueue(queue, body, { persistent: true, mandatory: true, contentType: 'application/json' });
	await channel.waitForConfirms();
	if (session.returned === returned) return;
	session.alive = false;
	await connection.close().catch(() => undefined); // The next session declares the queue again.
	throw new Error(`The queue ${queue} is gone`);
}
