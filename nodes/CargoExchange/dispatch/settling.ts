/** When and how a message is answered: once, in one place, when everybody has ended it; and what goes back to the queue. */
import { identityOf, type Message } from './message';
import { isCounting, hasEnded, isWanted, type State, type Subscriber, type Task, type UnsettledMessage } from './model';

/** A workflow has done its part for a message, or finally failed it. */
export function endTask(state: State, task: Task, end: 'done' | 'failed'): void {
	if (hasEnded(task)) return;
	const { subscriber, message } = task;
	if (task.state === 'waiting') stopWaiting(task);
	task.state = end;
	const { options } = subscriber.workflow;
	const { sha256 } = message.content;
	if (end === 'done' && options.skipDuplicates) {
		state.history.noteDone(sha256, subscriber.historyId);
		// Copies that waited behind it need no run.
		for (const copy of [...(state.known.get(sha256) ?? [])]) {
			const twin = copy.tasks.get(subscriber);
			if (twin?.state !== 'waiting' || state.records.has(twin)) continue;
			logSkipped(state, subscriber, copy.content);
			endTask(state, twin, 'done');
		}
	}
	answer(state, message);
}

/**
 * Settles a message when every workflow that counts and wants it **now** has ended it: acknowledged, or rejected if one has
 * failed it. If none is active, once all that were asked have ended it by an execution, that decides.
 */
export function answer(state: State, message: UnsettledMessage): void {
	const { delivery, tasks } = message;
	if (delivery === null || ![...tasks.values()].every(hasEnded)) return;
	const isRead = state.activeCount > 0;
	if (!isRead && tasks.size === 0) return;
	if (tasks.size === 0) noteUnwanted(state);
	// What has been recorded is a dead letter, whoever has recorded it.
	const decides = (task: Task) =>
		!isRead ||
		!message.content.reading.ok ||
		(isCounting(task.subscriber) && isWanted(task.subscriber, message.content));
	const hasFailed = [...tasks.values()].some((task) => task.state === 'failed' && decides(task));
	state.outputs.push({ do: 'settle', delivery, settlement: hasFailed ? 'reject' : 'ack' });
	leave(state, message);
	forget(state, message);
}

function noteUnwanted({ unwanted, now }: State): void {
	if (unwanted.count++ === 0) unwanted.since = now;
}

/** What has not been answered goes back to the queue. What is known of it stays, until it comes again. */
export function goBack(state: State, messages: Iterable<UnsettledMessage>): void {
	for (const message of messages) {
		const { delivery } = message;
		if (delivery === null) continue;
		state.outputs.push({ do: 'settle', delivery, settlement: 'requeue' });
		beAbsent(state, message);
	}
}

/** The broker has it again. */
export function beAbsent(state: State, message: UnsettledMessage): void {
	leave(state, message);
	if (message.tasks.size === 0) forget(state, message);
	else state.absent.add(message);
	for (const task of message.tasks.values())
		if (task.state === 'waiting' && !isForRecord(task)) task.subscriber.lines.refresh(task);
}

/** All that nobody runs. Of a set of which one runs, the rest waits for its end, so that the order is kept. */
export function goBackWaiting(state: State): void {
	const isRunning = ({ tasks }: UnsettledMessage) => [...tasks.values()].some((task) => task.state === 'running');
	const running = [...state.here].filter(isRunning);
	const sets = new Set(running.map(({ content }) => content.setId));
	const stays = (message: UnsettledMessage) =>
		message.content.setId === null ? isRunning(message) : sets.has(message.content.setId);
	goBack(
		state,
		[...state.here].filter((message) => !stays(message)),
	);
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
	goBack(
		state,
		here.filter((message) => older.has(message) || isBehind(message)),
	);
}

/** It is settled, or nobody expects it any more. */
export function forget(state: State, message: UnsettledMessage): void {
	for (const task of message.tasks.values()) if (task.state === 'waiting') stopWaiting(task);
	state.absent.delete(message);
	const { sha256 } = message.content;
	const copies = state.known.get(sha256);
	copies?.delete(message);
	if (copies?.size === 0) state.known.delete(sha256);
}

/** The workflow has nothing to do for it any more, unless it has begun. */
export function release(state: State, task: Task): void {
	if (task.state !== 'waiting' || state.records.has(task)) return;
	stopWaiting(task);
	task.message.tasks.delete(task.subscriber);
}

export function isForRecord({ subscriber, message }: Pick<Task, 'subscriber' | 'message'>): boolean {
	return !message.content.reading.ok && subscriber.workflow.options.unreadable === 'saveAsFailedExecution';
}

export function logSkipped(state: State, { workflow }: Subscriber, content: Message): void {
	const text = `The workflow "${workflow.name}" skipped a message that it has processed before. ${identityOf(content)}`;
	state.outputs.push({ do: 'log', workflow, level: 'debug', text });
}

function stopWaiting(task: Task): void {
	task.subscriber.lines.remove(task);
	task.subscriber.toRecord.delete(task);
}

function leave(state: State, message: UnsettledMessage): void {
	message.delivery = null;
	state.here.delete(message);
	state.bytesHere -= message.content.body.length;
}
