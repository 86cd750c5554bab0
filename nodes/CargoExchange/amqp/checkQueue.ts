import type { Channel } from 'amqplib';
import { AmqpError } from '../errors';
import { connectLimitMs, openConnection, within, type Connection, type OpenOptions } from './connection';
import type { BrokerSettings } from './credential';
import { codeOf, explainLoss, isStream } from './errors';

export type QueueState = {
	/** Waiting to be delivered. */
	messages: number;
	consumers: number;
	/** The broker's name for itself; different brokers may have the same. */
	clusterName: string | null;
};

/** In bytes, of AMQP. */
const longestName = 255;

/**
 * Whether these settings reach the broker and may read the queue, by a short connection of its own; takes no message.
 * With `null` only the connection is tried. Throws an AmqpError.
 */
export async function checkQueue(
	settings: BrokerSettings,
	queue: string | null,
	{ timeoutMs = connectLimitMs, signal }: OpenOptions = {},
): Promise<QueueState | null> {
	if (Buffer.byteLength(queue ?? '') > longestName)
		throw new AmqpError({
			permanent: true,
			message: 'The name of the queue is too long',
			description: `A queue name has at most ${longestName} bytes. Check what was entered as the name.`,
		});
	const connection = await openConnection(settings, { timeoutMs, signal });
	const stop = () => void connection.close();
	signal?.addEventListener('abort', stop);
	try {
		return queue === null ? null : await within(timeoutMs, check(connection, queue));
	} catch (error) {
		throw explainLoss(connection.fault() ?? error, queue ?? '', settings);
	} finally {
		signal?.removeEventListener('abort', stop);
		await connection.close();
	}
}

async function check(connection: Connection, queue: string): Promise<QueueState> {
	const channel = await connection.openChannel();
	const { messageCount, consumerCount } = await channel.checkQueue(queue);
	await checkReadPermission(channel, queue);
	return { messages: messageCount, consumers: consumerCount, clusterName: connection.clusterName };
}

/**
 * The passive check needs no permission. Reading does, and a broker checks the permission (403) before the arguments: a
 * consumer with an impossible priority shows the permission without ever receiving a message. It also distinguishes
 * streams from queues: only streams know no priority at all.
 */
async function checkReadPermission(channel: Channel, queue: string): Promise<void> {
	try {
		const { consumerTag } = await channel.consume(queue, () => {}, { arguments: { 'x-priority': 'none' } });
		await channel.cancel(consumerTag);
	} catch (error) {
		if (isStream(error) || codeOf(error) !== 406) throw error;
	}
}
