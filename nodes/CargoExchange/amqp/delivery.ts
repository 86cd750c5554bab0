import type { Channel, ConsumeMessage, Message } from 'amqplib';

/** What becomes of a message: done with; refused (dead-lettered where the queue has such an exchange); back to the queue. */
export type Verdict = 'ack' | 'reject' | 'requeue';

/** One message from the broker, bound to the channel that brought it. */
export type Delivery = {
	readonly body: Buffer;
	readonly redelivered: boolean;
	readonly messageId: string | null;
	/** Counts per channel and starts again at 1 on each: no name for a message. */
	readonly deliveryTag: number;
	/** When it came, in milliseconds of the monotonic clock (`performance.now()`). */
	readonly arrivedAt: number;
	/** Answers the broker once; a second call, or a call after the channel died, does nothing and returns false. */
	settle(verdict: Verdict): boolean;
	/** Aborts when the channel that brought it is gone; shared by all deliveries of that channel. */
	readonly lost: AbortSignal;
};

/** A delivery as amqplib hands it over. */
export class ChannelDelivery implements Delivery {
	readonly body: Buffer;
	readonly redelivered: boolean;
	readonly messageId: string | null;
	readonly deliveryTag: number;
	readonly arrivedAt = performance.now();
	readonly lost: AbortSignal;
	readonly #channel: Channel;
	readonly #message: ConsumeMessage;
	#settled = false;

	constructor(channel: Channel, message: ConsumeMessage, lost: AbortSignal) {
		this.body = message.content;
		this.redelivered = message.fields.redelivered;
		this.messageId = messageIdOf(message);
		this.deliveryTag = message.fields.deliveryTag;
		this.lost = lost;
		this.#channel = channel;
		this.#message = message;
	}

	settle(verdict: Verdict): boolean {
		if (this.#settled || this.lost.aborted) return false;
		this.#settled = true;
		try {
			if (verdict === 'ack') this.#channel.ack(this.#message);
			else this.#channel.reject(this.#message, verdict === 'requeue');
			return true;
		} catch {
			// The channel is closing, and with it the right to answer: the broker puts the message back.
			return false;
		}
	}
}

export function messageIdOf({ properties }: Message): string | null {
	const id: unknown = properties.messageId;
	return typeof id === 'string' && id !== '' ? id : null;
}
