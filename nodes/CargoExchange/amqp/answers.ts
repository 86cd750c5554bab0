import type { Channel, ConsumeMessage } from 'amqplib';
import type { Settlement } from './delivery';

type Answer = { readonly message: ConsumeMessage; readonly settlement: Settlement };

/**
 * The unanswered messages of a channel. Answers that follow each other are sent as one: a broker has only 32 at a time
 * under way to a quorum queue, and forgets the others if the channel closes (measured on RabbitMQ 3.10, 4.0 and 4.3).
 */
export class Answers {
	readonly #channel: Pick<Channel, 'ack' | 'nack'>;
	readonly #nacksKeepOrder: boolean;
	/** By delivery tag, in the order of arrival. What is about to be answered still counts. */
	readonly #unanswered = new Map<number, ConsumeMessage>();
	#unsent: Answer[] = [];

	constructor(channel: Pick<Channel, 'ack' | 'nack'>, brokerVersion: string) {
		this.#channel = channel;
		// A quorum queue of RabbitMQ 3 returns more than 32 messages of one answer in any order.
		this.#nacksKeepOrder = !/^[0-3]\./.test(brokerVersion);
	}

	arrived(message: ConsumeMessage): void {
		this.#unanswered.set(message.fields.deliveryTag, message);
	}

	/** Returns whether it is the first since the last were sent. */
	add(message: ConsumeMessage, settlement: Settlement): boolean {
		return this.#unsent.push({ message, settlement }) === 1;
	}

	/** The consumers that messages without an answer came from. */
	get consumerTags(): Set<string> {
		return new Set([...this.#unanswered.values()].map(({ fields }) => fields.consumerTag));
	}

	/** In the order of arrival, as a quorum queue puts a returned message behind those returned before. */
	send(): void {
		const answers = this.#unsent.sort((one, other) => tagOf(one) - tagOf(other));
		this.#unsent = [];
		for (const answer of answers) this.#unanswered.delete(tagOf(answer));
		const [oldest = Infinity] = this.#unanswered.keys();
		try {
			for (const run of runsOf(answers)) this.#sendRun(run, oldest);
		} catch {
			// The channel is closed or about to be, and so the broker returns the messages itself.
		}
	}

	/** Closing the channel returns messages as well, and more gently: it does that if nothing else is to be answered. */
	sendLast(): void {
		if (this.#unsent.some(({ settlement }) => settlement !== 'requeue')) this.send();
		else this.#unsent = [];
	}

	/** Answers with the same settlement: by one answer that holds for all before as well, if they have been answered. */
	#sendRun(run: readonly Answer[], oldest: number): void {
		const last = run.at(-1);
		if (!last) return;
		const inOne = tagOf(last) < oldest && (last.settlement !== 'requeue' || this.#nacksKeepOrder);
		if (inOne) this.#send(last, true);
		else for (const answer of run) this.#send(answer, false);
	}

	/** `basic.reject` would spend a delivery on RabbitMQ 4.3 when it returns a message, `basic.nack` does not. */
	#send({ message, settlement }: Answer, allUpTo: boolean): void {
		if (settlement === 'ack') this.#channel.ack(message, allUpTo);
		else this.#channel.nack(message, allUpTo, settlement === 'requeue');
	}
}

function tagOf({ message }: Answer): number {
	return message.fields.deliveryTag;
}

function runsOf(answers: readonly Answer[]): Answer[][] {
	const runs: Answer[][] = [];
	for (const answer of answers) {
		const run = runs.at(-1);
		if (run?.[0]?.settlement === answer.settlement) run.push(answer);
		else runs.push([answer]);
	}
	return runs;
}
