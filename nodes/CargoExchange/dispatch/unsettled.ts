/**
 * A message from its arrival until it is settled, and what each workflow has to do for it. It is answered once, in one place, when
 * everybody has ended it.
 */
import { Lines } from './lines';
import { lingerMs, rememberMs, sayUnwantedEveryMs, waitForAbsentMs } from './limits';
import { identityOf, type Message } from './message';
import {
	hasEnded,
	isCounting,
	isForRecord,
	isWanted,
	type State,
	type Subscriber,
	type Task,
	type UnsettledMessage,
} from './model';

/** For the first time or again: what is known of it goes on. */
export function arrive(state: State, delivery: number, content: Message): UnsettledMessage {
	const copies = state.known.get(content.sha256) ?? new Set();
	const known = [...copies].find((message) => isSame(message, content));
	const place = known && keepsPlace(state, known, content) ? known.place : ++state.place;
	const message: UnsettledMessage = known ?? { content, place, arrivedAt: 0, delivery, absentMs: 0, tasks: new Map() };
	const waiting = [...message.tasks.values()].filter((task) => task.state === 'waiting');
	for (const task of waiting) task.subscriber.lines.remove(task);
	message.content = content;
	message.place = place;
	message.arrivedAt = state.now;
	message.delivery = delivery;
	message.absentMs = 0;
	state.known.set(content.sha256, copies.add(message));
	state.absent.delete(message);
	state.here.add(message);
	for (const task of waiting) wait(state, task);
	return message;
}

/** What is at hand cannot be delivered again. What a workflow has ended matches only a redelivered message. */
function isSame({ delivery, tasks }: UnsettledMessage, { redelivered }: Message): boolean {
	return delivery === null && (redelivered || ![...tasks.values()].some(hasEnded));
}

/**
 * What comes back was ahead of what came after it, unless the broker has delivered it behind others of its set that are back,
 * too.
 */
function keepsPlace({ here }: State, { place }: UnsettledMessage, { redelivered, setId }: Message): boolean {
	const isAhead = ({ content, place: other }: UnsettledMessage) =>
		content.redelivered && content.setId === setId && other > place;
	return redelivered && ![...here].some(isAhead);
}

/**
 * Settles a message when every workflow that counts and wants it **now** has ended it: acknowledged, or rejected if one has
 * failed it. If none is active, once all that were asked have ended it by an execution, that decides.
 */
export function answer(state: State, message: UnsettledMessage): void {
	const { delivery, tasks } = message;
	if (delivery === null || ![...tasks.values()].every(hasEnded)) return;
	const isRead = state.idleSince === null;
	if (isRead ? mayBeWanted(state, message) : tasks.size === 0) return;
	if (tasks.size === 0 && state.unwanted.count++ === 0) state.unwanted.since = state.now;
	// What has been recorded is a dead letter, whoever has recorded it.
	const decides = (task: Task) =>
		!isRead ||
		!message.content.reading.ok ||
		(isCounting(task.subscriber) && isWanted(task.subscriber, message.content));
	const hasFailed = [...tasks.values()].some((task) => task.state === 'failed' && decides(task));
	state.outputs.push({ do: 'settle', delivery, settlement: hasFailed ? 'reject' : 'ack' });
	message.delivery = null;
	state.here.delete(message);
	forget(state, message);
}

/** A workflow has been published, and does not want it: its next trigger node may, which n8n adds in a moment. */
function mayBeWanted({ now, subscribers }: State, { content, tasks }: UnsettledMessage): boolean {
	if (!content.reading.ok) return false;
	const published = [...subscribers.values()].filter(({ joinedAt }) => now - joinedAt < lingerMs);
	if (published.length === 0) return false;
	const wanting = new Set([...tasks.keys()].map(({ workflow }) => workflow.workflowId));
	return published.some(({ workflow }) => !wanting.has(workflow.workflowId));
}

