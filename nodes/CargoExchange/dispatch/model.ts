import type { Settlement } from '../amqp';
import type { Message } from './message';
import type { MessageHistory } from './messageHistory';
import type { Report, RunResult, Workflow } from './workflow';
import type { Health } from './failing';
import type { Lines } from './lines';
import type { Saving } from './saving';

/** What happens to one queue. */
export type Input =
	/** Its consumer is open. */
	| { readonly type: 'opened' }
	| { readonly type: 'delivered'; readonly delivery: number; readonly message: Message }
	/** The channel is closed: the broker delivers what was not answered again. */
	| { readonly type: 'lost' }
	/** Why nothing is read from now on. */
	| { readonly type: 'outage'; readonly outage: Outage }
	/** So many messages wait in the queue. */
	| { readonly type: 'counted'; readonly ready: number }
	/** A workflow, or its edited version, counts from now on; it runs once its credential is verified. */
	| { readonly type: 'joined'; readonly workflow: Workflow }
	| { readonly type: 'verified'; readonly workflow: Workflow }
	/** It no longer runs; so long its messages are held for it. */
	| { readonly type: 'left'; readonly workflow: Workflow; readonly holdMs: number }
	/** This version of a workflow that has left could not be published. `notice`: null if it is reported elsewhere. */
	| { readonly type: 'refused'; readonly workflow: Workflow; readonly notice: Report | null }
	/** Something that people should know; once in six hours for each subject. */
	| { readonly type: 'fault'; readonly workflow: Workflow; readonly subject: string; readonly notice: Report }
	/** `isLast`: n8n will not report another end of this run. */
	| { readonly type: 'ended'; readonly run: number; readonly result: RunResult; readonly isLast: boolean }
	| { readonly type: 'tick' };

/** Why the queue is not read. `isPermanent`: only a person can help. */
export type Outage = { readonly notice: Report; readonly isPermanent: boolean };

/** What is to be done about it. */
export type Output =
	| { readonly do: 'settle'; readonly delivery: number; readonly settlement: Settlement }
	| { readonly do: 'start'; readonly run: number; readonly workflow: Workflow; readonly messages: readonly Message[] }
	/** An unreadable message, as a failed execution. */
	| { readonly do: 'record'; readonly workflow: Workflow; readonly message: Message }
	/** A notice, as a failed execution. */
	| { readonly do: 'report'; readonly workflow: Workflow; readonly notice: Report }
	| {
			readonly do: 'log';
			readonly workflow: Workflow;
			readonly level: 'debug' | 'info' | 'warn';
			readonly text: string;
	  }
	/** Messages are no longer held for a workflow that does not run, of which so many were here. */
	| { readonly do: 'expire'; readonly workflow: Workflow; readonly count: number }
	/** So many messages were removed from the queue because no workflow wants them. */
	| { readonly do: 'sayUnwanted'; readonly count: number }
	/** How many messages may be unanswered. */
	| { readonly do: 'prefetch'; readonly count: number }
	/** Find out how many messages wait in the queue. */
	| { readonly do: 'count' }
	/** `tick` is due then. */
	| { readonly do: 'wake'; readonly at: number }
	/** Nobody reads the queue, and nothing of it is here. */
	| { readonly do: 'close' };

/** A message until it is settled. It outlives its deliveries: what each workflow has done for it is not done again. */
export type UnsettledMessage = {
	/** As last delivered. */
	content: Message;
	/** Among the other messages of its queue. */
	place: number;
	/** When it was last delivered (monotonic milliseconds). */
	arrivedAt: number;
	/** null: it is in the queue again. */
	delivery: number | null;
	/** For how long the broker has not delivered it although it could. */
	absentMs: number;
	/** What the workflows that were asked have to do for it. */
	readonly tasks: Map<Subscriber, Task>;
};

