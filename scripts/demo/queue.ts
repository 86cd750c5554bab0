import { connect } from 'amqplib';

/** `url` names the broker, `name` the queue on it. */
export type Queue = { url: string; name: string };

/** Makes the customer's queue, as the service does before it hands out the log-in; the trigger itself never makes one. */
export async function makeQueue({ url, name }: Queue, deadLetterQueue?: string): Promise<void> {
	const deadLetters = deadLetterQueue && { deadLetterExchange: '', deadLetterRoutingKey: deadLetterQueue };
	await withChannel(url, (channel) => channel.assertQueue(name, { durable: true, ...deadLetters }));
}

/** Removes the queue and what is still in it. */
export async function removeQueue({ url, name }: Queue): Promise<void> {
	await withChannel(url, (channel) => channel.deleteQueue(name));
}

type Channel = Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['createChannel']>>;

async function withChannel<T>(url: string, work: (channel: Channel) => Promise<T>): Promise<T> {
	const connection = await connect(url, { timeout: 60_000 });
	// The call under way rejects with the same news.
	connection.on('error', () => undefined);
	try {
		const channel = await connection.createChannel();
		channel.on('error', () => undefined);
		return await work(channel);
	} finally {
		await connection.close().catch(() => undefined);
	}
}
