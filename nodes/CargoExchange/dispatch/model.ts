import type { Settlement } from '../amqp';
import type { Health } from './failing';
import type { Lines } from './lines';
import type { Message } from './message';
import type { MessageHistory } from './messageHistory';
import type { Report, RunResult, Workflow } from './workflow';

/**
 * What is known of one queue, its messages, the workflows that read it, what each of these has to do for each message, and its runs.
 * A state is changed in one file alone, by the functions named here; all rules add to `outputs` and `changed`.
 *
 *     state       from                            until                          what happens meanwhile            changed by
 *     ──────────  ──────────────────────────────  ─────────────────────────────  ────────────────────────────────  ─────────────────────
 *
 *     The queue (core)
 *     unread      the start; nothing is here 5 s  a workflow is active           the reader is closed              conclude
 *                 after the last workflow
 *     connecting  a workflow is active; the       the consumer is open           what was here is absent           conclude, take
 *                 channel was lost
 *     open        the consumer is open            the channel is lost            messages arrive; holds run out    take
 *                                                                                while others read
 *     outage      an attempt to connect fails     the consumer is open           people know if it is permanent,   take
 *                                                                                or after 5 minutes
 *
 *     A workflow: its presence (asking)
 *     joining     it is published, or edited      its credential works           it is asked until its hold ends,  join, setHold
 *                                                                                and starts nothing
 *     active      its credential works            it leaves; it joins again      it is asked, and starts runs      beActive
 *     left        it is taken off, also for an    it joins again; an hour later  as joining; what it knows is      leave, setHold
 *                 edit; it has left elsewhere                                    kept                              holdFor
 *
 *     A workflow: its health (failing; held back: window)
 *     healthy     it joins; a success that began  a failure; a refusal           all slots are used                afresh, noteSuccess
 *                 after the first failure
 *     in doubt    a run fails                     it is healthy                  new messages run; of the others   noteFailure
 *                                                                                one at each step
 *     failing     in doubt, and many have failed  it is healthy                  one message runs at each step     noteFailure,
 *                                                                                                                  noteFailedOften
 *     refused     n8n has refused a start         a later run was started        the same, the oldest first        noteRefusal,
 *                                                                                                                  noteStarted
 *     held back   while failing, too many wait,   it is healthy; it joins        what waits goes back; copies are  checkWindow,
 *                 or were delivered often                                        tried                             endHoldingBack
 *
 *     A message (unsettled)
 *     here        it is delivered                 it is answered or goes back;   its tasks begin and end           arrive
 *                                                 the channel is lost
 *     absent      it was here, and somebody was   it is delivered; an hour in    its set waits 10 s; a copy may    beAbsent, forget
 *                 asked                           which the others came          be tried
 *
 *     A task: message × workflow (unsettled; its failures: running)
 *     waiting     the workflow is asked; its run  it begins; the workflow is     in line; a retry until `dueAt`    give, waitAlone,
 *                 has ended otherwise             not asked any more                                               release
 *     running     its run is handed to n8n        the run ends, or is given up   its set waits                     beginTask
 *     recording   it is to be saved, unreadable   n8n certainly has it           nobody else records it            beginTask
 *     done        its run succeeded; a copy was   the message is answered        it does not run again, even if    endTask, give
 *                 done                                                           the message went back
 *     failed      it is rejected, or recorded     the message is answered        as done; the message is rejected  endTask
 *
 *     A run (running)
 *     running     it is handed to n8n             it ends, or is one of these:   it takes a slot                   begin
 *     older       n8n has refused one since       it ends, or is overdue         it takes no slot, and says        noteEnd
 *                                                                                nothing about now
 *     overdue     it exceeds its limit            it ends; the workflow joins    it takes no slot; people know;    checkOverdue
 *                                                                                if all are, none starts
 *     over        it has ended, or was given up   n8n reports no further end     a late success counts             finish
 */
export type State = {
	/** Of the input that is being processed. */
	now: number;
	/** What it leads to: what is to be done, and who may start something. */
	outputs: Output[];
	readonly changed: Set<Subscriber>;
	/** The last moment. */
	moment: number;
	tickedAt: number;
	connection: Connection;
	/** Since when no workflow is active (monotonic milliseconds); null: one is. */
	idleSince: number | null;
	/** In the order of joining. */
	readonly subscribers: Map<string, Subscriber>;
	/** In the order of their deliveries. */
	readonly here: Set<UnsettledMessage>;
	/** In the queue again. */
	readonly absent: Set<UnsettledMessage>;
	/** Both, by SHA-256. */
	readonly known: Map<string, Set<UnsettledMessage>>;
	/** Of the last message that came for the first time. */
	place: number;
	readonly history: MessageHistory;
	/** Messages removed because no workflow wants them, and since when (monotonic milliseconds). */
	readonly unwanted: { count: number; since: number };
	/** All that n8n may still report an end of, by the moment of their beginning. */
	readonly runs: Map<number, Run>;
	/** What n8n has not certainly saved, and since when it refuses to start executions; null: it does not, as far as known. */
	readonly saving: { readonly uncertain: Set<Uncertain>; refusedAt: Time | null };
	readonly reportTimes: ReportTimes;
	readonly window: Window;
};

