import type { ConsumeMessage, GetMessage } from 'amqplib';

/** The answer to the broker about a message: done with; rejected (dead-lettered if the queue has an exchange for that); back to the queue. */
export type Settlement = 'ack' | 'reject' | 'requeue';

export type MessageFacts = {
	/** The broker has delivered it before, to any reader. */
	readonly redelivered: boolean;
	readonly messageId: string | null;
};

/** One message from the broker, bound to the channel that brought it. */
export type Delivery = MessageFacts & {
	readonly body: Buffer;
	/** Arrival in milliseconds of the monotonic clock (`performance.now()`). */
	readonly arrivedAt: number;
	/** Answers the broker once; a second call, or a call after the channel was lost, does nothing and returns false. */
	settle(settlement: Settlement): boolean;
	/** Aborts when the channel that brought it is gone; shared by all deliveries of that channel. */
	readonly lost: AbortSignal;
};

export function messageIdOf({ properties }: ConsumeMessage | GetMessage): string | null {
	const id: unknown = properties.messageId;
	return typeof id === 'string' && id !== '' ? id : null;
}