/** What has waited for the next trigger node of a workflow. */
export function answerEnded(state: State): void {
	for (const message of [...state.here]) answer(state, message);
}

/** Says how many messages nobody has wanted, if it is time to. */
export function sayUnwanted({ unwanted, now, outputs }: State): void {
	const { count, since } = unwanted;
	if (count === 0 || now - since < sayUnwantedEveryMs) return;
	outputs.push({ do: 'sayUnwanted', count });
	unwanted.count = 0;
}

/** It goes back to the queue. What is known of it stays, until it comes again. */
function goBack(state: State, message: UnsettledMessage): void {
	const { delivery } = message;
	if (delivery === null) return;
	state.outputs.push({ do: 'settle', delivery, settlement: 'requeue' });
	beAbsent(state, message);
}

/** The broker has it again. */
export function beAbsent(state: State, message: UnsettledMessage): void {
	message.delivery = null;
	state.here.delete(message);
	if (message.tasks.size === 0) forget(state, message);
	else state.absent.add(message);
	for (const task of message.tasks.values()) if (task.state === 'waiting') task.subscriber.lines.refresh(task);
}

/**
 * All that nobody runs. Of a set of which one runs, the rest waits for its end, so that the order is kept; not where another reader
 * begins, which would get what comes after it.
 */
export function goBackWaiting(state: State): void {
	const isHandedOver = state.idleSince === -Infinity;
	const running = [...state.here].filter(isRunning);
	const sets = new Set(running.map(({ content }) => content.setId));
	const stays = (message: UnsettledMessage) =>
		isHandedOver || message.content.setId === null ? isRunning(message) : sets.has(message.content.setId);
	for (const message of [...state.here]) if (!stays(message)) goBack(state, message);
}

/** What arrived at the given time or before goes back, with what is behind it in its set. */
export function goBackOlder(state: State, arrivedBy: number): void {
	const [oldest] = state.here;
	if (!oldest || oldest.arrivedAt > arrivedBy) return;
	const here = [...state.here];
	const older = new Set(here.filter(({ arrivedAt }) => arrivedAt <= arrivedBy));
	const firstPlaces = new Map<string | null, number>();
	for (const { content, place } of older)
		firstPlaces.set(content.setId, Math.min(place, firstPlaces.get(content.setId) ?? Infinity));
	const isBehind = ({ content: { setId }, place }: UnsettledMessage) =>
		setId !== null && place > (firstPlaces.get(setId) ?? Infinity);
	for (const message of here) if (older.has(message) || isBehind(message)) goBack(state, message);
}

/**
 * The broker has delivered all that it has for so long: what does not come has been settled elsewhere. What cannot come, because no
 * more may be at hand, is only not waited for.
 */
export function waitForAbsent(state: State, elapsedMs: number, mayCome: boolean): void {
	for (const message of [...state.absent]) {
		const before = message.absentMs;
		const most = mayCome ? Infinity : Math.max(before, waitForAbsentMs);
		message.absentMs = Math.min(before + elapsedMs, most);
		if (message.absentMs >= rememberMs && !isRunning(message)) forget(state, message);
		else if (before < waitForAbsentMs && message.absentMs >= waitForAbsentMs)
			for (const task of message.tasks.values()) {
				task.subscriber.lines.refresh(task);
				state.changed.add(task.subscriber);
			}
	}
}

function isRunning({ tasks }: UnsettledMessage): boolean {
	return [...tasks.values()].some((task) => task.state === 'running');
}

/** It is settled, or nobody expects it any more. */
function forget(state: State, message: UnsettledMessage): void {
	for (const task of message.tasks.values()) if (task.state === 'waiting') stopWaiting(task);
	state.absent.delete(message);
	const { sha256 } = message.content;
	const copies = state.known.get(sha256);
	copies?.delete(message);
	if (copies?.size === 0) state.known.delete(sha256);
}

