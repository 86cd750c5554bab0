import type { ConsumeMessage } from 'amqplib';
import { readBody } from './body';
import { readProperties, type MessageProperties } from './properties';

/** The answer to the broker about a message: done with; rejected (dead-lettered if the queue has an exchange for that); back to the queue. */
export type Settlement = 'ack' | 'reject' | 'requeue';

type MessageFacts = {
	/** The broker has delivered it before, to any reader. */
	readonly redelivered: boolean;
	readonly messageId: string | null;
	/** How often a quorum queue has delivered it before (`x-delivery-count`); 0 if the broker does not say (classic queues). */
	readonly deliveryCount: number;
	readonly properties: MessageProperties;
};

/** One message from the broker, bound to the channel that brought it. */
export type Delivery = MessageFacts & {
	readonly body: Buffer;
	/** Answers the broker once; a second call, or a call after the channel was lost, does nothing and returns false. */
	settle(settlement: Settlement): boolean;
	/** Aborts when the channel that brought it is gone; shared by all deliveries of that channel. */
	readonly lost: AbortSignal;
};

/** A message without an answer: what a test step sees. */
export type PeekedMessage = MessageFacts & { readonly body: Buffer };

export class ReceivedMessage implements PeekedMessage {
	/** As UTF-8, if the message says how it is written. */
	readonly body: Buffer;
	readonly #message: ConsumeMessage;

	constructor(message: ConsumeMessage) {
		this.#message = message;
		this.body = readBody(message);
	}

	get redelivered(): boolean {
		return this.#message.fields.redelivered;
	}

	get messageId(): string | null {
		const id: unknown = this.#message.properties.messageId;
		return typeof id === 'string' && id !== '' ? id : null;
	}

	get deliveryCount(): number {
		const count: unknown = this.#message.properties.headers?.['x-delivery-count'];
		return typeof count === 'number' ? count : 0;
	}

	get properties(): MessageProperties {
		return readProperties(this.#message);
	}
}

export class ReceivedDelivery extends ReceivedMessage implements Delivery {
	readonly lost: AbortSignal;
	readonly #answer: (settlement: Settlement) => void;
	#settled = false;

	constructor(message: ConsumeMessage, lost: AbortSignal, answer: (settlement: Settlement) => void) {
		super(message);
		this.lost = lost;
		this.#answer = answer;
	}

	settle(settlement: Settlement): boolean {
		if (this.#settled || this.lost.aborted) return false;
		this.#settled = true;
		this.#answer(settlement);
		return true;
	}
}
