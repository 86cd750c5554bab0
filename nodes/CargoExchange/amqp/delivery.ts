import type { Channel, ConsumeMessage, GetMessage } from 'amqplib';

/** What becomes of a message: done with; rejected (dead-lettered if the queue has an exchange for that); back to the queue. */
export type Settlement = 'ack' | 'reject' | 'requeue';

/** What comes with a body. */
export type MessageFacts = {
	/** The broker has delivered it before, to whomever. */
	readonly redelivered: boolean;
	readonly messageId: string | null;
};

/** One message from the broker, bound to the channel that brought it. */
export type Delivery = MessageFacts & {
	readonly body: Buffer;
	/** When it came, in milliseconds of the monotonic clock (`performance.now()`). */
	readonly arrivedAt: number;
	/** Answers the broker once; a second call, or a call after the channel was lost, does nothing and returns false. */
	settle(settlement: Settlement): boolean;
	/** Aborts when the channel that brought it is gone; shared by all deliveries of that channel. */
	readonly lost: AbortSignal;
};

/** The channel as a delivery needs it. */
export type DeliveryChannel = {
	readonly channel: Pick<Channel, 'ack' | 'reject'>;
	readonly lost: AbortSignal;
	/** Puts a message back to its place in the queue, soon. */
	requeue(message: ConsumeMessage): void;
};

/** A delivery as amqplib hands it over. */
export class ChannelDelivery implements Delivery {
	readonly body: Buffer;
	readonly redelivered: boolean;
	readonly messageId: string | null;
	readonly arrivedAt = performance.now();
	readonly lost: AbortSignal;
	readonly #from: DeliveryChannel;
	readonly #message: ConsumeMessage;
	#settled = false;

	constructor(from: DeliveryChannel, message: ConsumeMessage) {
		this.body = message.content;
		this.redelivered = message.fields.redelivered;
		this.messageId = messageIdOf(message);
		this.lost = from.lost;
		this.#from = from;
		this.#message = message;
	}

	settle(settlement: Settlement): boolean {
		if (this.#settled || this.lost.aborted) return false;
		this.#settled = true;
		try {
			if (settlement === 'requeue') this.#from.requeue(this.#message);
			else if (settlement === 'reject') this.#from.channel.reject(this.#message, false);
			else this.#from.channel.ack(this.#message);
			return true;
		} catch {
			// The channel is closing, and with it the right to answer: the broker puts the message back.
			return false;
		}
	}
}

export function messageIdOf({ properties }: ConsumeMessage | GetMessage): string | null {
	const id: unknown = properties.messageId;
	return typeof id === 'string' && id !== '' ? id : null;
}
