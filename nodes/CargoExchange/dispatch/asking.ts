/** Who counts: which workflows are asked about which messages, and for how long without being active. */
import type { Message } from './message';
import type { Workflow } from './workflow';
import { healthy } from './failing';
import { Lines } from './lines';
import { hasEnded, isCounting, isWanted, type State, type Subscriber, type Task, type UnsettledMessage } from './model';
import { answer, isForRecord, logSkipped, release } from './settling';
import { isFull } from './window';
import { holdMs, rememberMs } from './limits';

/** A workflow, or its edited version, counts from now on. It is asked about everything that is here. */
export function join(state: State, workflow: Workflow): Subscriber {
	for (const [id, each] of state.subscribers) if (isForgotten(state, each)) state.subscribers.delete(id);
	const known = predecessorOf(state, workflow);
	const subscriber = known ?? newSubscriber(workflow);
	// One that no longer counted goes to the end.
	if (known && (!isCounting(known) || known.workflow.id !== workflow.id)) state.subscribers.delete(known.workflow.id);
	state.subscribers.set(workflow.id, subscriber);
	const waiting = [...subscriber.lines, ...subscriber.toRecord];
	Object.assign(subscriber, { workflow, holdMs, leftAt: null, isHeldBack: false });
	// It is published: it starts afresh, and tries at once what waits for a retry.
	subscriber.health = { ...healthy(), lastSuccessBegan: subscriber.health.lastSuccessBegan };
	subscriber.lines = linesOf(subscriber);
	subscriber.toRecord.clear();
	for (const { tasks } of subscriber.runs) for (const task of tasks) subscriber.lines.close(task);
	for (const task of waiting) {
		task.dueAt = Math.min(task.dueAt, state.now);
		addWaiting(state, task);
	}
	return subscriber;
}

/** Its version before the edit, or a trigger node that n8n has removed from the same workflow. */
export function predecessorOf({ subscribers }: State, { id, workflowId }: Workflow): Subscriber | undefined {
	const all = [...subscribers.values()];
	return subscribers.get(id) ?? all.findLast((each) => each.leftAt !== null && each.workflow.workflowId === workflowId);
}

/** That of this version of a workflow; an edited version may have taken its place already. */
export function subscriberOf({ subscribers }: State, workflow: Workflow): Subscriber | undefined {
	const subscriber = subscribers.get(workflow.id);
	return subscriber?.workflow === workflow ? subscriber : undefined;
}

export function setActive(state: State, subscriber: Subscriber, isActive: boolean): void {
	const wasRead = state.activeCount > 0;
	subscriber.isActive = isActive;
	state.activeCount = [...state.subscribers.values()].filter((each) => each.isActive).length;
	if (wasRead && state.activeCount === 0) state.idleSince = state.now;
	state.changed.add(subscriber);
	askAll(state);
}

/** Time passes for those that are held for, as long as another workflow has an open consumer on the queue. */
export function countDown(state: State, elapsedMs: number): void {
	if (!state.isOpen || state.activeCount === 0 || elapsedMs === 0) return;
	for (const subscriber of state.subscribers.values()) {
		if (subscriber.isActive || subscriber.holdMs <= 0) continue;
		subscriber.holdMs -= elapsedMs;
		if (subscriber.holdMs <= 0) expire(state, subscriber);
	}
}

/** What is held for others must not stop an active workflow: if nothing else is here, and no more may be, the longest hold ends. */
export function endHoldIfFull(state: State): void {
	if (!state.isOpen || state.activeCount === 0 || !isFull(state)) return;
	const isOpen = (task: Task) => task.subscriber.isActive && !hasEnded(task);
	if ([...state.here].some(({ tasks }) => [...tasks.values()].some(isOpen))) return;
	const held = [...state.subscribers.values()].filter((each) => !each.isActive && each.holdMs > 0);
	const [longest] = held.sort((one, other) => one.holdMs - other.holdMs);
	if (longest) expire(state, longest);
}

/** Nothing is held for it any more. What waited for it here is said to be given up. */
function expire(state: State, subscriber: Subscriber): void {
	subscriber.holdMs = 0;
	const count = [...subscriber.lines].filter(({ message }) => message.delivery !== null).length;
	state.outputs.push({ do: 'expire', workflow: subscriber.workflow, count });
	askAll(state);
}

