import { setTimeout as pause } from 'node:timers/promises';

import { connect, type ChannelModel, type ConfirmChannel } from 'amqplib';

/** Puts status messages on the customer's queue. */
export type Publisher = {
	/** Resolves when the broker has confirmed that the message is in the queue; messages keep their order. */
	publish(body: Buffer): Promise<void>;
	close(): Promise<void>;
};

type Session = { connection: ChannelModel; channel: ConfirmChannel; alive: boolean; returns: number };

/**
 * Publishes to a durable queue by the default exchange, one message at a time. A connection that dies is made anew and the message
 * sent again (so it may come twice, as from any careful publisher), for at most `patienceMs`.
 */
export function createPublisher(target: { url: string; name: string }, patienceMs = 120_000): Publisher {
	const closing = new AbortController();
	let session: Promise<Session> | null = null;
	let queued: Promise<void> = Promise.resolve();

	const current = async (): Promise<Session> => {
		session ??= openSession(target);
		try {
			const opened = await session;
			if (opened.alive) return opened;
		} catch (cause) {
			session = null;
			throw cause;
		}
		session = openSession(target);
		return await session;
	};

	const deliver = async (content: Buffer): Promise<void> => {
		const until = performance.now() + patienceMs;
		for (let wait = 50; ; wait = Math.min(wait * 2, 1000)) {
			try {
				await send(await current(), target.name, content);
				return;
			} catch (cause) {
				if (performance.now() + wait > until) throw cause;
				await pause(wait, undefined, { signal: closing.signal }).catch(() => undefined); // Looked at next.
				if (closing.signal.aborted)
					throw new Error('The exchange was stopped before the broker took the message', { cause });
			}
		}
	};

	return {
		publish(body) {
			const sent = queued.then(() => deliver(body));
			queued = sent.catch(() => undefined); // The caller hears of it; the next message has its own chance.
			return sent;
		},
		async close() {
			closing.abort();
			await queued;
			const opened = await session?.catch(() => null);
			if (opened?.alive === true) await opened.connection.close();
		},
	};
}

async function openSession({ url, name }: { url: string; name: string }): Promise<Session> {
	const connection = await connect(url, {
		timeout: 10_000,
		clientProperties: { connection_name: 'simulated exchange' },
	});
	connection.on('error', () => undefined); // 'close' follows and says enough.
	try {
		await declareQueue(connection, name);
		const channel = await connection.createConfirmChannel();
		const session: Session = { connection, channel, alive: true, returns: 0 };
		const end = () => {
			session.alive = false;
		};
		connection.on('close', end);
		channel.on('close', end);
		channel.on('error', end);
		// A mandatory message comes back when its queue is gone; the broker confirms it all the same, just after.
		channel.on('return', () => {
			session.returns += 1;
		});
		return session;
	} catch (cause) {
		await connection.close().catch(() => undefined); // It may be gone already.
		throw cause;
	}
}

/** A queue that exists is taken as it is, whatever its arguments; otherwise a durable one is made. */
async function declareQueue(connection: ChannelModel, name: string): Promise<void> {
	const looking = await connection.createChannel();
	looking.on('error', () => undefined); // The broker closes a channel that asks for a missing queue.
	try {
		await looking.checkQueue(name);
		await looking.close();
	} catch {
		// Not there (any other cause shows up again at once, from the declaration).
		const declaring = await connection.createChannel();
		declaring.on('error', () => undefined);
		await declaring.assertQueue(name, { durable: true });
		await declaring.close();
	}
}

async function send(session: Session, queue: string, content: Buffer): Promise<void> {
	const { channel } = session;
	const returnsBefore = session.returns;
	const properties = { persistent: true, mandatory: true, contentType: 'application/json' };
	const confirmed = new Promise<void>((resolve, reject) => {
		channel.sendToQueue(queue, content, properties, (cause: unknown) => {
			if (cause === null) resolve();
			else reject(cause instanceof Error ? cause : new Error('The broker did not confirm the message'));
		});
	});
	await confirmed;
	if (session.returns === returnsBefore) return;
	session.alive = false;
	await session.connection.close().catch(() => undefined); // A new session declares the queue again.
	throw new Error(`The queue ${queue} is gone`);
}
