import type { Channel } from 'amqplib';
import type { QueueAccount } from './credential';
import { openConnection, within, type Connection } from './connection';
import { codeOf, explainLoss } from './errors';
import { AmqpError } from './fault';

/** A connect limit that n8n's five tries at publishing can afford. */
const usualTimeoutMs = 5000;

/**
 * Whether this account reaches the broker and may read the queue, by a short connection of its own; takes no message.
 * With `null` only the connection is tried. Throws a AmqpError.
 */
export async function checkQueue(
	account: QueueAccount,
	queue: string | null,
	{ timeoutMs = usualTimeoutMs, name = 'n8n-nodes-cargo-exchange: check' }: { timeoutMs?: number; name?: string } = {},
): Promise<{ messages: number; consumers: number } | null> {
	const connection = await openConnection(account, { name, timeoutMs });
	try {
		return queue === null ? null : await within(timeoutMs, look(connection, queue));
	} catch (error) {
		throw explainLoss(connection.fault() ?? error, queue ?? '', connection.account);
	} finally {
		await connection.close();
	}
}

async function look(connection: Connection, queue: string): Promise<{ messages: number; consumers: number }> {
	const channel = await connection.openChannel();
	const { messageCount, consumerCount } = await channel.checkQueue(queue);
	await askToRead(channel, queue);
	return { messages: messageCount, consumers: consumerCount };
}

/**
 * The passive check needs no rights. Reading does, and a broker looks at the right (403) before it looks at the arguments:
 * a consumer with an impossible priority tells us about the right without ever receiving a message. It also tells streams
 * from queues: only they know no priority at all.
 */
async function askToRead(channel: Channel, queue: string): Promise<void> {
	try {
		const { consumerTag } = await channel.consume(queue, () => {}, { arguments: { 'x-priority': 'none' } });
		await channel.cancel(consumerTag);
	} catch (error) {
		if (isStream(error)) throw streamFault(queue, error);
		if (codeOf(error) !== 406) throw error;
	}
}

function isStream(error: unknown): boolean {
	return codeOf(error) === 406 && error instanceof Error && /of queue type rabbit_stream_queue"?$/.test(error.message);
}

/** What is read of a stream stays in it, and what came while nobody read is passed over. */
function streamFault(queue: string, cause: unknown): AmqpError {
	return new AmqpError(
		'queue',
		true,
		`"${queue}" is a stream, and no queue`,
		'Give the name of a classic or a quorum queue: a stream does not take note of what has been processed.',
		cause,
	);
}
