import { openConnection, stepLimitMs, within } from './connection';
import type { ConnectionSettings } from './credential';

/** Whether two ways to a queue lead to the same one. */
export type Identity = 'same' | 'other' | 'undecided';

/** How often the number of further consumers is changed, and how many there are at most. */
const steps = 7;
const mostConsumers = 3;
const attempts = 3;

/**
 * Whether this credential leads to the queue that the consumer reads. Equal names prove nothing, nor do different
 * addresses: what counts is that the broker at the other end sees consumers come and go here. Never rejects.
 */
export async function compareQueues(
	consumer: { probe(countConsumers: () => Promise<number>): Promise<Identity> },
	credential: ConnectionSettings,
	queue: string,
): Promise<Identity> {
	try {
		const connection = await openConnection(credential);
		try {
			const channel = await connection.openChannel();
			const countConsumers = async () => (await within(stepLimitMs, channel.checkQueue(queue))).consumerCount;
			for (let attempt = 1; attempt < attempts; attempt++) {
				const found = await consumer.probe(countConsumers);
				if (found !== 'undecided') return found;
			}
			return await consumer.probe(countConsumers);
		} finally {
			await connection.close();
		}
	} catch {
		return 'undecided';
	}
}

/**
 * Compares the number of consumers with that of the further ones here, which `show` opens and closes (it resolves with
 * whether it could). They come and go in random numbers: no other reader does the same by chance, nor another n8n that
 * asks the same question at the same time. Never rejects.
 */
export async function probeQueue(
	countConsumers: () => Promise<number>,
	show: (consumers: number) => Promise<boolean>,
	random: () => number,
): Promise<Identity> {
	let shown = 0;
	let [isSame, isOther] = [true, true];
	try {
		let count = await countConsumers();
		for (let step = 0; step < steps; step++) {
			const before = { shown, count };
			// Any number but the one before.
			shown = (shown + 1 + Math.floor(random() * mostConsumers)) % (mostConsumers + 1);
			if (!(await show(shown))) return 'undecided';
			count = await countConsumers();
			isSame &&= count - before.count === shown - before.shown;
			isOther &&= count === before.count;
			if (!isSame && !isOther) return 'undecided';
		}
		return isSame ? 'same' : 'other';
	} catch {
		return 'undecided';
	} finally {
		await show(0);
	}
}
