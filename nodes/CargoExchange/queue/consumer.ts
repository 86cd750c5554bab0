import type { QueueAccount } from './account';
import type { Delivery } from './delivery';
import type { QueueFault } from './fault';
import type { Log } from './log';

export type ConsumeOptions = {
	queue: string;
	/** Read anew for each connection, so that a changed password heals. */
	account: () => Promise<QueueAccount>;
	/** Shown in the broker's list of connections. */
	connectionName: () => string;
	/** How many messages the broker may have outstanding here (1–65,535). Read for each connection. */
	prefetch: () => number;
	onDelivery: (delivery: Delivery) => void;
	/** After each successful connection: what waits in the queue, and who else reads it. */
	onReady?: (state: { messages: number; otherConsumers: number }) => void;
	/** Once when an outage begins (also when the first attempt does not succeed), and once when it is over. Both are logged already. */
	onOutage?: (fault: QueueFault) => void;
	onRecovery?: () => void;
	log: Log;
	/** 0 ≤ random() < 1; spreads the attempts of many instances. */
	random?: () => number;
	/** Resolves after `delayMs`, or at once when aborted. */
	sleep?: (delayMs: number, signal: AbortSignal) => Promise<void>;
};

export type QueueConsumer = {
	/** Resolves with the first successful connection. Never rejects; stays open when closed before. */
	ready: Promise<void>;
	/** How the first attempt went: null, or what stood in its way. The attempts go on for ever all the same. */
	firstAttempt: Promise<QueueFault | null>;
	/** Takes effect at once, and until the next connection asks `prefetch`. */
	setPrefetch(count: number): void;
	/** No new deliveries and no reconnecting; resolves when the broker has been told. What is settled later still goes out. */
	stop(): Promise<void>;
	/** Closes channel and connection within 5 s; what is unsettled goes back to the queue. */
	close(): Promise<void>;
};
