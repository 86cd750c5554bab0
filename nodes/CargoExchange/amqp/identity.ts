import { openConnection, stepLimitMs, within } from './connection';
import type { BrokerSettings } from './credential';

/** Whether two ways to a queue lead to the same one. */
export type Identity = 'same' | 'other' | 'undecided';

const attempts = 5;

/**
 * Whether this credential leads to the queue that the consumer reads. Equal names prove nothing, nor do different
 * addresses: what counts is that the broker at the other end twice sees consumers come and go here. Never rejects.
 */
export async function compareQueues(
	consumer: { probe(countConsumers: () => Promise<number>): Promise<Identity> },
	credential: BrokerSettings,
	queue: string,
): Promise<Identity> {
	try {
		const connection = await openConnection(credential);
		try {
			const channel = await connection.openChannel();
			const countConsumers = async () => (await within(stepLimitMs, channel.checkQueue(queue))).consumerCount;
			const found: Identity[] = [];
			for (let attempt = 0; attempt < attempts && found.length < 2; attempt++) {
				const verdict = await consumer.probe(countConsumers);
				if (verdict !== 'undecided') found.push(verdict);
			}
			const [first = 'undecided', second = 'undecided'] = found;
			return first === second ? first : 'undecided';
		} finally {
			await connection.close();
		}
	} catch {
		return 'undecided';
	}
}

/**
 * Compares the number of consumers there with the number here, while further ones are opened and closed here. How many is
 * random: no other reader comes in the same way, nor another n8n that asks the same question at the same time. A queue that
 * does not count them (a quorum queue with a single active consumer) gives no answer. Never rejects.
 *
 * @param show opens or closes further consumers, and resolves with whether it could.
 */
export async function probeQueue(
	count: { here: () => Promise<number>; there: () => Promise<number> },
	show: (consumers: number) => Promise<boolean>,
	random: () => number,
): Promise<Identity> {
	const counts = async () => ({ here: await count.here(), there: await count.there() });
	let shown = 0;
	try {
		let last = await counts();
		let [isSame, isOther] = [last.here === last.there, true];
		for (const rises of [true, true, true, false]) {
			const more = rises ? 1 + Math.floor(random() * 2) : -shown;
			shown += more;
			if (!(await show(shown))) return 'undecided';
			const now = await counts();
			// Those that are closed are still counted by a quorum queue while they have unanswered messages.
			if (rises && now.here - last.here !== more) return 'undecided';
			isSame &&= now.here === now.there;
			isOther &&= now.there === last.there;
			if (!isSame && !isOther) return 'undecided';
			last = now;
		}
		return isSame ? 'same' : 'other';
	} catch {
		return 'undecided';
	} finally {
		await show(0);
	}
}