/** Everything unanswered: who counts, or what a workflow wants, has changed. */
export function askAll(state: State): void {
	for (const subscriber of state.subscribers.values())
		for (const task of [...subscriber.lines])
			if (!isCounting(subscriber) || !isWanted(subscriber, task.message.content)) release(state, task);
	for (const message of [...state.here]) {
		ask(state, message);
		answer(state, message);
	}
}

export function isAsked(state: State, subscriber: Subscriber, message: UnsettledMessage): boolean {
	return askedFor(state, message).includes(subscriber);
}

/** Asks those that count and want the message, and releases the others. */
export function ask(state: State, message: UnsettledMessage): void {
	const asked = askedFor(state, message);
	for (const task of [...message.tasks.values()]) if (!asked.includes(task.subscriber)) release(state, task);
	for (const subscriber of asked) if (!message.tasks.has(subscriber)) give(state, subscriber, message);
}

function give(state: State, subscriber: Subscriber, message: UnsettledMessage): void {
	const task: Task = {
		message,
		subscriber,
		state: 'waiting',
		dueAt: 0,
		attempts: 0,
		failures: 0,
		firstFailedAt: Infinity,
		triedAt: null,
		alone: !message.content.reading.ok,
	};
	message.tasks.set(subscriber, task);
	if (hasDone(state, subscriber, message.content)) {
		task.state = 'done';
		logSkipped(state, subscriber, message.content);
	} else addWaiting(state, task);
}

/** Whether it has done a copy that it takes for the same. */
function hasDone({ history }: State, { workflow, historyId }: Subscriber, { sha256 }: Message): boolean {
	return workflow.options.skipDuplicates && history.isDone(sha256, historyId);
}

/** It waits for a run, or to be recorded. */
export function addWaiting(state: State, task: Task): void {
	const { subscriber } = task;
	task.state = 'waiting';
	if (state.records.has(task)) return;
	if (!isForRecord(task)) subscriber.lines.add(task);
	else if (isAsked(state, subscriber, task.message)) subscriber.toRecord.add(task);
	else task.message.tasks.delete(subscriber);
	state.changed.add(subscriber);
}

/**
 * An unreadable message is recorded once: by the workflow that has recorded it or whose run of it has failed, else by the
 * first one that asks for it, if possible an active one.
 */
function askedFor(state: State, message: UnsettledMessage): readonly Subscriber[] {
	const { content, tasks } = message;
	const wanting = [...state.subscribers.values()].filter((each) => isCounting(each) && isWanted(each, content));
	if (content.reading.ok) return wanting;
	const recorders = wanting.filter((subscriber) => isForRecord({ subscriber, message }));
	if (recorders.length === 0) return wanting;
	const stateOf = (subscriber: Subscriber) => tasks.get(subscriber)?.state;
	const recorded = [...tasks.values()].find((task) => task.state === 'failed' || state.records.has(task));
	// What a workflow has emitted before it was edited, another one records.
	const hasRun = (each: Subscriber) => stateOf(each) === 'done' || stateOf(each) === 'running';
	const candidates = recorders.filter((each) => !hasRun(each) && !hasDone(state, each, content));
	const recorder = recorded?.subscriber ?? candidates.find((each) => each.isActive) ?? candidates[0] ?? recorders[0];
	// First, so that what it runs meanwhile shows that n8n has saved the record.
	return [...(recorder ? [recorder] : []), ...wanting.filter((each) => !recorders.includes(each))];
}

/** Whether it left so long ago that what it knows is of no use. */
export function isForgotten({ now }: State, { isActive, leftAt, runs }: Subscriber): boolean {
	return !isActive && leftAt !== null && now - leftAt > rememberMs && runs.size === 0;
}

function newSubscriber(workflow: Workflow): Subscriber {
	return {
		workflow,
		historyId: workflow.id,
		isActive: false,
		holdMs: 0,
		leftAt: null,
		health: healthy(),
		lines: linesOf({ workflow }),
		toRecord: new Set(),
		runs: new Set(),
		isHeldBack: false,
		wakeAt: Infinity,
	};
}

/** Messages of a set run in order; a copy waits behind its twin. */
function linesOf({ workflow: { options } }: Pick<Subscriber, 'workflow'>): Lines<Task> {
	const nameOf = ({ setId, sha256 }: Message) =>
		options.keepOrderPerSet && setId !== null ? `set ${setId}` : options.skipDuplicates ? sha256 : null;
	return new Lines(({ message }) => nameOf(message.content));
}
