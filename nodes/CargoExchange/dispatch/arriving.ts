/** Messages that arrive, for the first time or again, and those that are in the queue again. */
import { addWaiting, ask } from './asking';
import type { Message } from './message';
import { hasEnded, type State, type UnsettledMessage } from './model';
import { answer, forget } from './settling';
import { rememberMs, waitForAbsentMs } from './limits';

/** What is known of it goes on. */
export function arrive(state: State, delivery: number, content: Message): void {
	const copies = state.known.get(content.sha256) ?? new Set();
	const known = [...copies].find((message) => isSame(message, content));
	const place = known && keepsPlace(state, known, content) ? known.place : ++state.place;
	const arrival = { content, place, arrivedAt: state.now, delivery, absentMs: 0 };
	const message: UnsettledMessage = known ?? { ...arrival, tasks: new Map() };
	const waiting = [...message.tasks.values()].filter((task) => task.state === 'waiting');
	for (const task of waiting) task.subscriber.lines.remove(task);
	Object.assign(message, arrival);
	state.known.set(content.sha256, copies.add(message));
	state.absent.delete(message);
	state.here.add(message);
	state.bytesHere += content.body.length;
	for (const task of waiting) addWaiting(state, task);
	ask(state, message);
	answer(state, message);
}

/**
 * The broker has delivered all that it has for so long: what does not come has been settled elsewhere. What cannot come, because no
 * more may be at hand, is only not waited for.
 */
export function waitForAbsent(state: State, elapsedMs: number, isFull: boolean): void {
	for (const message of [...state.absent]) {
		const before = message.absentMs;
		const most = isFull ? Math.max(before, waitForAbsentMs) : Infinity;
		message.absentMs = Math.min(before + elapsedMs, most);
		const tasks = [...message.tasks.values()];
		if (message.absentMs >= rememberMs && !tasks.some((task) => task.state === 'running')) forget(state, message);
		else if (before < waitForAbsentMs && message.absentMs >= waitForAbsentMs)
			for (const task of tasks) {
				task.subscriber.lines.refresh(task);
				state.changed.add(task.subscriber);
			}
	}
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
