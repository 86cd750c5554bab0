import type { Log, QueueAccount, AmqpError } from '../amqp';
import type { Message } from './message';

/**
 * How one run of a workflow ended, as far as the queue is concerned:
 * `done` it succeeded, or waits in n8n's own care; `failed`; `failedForGood` not to be repeated, as a person stopped it;
 * `unknown`: it was cut off while n8n or the workflow was stopped, and says nothing about its messages.
 */
export type RunEnd = 'done' | 'failed' | 'failedForGood' | 'unknown';

/** How a workflow wants its messages handled (interface: the trigger's `acknowledge` and `options`). */
export type Wishes = {
	/** When a message counts as taken care of: when the workflow has succeeded, or as soon as n8n has started it. */
	readonly acknowledge: 'onSuccess' | 'onReceipt';
	/** Runs at the same time. */
	readonly parallel: number;
	readonly keepOrderPerSet: boolean;
	/** Messages per run, and how long a run that could start waits for more of them. */
	readonly batchSize: number;
	readonly batchWaitMs: number;
	/** Further runs after a failed one; the delay before the first of them, which then doubles. */
	readonly retries: number;
	readonly retryDelayMs: number;
	/** Counted from the arrival of a message: after that it is answered, whatever its run does. */
	readonly timeLimitMs: number;
	readonly skipDuplicates: boolean;
	readonly unreadable: 'saveAsFailedExecution' | 'emit' | 'discard';
};

/** One trigger node of one active workflow: what it asks for and how to run it. */
export type Subscription = {
	/** Workflow id and node id: the same before and after an edit. */
	readonly id: string;
	/** The workflow's name, for the broker's list of connections and n8n's log. */
	readonly name: string;
	readonly queue: string;
	readonly wishes: Wishes;
	readonly log: Log;
	/** The workflow's own credential, read anew at each call. */
	account(): Promise<QueueAccount>;
	/** Whether the workflow asked for this status event. Not called for unreadable messages: they pass every filter. */
	wants(message: Message): boolean;
	/** Starts one execution with these messages and gives how it ended. */
	run(messages: readonly Message[]): Promise<RunEnd>;
	/** Records an unreadable message as a failed execution of the workflow, in place of running it. Never throws. */
	record(message: Message): void;
};

/** How a workflow joins. */
export type Joining = {
	/** Which faults of its own short connection are thrown; the others are waited out in the background. */
	readonly throws: 'every' | 'certain' | 'none';
	/** More workflows are about to join, because n8n has just started: consume only when no more come. */
	readonly others: boolean;
	/** Called once when the background meets a fault that only the user can mend. */
	onCertainFault(fault: AmqpError): void;
};

/** A workflow's place on a queue. */
export type Membership = {
	/** No further runs from now on; runs in flight keep their verdict. A second call does nothing. */
	leave(): void;
};
