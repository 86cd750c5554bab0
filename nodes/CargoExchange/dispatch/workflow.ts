import type { BrokerSettings, Log } from '../amqp';
import type { Message } from './message';

/** Time as dispatching needs it, so that tests can move it. */
export type Clock = {
	/** Monotonic milliseconds. */
	now(): number;
	/** Resolves after `delayMs`, at once when the signal aborts. */
	sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
};

/**
 * How one run of a workflow ended, as far as the queue is concerned:
 * `done`: it succeeded, or waits and n8n has taken over; `failed`; `stopped`: by a person, so it is not retried;
 * `cutOff`: n8n ended it because n8n itself stops, which says nothing about its messages;
 * `notStarted`: n8n did not start it, for example because its database is away.
 */
export type RunEnd = 'done' | 'failed' | 'stopped' | 'cutOff' | 'notStarted';

/** `reason`: for people, why it was not done. `later`: what n8n may report after all, if this is only what must be assumed. */
export type RunResult = { readonly end: RunEnd; readonly reason?: string; readonly later?: Promise<RunResult> };

/** How a workflow wants its messages run (interface: the trigger's options). */
export type RunOptions = {
	/** When a message counts as done: when the run has succeeded, or as soon as n8n has started it. */
	readonly acknowledge: 'onSuccess' | 'onReceipt';
	/** Runs at the same time. */
	readonly parallel: number;
	readonly keepOrderPerSet: boolean;
	/** Messages per run, and how long a run that could start waits for more of them. */
	readonly batchSize: number;
	readonly batchWaitMs: number;
	/** Further runs after a failed one; the delay before the first of them, which then doubles up to an hour. */
	readonly retries: number;
	readonly retryDelayMs: number;
	/** How long a run may occupy its slot. Its messages are not affected. */
	readonly freeSlotAfterMs: number;
	readonly pauseOnFailures: boolean;
	readonly skipDuplicates: boolean;
	readonly unreadable: 'saveAsFailedExecution' | 'emit' | 'discard';
};

/** A message to people, in place of an execution. */
export type Report = { readonly message: string; readonly description: string };

/** Why a workflow cannot read its queue. `permanent`: no retry helps until somebody changes something. */
export type Fault = Report & { readonly permanent: boolean };

/** One trigger node of one active workflow: which messages it wants and how to run it. */
export type Workflow = {
	/** Workflow id and node id: the same before and after an edit. */
	readonly id: string;
	/** Of the workflow alone. */
	readonly workflowId: string;
	/** The workflow's name, for n8n's log. */
	readonly name: string;
	readonly queue: string;
	readonly options: RunOptions;
	readonly log: Log;
	/** The workflow's own credential, read again at each call. */
	credential(): Promise<BrokerSettings>;
	/** Whether the workflow asked for this status event. Not called for unreadable messages: they pass every filter. */
	wants(message: Message): boolean;
	/** Starts one execution with these messages and resolves with its end. */
	run(messages: readonly Message[]): Promise<RunResult>;
	/** Records an unreadable message as a failed execution, in place of running it. Never throws. */
	record(message: Message): void;
	/** Saves a failed execution that says what happened. Never throws. */
	report(notice: Report): void;
};

/** How a workflow subscribes. */
export type SubscribeOptions = {
	/** Which faults of the first verification are thrown; the others are retried in the background. None: n8n starts the workflow. */
	readonly throws: 'all' | 'permanent' | 'none';
};

export type SubscriptionHandle = {
	/** No further runs from now on; runs in flight keep their outcome. A second call does nothing. */
	unsubscribe(): void;
};
