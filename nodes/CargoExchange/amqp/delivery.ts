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

/** One message from the broker, bound to the channel that delivered it. */
export type Delivery = MessageFacts & {
	readonly body: Buffer;
	/** Answers the broker once; a second call, or a call after the channel was lost, does nothing and returns false. */
	settle(settlement: Settlement): boolean;
	/** Aborts when that channel is gone; shared by all its deliveries. */
	readonly lost: AbortSignal;
};

/** A message without an answer: what a test step sees. */
export type PeekedMessage = MessageFacts & { readonly body: Buffer };

/** What a message says of itself that no broker has delivered. */
export const undelivered: MessageFacts = {
	redelivered: false,
	messageId: null,
	deliveryCount: 0,
	properties: { exchange: '', routingKey: '', headers: {}, timestamp: null },
};

/** The body as UTF-8, if the message says how it is written. */
export function receivedMessage(message: ConsumeMessage): PeekedMessage {
	const messageId: unknown = message.properties.messageId;
	const count: unknown = message.properties.headers?.['x-delivery-count'];
	return {
		body: readBody(message),
		redelivered: message.fields.redelivered,
		messageId: typeof messageId === 'string' && messageId !== '' ? messageId : null,
		deliveryCount: typeof count === 'number' ? count : 0,
		properties: readProperties(message),
	};
}

export function receivedDelivery(
	message: ConsumeMessage,
	lost: AbortSignal,
	answer: (settlement: Settlement) => void,
): Delivery {
	let isSettled = false;
	return {
		...receivedMessage(message),
		lost,
		settle(settlement) {
			if (isSettled || lost.aborted) return false;
			isSettled = true;
			answer(settlement);
			return true;
		},
	};
}