/** A workflow is asked about a message. It has nothing to do for a copy of what it has done. */
export function give(state: State, subscriber: Subscriber, message: UnsettledMessage): void {
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
	if (hasDoneCopy(state, subscriber, message.content)) {
		task.state = 'done';
		logSkipped(state, subscriber, message.content);
	} else wait(state, task);
}

/** Whether it has done a copy that it takes for the same. */
export function hasDoneCopy({ history }: State, { workflow, histories }: Subscriber, { sha256 }: Message): boolean {
	return workflow.options.skipDuplicates && histories.some((id) => history.isDone(sha256, id));
}

/** It waits for a run, or to be recorded. */
function wait(state: State, task: Task): void {
	const { subscriber } = task;
	task.state = 'waiting';
	if (isForRecord(task)) subscriber.toRecord.add(task);
	else subscriber.lines.add(task);
	state.changed.add(subscriber);
}

/** It waits for a run of its own, until then at least. */
export function waitAlone(state: State, task: Task, dueAt: number): void {
	task.dueAt = dueAt;
	task.alone = true;
	wait(state, task);
}

/** The workflow is published: what waits for it is due now, in the order that its options ask for. */
export function waitAfresh(state: State, subscriber: Subscriber): void {
	const waiting = [...subscriber.lines, ...subscriber.toRecord];
	subscriber.lines = linesOf(subscriber);
	subscriber.toRecord.clear();
	for (const { tasks } of subscriber.runs) for (const task of tasks) subscriber.lines.close(task);
	for (const task of waiting) {
		task.dueAt = Math.min(task.dueAt, state.now);
		wait(state, task);
	}
}

/** Messages of a set run in order; a copy waits behind its twin. */
export function linesOf({ workflow: { options } }: Pick<Subscriber, 'workflow'>): Lines<Task> {
	const nameOf = ({ setId, sha256 }: Message) =>
		options.keepOrderPerSet && setId !== null ? `set ${setId}` : options.skipDuplicates ? sha256 : null;
	return new Lines(({ message }) => nameOf(message.content));
}

/** It is handed to n8n, or saved; until that has ended, nobody takes it away. */
export function beginTask(task: Task, state: 'running' | 'recording'): void {
	if (state === 'running') task.subscriber.lines.close(task);
	stopWaiting(task);
	task.state = state;
}

/** Its run has ended, or is given up: what waits behind it in its set may begin. */
export function freeSet(task: Task): void {
	task.subscriber.lines.free(task);
}

/** A workflow has done its part for a message, or finally failed it. */
export function endTask(state: State, task: Task, end: 'done' | 'failed'): void {
	if (hasEnded(task)) return;
	const { subscriber, message } = task;
	if (task.state === 'waiting') stopWaiting(task);
	task.state = end;
	const { options } = subscriber.workflow;
	const { sha256 } = message.content;
	if (end === 'done' && options.skipDuplicates) {
		state.history.noteDone(sha256, subscriber.histories[0]);
		// Copies that waited behind it need no run.
		for (const copy of [...(state.known.get(sha256) ?? [])]) {
			const twin = copy.tasks.get(subscriber);
			if (twin?.state !== 'waiting') continue;
			logSkipped(state, subscriber, copy.content);
			endTask(state, twin, 'done');
		}
	}
	answer(state, message);
}

/** The workflow has nothing to do for it any more, unless it has begun. */
export function release(task: Task): void {
	if (task.state !== 'waiting') return;
	stopWaiting(task);
	task.message.tasks.delete(task.subscriber);
}

function logSkipped(state: State, { workflow }: Subscriber, content: Message): void {
	const text = `The workflow "${workflow.name}" skipped a message that it has processed before. ${identityOf(content)}`;
	state.outputs.push({ do: 'log', workflow, level: 'debug', text });
}

function stopWaiting(task: Task): void {
	task.subscriber.lines.remove(task);
	task.subscriber.toRecord.delete(task);
}