/** `since`: when the first attempt failed (monotonic milliseconds). */
type Connection =
	{ readonly is: 'unread' | 'connecting' | 'open' } | ({ readonly is: 'outage'; readonly since: number } & Outage);

/** How many messages may be unanswered. */
type Window = {
	/** If nothing is held back, and now. */
	size: number;
	prefetch: number;
	/** While all is held back: until when one more is taken, when that was last begun and asked for (monotonic milliseconds). */
	fetchesUntil: number;
	fetchedAt: number;
	countedAt: number;
};

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
	state: 'waiting' | 'running' | 'recording' | 'done' | 'failed';
	/** Not to be started before this time (monotonic milliseconds). */
	dueAt: number;
	/** How often it has failed by itself, how often that counts against the message, and the moment of the first of these. */
	attempts: number;
	failures: number;
	firstFailedAt: number;
	/** When it was last run, other than in a batch that failed (monotonic milliseconds); null: never. */
	triedAt: number | null;
	/** Never in a batch. */
	alone: boolean;
};

/** One workflow on this queue. */
export type Subscriber = {
	/** As last edited. */
	workflow: Workflow;
	/** When it was last published (monotonic milliseconds). */
	joinedAt: number;
	/** In the history: what it does is noted by the first; the others are those of the trigger nodes that it has replaced. */
	histories: readonly [string, ...string[]];
	/** `holdMs`: how long it still counts. `leftAt`: monotonic milliseconds. `wasActive`: whether its credential led here. */
	presence:
		| { readonly is: 'active' }
		| { readonly is: 'joining'; holdMs: number }
		| { readonly is: 'left'; holdMs: number; readonly leftAt: number; readonly wasActive: boolean };
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
	readonly subscriber: Subscriber;
	readonly tasks: readonly Task[];
	/** Monotonic milliseconds, and the moment, by which it is known. */
	readonly startedAt: number;
	readonly began: number;
	readonly isFirst: boolean;
	/** It tries whether the workflow works again. */
	readonly isTry: boolean;
	/** Whether the workflow was failing then. */
	readonly beganFailing: boolean;
	state: 'running' | 'older' | 'overdue' | 'over';
};

type Time = { readonly now: number; readonly moment: number };

/**
 * What is to be a failed execution: since when, or since when it is saved. `isDoubtful`: n8n has refused an execution since then, or
 * before it was to be saved.
 */
export type Uncertain = {
	readonly what: { readonly task: Task } | { readonly subscriber: Subscriber; readonly notice: Report };
	saves: number;
	since: Time;
	isDoubtful: boolean;
};

/** When what was reported, by workflow: queues of one name share it. */
export type ReportTimes = Map<string, Map<string, number>>;

/** What happens to one queue. */
export type Input =
	/** Its consumer is open. */
	| { readonly type: 'opened' }
	| { readonly type: 'delivered'; readonly delivery: number; readonly message: Message }
	/** The channel is closed: the broker delivers what was not answered again. */
	| { readonly type: 'lost' }
	/** Why nothing is read from now on. */
	| { readonly type: 'outage'; readonly outage: Outage }
	/** Nobody reads it any more, and another reader begins to: what waits goes back at once. */
	| { readonly type: 'handedOver' }
	/** So many messages wait in the queue. */
	| { readonly type: 'counted'; readonly ready: number }
	/** A workflow, or its edited version, counts from now on; it runs once its credential is verified. `replaced`: the id of the trigger node whose place it takes. */
	| { readonly type: 'joined'; readonly workflow: Workflow; readonly replaced: string | null }
	| { readonly type: 'verified'; readonly workflow: Workflow }
	/** It has left at another address. */
	| { readonly type: 'held'; readonly workflow: Workflow; readonly holdMs: number }
	/** It no longer runs; so long its messages are held for it. */
	| { readonly type: 'left'; readonly workflow: Workflow; readonly holdMs: number }
	/** This version of a workflow that has left could not be published. `notice`: null if it is reported elsewhere. */
	| {
			readonly type: 'notPublished';
			readonly workflow: Workflow;
			readonly replaced: string | null;
			readonly notice: Report | null;
	  }
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

export function isActive({ presence }: Subscriber): boolean {
	return presence.is === 'active';
}

export function isCounting({ presence }: Subscriber): boolean {
	return presence.is === 'active' || presence.holdMs > 0;
}

export function hasEnded({ state }: Task): boolean {
	return state === 'done' || state === 'failed';
}

/** Whether a workflow asked for this message. */
export function isWanted({ workflow }: Subscriber, content: Message): boolean {
	return content.reading.ok ? workflow.wants(content) : workflow.options.unreadable !== 'discard';
}

export function isForRecord({ subscriber, message }: Pick<Task, 'subscriber' | 'message'>): boolean {
	return !message.content.reading.ok && subscriber.workflow.options.unreadable === 'saveAsFailedExecution';
}