/** Message × workflow. Moments are numbers in the order of what happened. */
export type Task = {
	readonly message: UnsettledMessage;
	readonly subscriber: Subscriber;
	/** `done`, `failed`: ended for good. */
	state: 'waiting' | 'running' | 'done' | 'failed';
	/** Not to be started before this time (monotonic milliseconds). */
	dueAt: number;
	/** How often it has failed by itself, how often that counts against the message, and the moment of the first of these. */
	attempts: number;
	failures: number;
	firstFailedAt: number;
	/** When it was last run (monotonic milliseconds); null: never. */
	triedAt: number | null;
	/** Never in a batch. */
	alone: boolean;
};

/** One workflow on this queue. */
export type Subscriber = {
	/** As last edited. */
	workflow: Workflow;
	/** In the history; stays the same if the trigger node is replaced. */
	readonly historyId: string;
	/** Its credential works, and it runs. */
	isActive: boolean;
	/** How long it still counts although it is not active. */
	holdMs: number;
	/** When it left (monotonic milliseconds); null: it has not. */
	leftAt: number | null;
	health: Health;
	/** What waits for a run, and what waits to be recorded. */
	lines: Lines<Task>;
	readonly toRecord: Set<Task>;
	/** Those that have not ended. */
	readonly runs: Set<Run>;
	/** No more messages are taken until it works again. */
	isHeldBack: boolean;
	/** When something is to be started (monotonic milliseconds). */
	wakeAt: number;
};

/** One execution of a workflow. */
export type Run = {
	readonly id: number;
	readonly subscriber: Subscriber;
	readonly tasks: readonly Task[];
	/** Monotonic milliseconds, and the moment. */
	readonly startedAt: number;
	readonly began: number;
	readonly isFirst: boolean;
	/** It tries whether the workflow works again. */
	readonly isTry: boolean;
	/** Whether the workflow was failing then. */
	readonly beganFailing: boolean;
	takesSlot: boolean;
	isOverdue: boolean;
	/** It has ended or was given up. */
	isOver: boolean;
};

/** What is saved as a failed execution. */
export type Failed = { readonly task: Task } | { readonly subscriber: Subscriber; readonly notice: Report };

/** When what was reported, by workflow: queues of one name share it. */
export type ReportTimes = Map<string, Map<string, number>>;

export type State = {
	readonly reportTimes: ReportTimes;
	/** Of the input that is being processed. */
	now: number;
	outputs: Output[];
	/** The last moment. */
	moment: number;
	/** In the order of joining. */
	readonly subscribers: Map<string, Subscriber>;
	/** Those that may start something because of this input. */
	readonly changed: Set<Subscriber>;
	activeCount: number;
	/** Since when nobody is active (monotonic milliseconds). */
	idleSince: number;
	/** In the order of their deliveries. */
	readonly here: Set<UnsettledMessage>;
	bytesHere: number;
	/** In the queue again. */
	readonly absent: Set<UnsettledMessage>;
	/** Both, by SHA-256. */
	readonly known: Map<string, Set<UnsettledMessage>>;
	/** Of the last message that came for the first time. */
	place: number;
	readonly history: MessageHistory;
	/** Messages removed because no workflow wants them, and since when (monotonic milliseconds). */
	unwanted: { count: number; since: number };
	/** All that n8n may still report an end of. */
	readonly runs: Map<number, Run>;
	readonly saving: Saving<Failed>;
	/** By task, what is being saved for it. */
	readonly records: Map<Task, Failed>;
	isOpen: boolean;
	/** Why it is not, and since when (monotonic milliseconds). */
	outage: (Outage & { readonly since: number }) | null;
	tickedAt: number;
	/** How many messages may be unanswered: now, and if nothing is held back. */
	prefetch: number;
	window: number;
	/** While all is held back: until when one more is taken, and when that was last begun (monotonic milliseconds). */
	fetchesUntil: number;
	fetchedAt: number;
	countedAt: number;
};

export function isCounting({ isActive, holdMs }: Subscriber): boolean {
	return isActive || holdMs > 0;
}

export function hasEnded({ state }: Task): boolean {
	return state === 'done' || state === 'failed';
}

/** Whether a workflow asked for this message. */
export function isWanted({ workflow }: Subscriber, content: Message): boolean {
	return content.reading.ok ? workflow.wants(content) : workflow.options.unreadable !== 'discard';
}
