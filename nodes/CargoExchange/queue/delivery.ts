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
