import type { Settlement } from '../amqp';
import type { Health } from './failing';
import type { Lines } from './lines';
import type { Message } from './message';
import type { MessageHistory } from './messageHistory';
import type { Report, RunResult, Workflow } from './workflow';

/**
 * What is known of one queue, of its messages, of the workflows that read it, of what each of these has to do for each message, and of
 * its runs. Each file changes only what its rule is about; the last column names the functions.
 *
 *     state       from                            until                           meanwhile                             changed by
 *     ──────────  ──────────────────────────────  ──────────────────────────────  ────────────────────────────────────  ──────────────────────
 *     The queue (core)
 *     unread      the start; 5 s after the last   a workflow is active            nothing is here, the reader closes    conclude
 *                 workflow, when nothing runs
 *     connecting  a workflow is active; the       the consumer is open            what was here is absent               conclude, take
 *                 channel was lost
 *     open        the consumer is open            the channel or the connection   messages arrive, holds run down       take
 *                                                 is lost
 *     outage      an attempt to connect fails     the consumer is open            told once it is permanent or lasts    take
 *                                                                                 five minutes
 *     A workflow (asking)
 *     joining     it is published, or edited      its credential works            it is asked, and starts nothing;      join
 *                                                                                 it counts until its hold has ended
 *     active      its credential works            it leaves, or its credential    it is asked, and starts runs          beActive
 *                                                 names another address
 *     left        it is unpublished, or edited    it joins again; an hour later   it counts until its hold has ended,   leave
 *                                                 it is forgotten                 and starts nothing
 *     Its health (failing, running, window), whatever its presence
 *     healthy     it joins; a success that began  a run fails, or is refused      all slots are used                    noteSuccess, afresh
 *                 after the first failure
 *     in doubt    a run fails                     the same                        new messages run; one that failed     noteFailure
 *                                                                                 is tried at each step of the clock
 *     failing     too many in doubt; a refusal    the same; a start, if refused   one message at each step              noteFailure, noteRefusal
 *     stuck       all slots are of overdue runs   one of them ends                nothing starts                        checkOverdue
 *     held back   too much waits for it while it  it works again                  all that waits goes back, no more is  checkWindow
 *                 is failing, or was delivered                                    taken; copies are tried
 *                 too often while it is in doubt
 *     A message (unsettled)
 *     here        it is delivered                 it is answered, goes back, or   its tasks run                         arrive
 *                                                 the channel is lost
 *     absent      it went back, or the channel    it is delivered; an hour        its set waits for it for 10 s;        beAbsent
 *                 was lost, and a task knows it   without it while the rest came  copies of it may be tried
 *     A task: message × workflow (unsettled)
 *     waiting     the workflow is asked           it begins; the workflow is not  in line, until `dueAt` if it has      give, waitAlone,
 *                                                 asked any more                  failed; or to be recorded             waitAfresh, release
 *     running     it is handed to n8n             the run ends or is given up     its set is closed                     beginTask
 *     recording   it is saved, unreadable         that is certain                 the same workflow's runs show it      beginTask
 *     done        its run succeeded; as a copy    the message is settled          it does not run again, even if the    endTask, give
 *                                                                                 message is delivered again
 *     failed      it is rejected, or recorded     the same                        the same                              endTask
 *     A run (running)
 *     running     it is handed to n8n             see below                       it takes a slot, its sets wait        startReady
 *     older       n8n has refused one since       it ends, or is overdue          its sets wait                         end
 *     overdue     its limit has passed            it ends; the workflow is        its sets wait, people know            checkOverdue
 *                                                 published: it is given up
 *     over        it has ended, or is given up    n8n can report no further end   a success still counts                end, giveUpOverdue
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
	/** All that n8n may still report an end of. */
	readonly runs: Map<number, Run>;
	/** What n8n has not certainly saved, and since when it refuses to start executions; null: it does not, as far as known. */
	readonly saving: { readonly uncertain: Set<Uncertain>; refusedAt: Time | null };
	readonly reportTimes: ReportTimes;
	readonly window: Window;
};

/** Why it is not open, and since when (monotonic milliseconds). */
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
	/** `holdMs`: how long it still counts. `leftAt`: monotonic milliseconds. */
	presence:
		| { readonly is: 'active' }
		| { readonly is: 'joining'; holdMs: number }
		| { readonly is: 'left'; holdMs: number; readonly leftAt: number };
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
	/** So many messages wait in the queue. */
	| { readonly type: 'counted'; readonly ready: number }
	/** A workflow, or its edited version, counts from now on; it runs once its credential is verified. */
	| { readonly type: 'joined'; readonly workflow: Workflow }
	| { readonly type: 'verified'; readonly workflow: Workflow }
	/** It no longer runs; so long its messages are held for it. */
	| { readonly type: 'left'; readonly workflow: Workflow; readonly holdMs: number }
	/** This version of a workflow that has left could not be published. `notice`: null if it is reported elsewhere. */
	| { readonly type: 'notPublished'; readonly workflow: Workflow; readonly notice: Report | null }
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
