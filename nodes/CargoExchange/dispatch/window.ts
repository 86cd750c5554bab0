/** How many messages at hand, and when no more are taken because of a workflow that does not work. */
import * as notices from './notices';
import type { RunOptions } from './workflow';
import { hasFailedOften } from './failing';
import { isCounting, type State, type Subscriber, type UnsettledMessage } from './model';
import { isPaused } from './status';
import { warn } from './telling';
import {
	bytesAtOnce,
	countEveryMs,
	deliveriesIfAllFail,
	deliveriesToFetch,
	deliveriesToSpare,
	fetchEveryMs,
	fetchForMs,
	keptAtMost,
	largestWindow,
	lingerMs,
	manyDeliveries,
	middleWindow,
	reportedAtShare,
	smallestWindow,
} from './limits';

/** Twice the most that one workflow runs at a time, from 20 to 2,000. */
export function windowFor(options: readonly Pick<RunOptions, 'parallel' | 'batchSize'>[]): number {
	const largest = Math.max(0, ...options.map(({ parallel, batchSize }) => 2 * parallel * batchSize));
	return Math.min(largestWindow, Math.max(smallestWindow, largest));
}

/** How many messages may be unanswered now. */
export function prefetchOf(state: State): number {
	if (state.activeCount === 0) return state.isOpen && !hasLingered(state) ? 1 : 0;
	if (!isHeldBack(state)) return state.window;
	const { here, absent } = state;
	// Nothing is delivered again for it while all that was delivered is here.
	if (absent.size === 0) return isLacking(state) ? Math.min(largestWindow, here.size + 1) : 0;
	return isFetching(state) ? Math.min(largestWindow, here.size + absent.size + baseOf(state)) : 0;
}

/** Whether nobody has been active for so long that what waits goes back. */
export function hasLingered({ activeCount, idleSince, isOpen, now }: State): boolean {
	return activeCount === 0 && (!isOpen || now - idleSince >= lingerMs);
}

/** A consumer cannot be resized, only replaced: with each connection it starts small, and then only grows. */
export function resetWindow(state: State): void {
	state.window = 0;
	widen(state, 0);
}

/** The smallest of the base, 200 and 2,000 that holds the base and so many more. */
export function widen(state: State, more: number): void {
	const base = baseOf(state);
	const needed = base + more;
	const size = [base, middleWindow, largestWindow].find((each) => each >= needed) ?? largestWindow;
	state.window = Math.max(state.window, size);
}

/** Whether no more may be at hand, however long the messages here wait. */
export function isFull({ here, window, bytesHere }: State): boolean {
	return here.size >= window && (window === largestWindow || bytesHere > bytesAtOnce);
}

/** To be called at intervals. */
export function checkWindow(state: State): void {
	const active = [...state.subscribers.values()].filter(({ isActive }) => isActive);
	for (const subscriber of active) subscriber.isHeldBack = isToBeHeldBack(state, subscriber, active);
	tellOthers(state, active);
	if (isHeldBack(state)) {
		if ([...state.here].some(isUntried)) state.fetchesUntil = -Infinity;
		if (state.now - state.countedAt < countEveryMs || !needsMore(state)) return;
		state.countedAt = state.now;
		state.outputs.push({ do: 'count' });
	} else if (state.here.size >= state.window && state.bytesHere <= bytesAtOnce) widen(state, countBlocked(state));
}

/** A try is due, and no untried copy is left: the queue may have a message that is new. */
function needsMore(state: State): boolean {
	const { now, isOpen, absent } = state;
	if (!isOpen || isFetching(state) || !isLacking(state)) return false;
	const deliveries = Math.max(0, ...[...absent].map(({ content }) => content.deliveryCount));
	const everyMs = fetchEveryMs * 2 ** Math.max(0, deliveries - deliveriesToSpare);
	return now - state.fetchedAt >= everyMs && deliveries <= deliveriesToFetch;
}

function isLacking({ now, subscribers }: State): boolean {
	return [...subscribers.values()].some(
		({ isActive, isHeldBack: holds, health, lines }) =>
			isActive && holds && health.nextAt - now <= countEveryMs && lines.firsts.every(({ triedAt }) => triedAt !== null),
	);
}

/** So many messages wait in the queue: takes one more if any of them is new. */
export function fetch(state: State, ready: number): void {
	if (!isHeldBack(state) || ready <= state.absent.size) return;
	state.fetchedAt = state.now;
	state.fetchesUntil = state.now + fetchForMs;
}

function isFetching({ now, fetchesUntil }: State): boolean {
	return now < fetchesUntil;
}

function isUntried({ tasks }: UnsettledMessage): boolean {
	return [...tasks.values()].every(({ triedAt }) => triedAt === null);
}

function isHeldBack({ subscribers }: State): boolean {
	for (const { isActive, isHeldBack: holds } of subscribers.values()) if (isActive && holds) return true;
	return false;
}

function baseOf({ subscribers }: State): number {
	return windowFor([...subscribers.values()].filter(isCounting).map(({ workflow }) => workflow.options));
}

/** Lasts until the workflow works again. */
function isToBeHeldBack(state: State, subscriber: Subscriber, active: readonly Subscriber[], share = 1): boolean {
	const { health, lines, isHeldBack: already } = subscriber;
	if (!isPaused(subscriber) && !hasFailedOften(health)) return false;
	if (already) return true;
	const isFull = isPaused(subscriber) && lines.size >= share * Math.max(keptAtMost, baseOf(state));
	// If nobody works, copies are enough.
	const limit = active.every(isPaused) ? deliveriesIfAllFail : share * manyDeliveries;
	return isFull || [...lines].some(({ message }) => message.content.deliveryCount >= limit);
}

function tellOthers(state: State, active: readonly Subscriber[]): void {
	const holding = active.filter((subscriber) => isToBeHeldBack(state, subscriber, active, reportedAtShare));
	if (holding.length === 0) return;
	const notice = notices.heldFor(holding.map(({ workflow }) => workflow.name));
	for (const each of active) if (!holding.includes(each)) warn(state, each, 'held', notice);
}

/** The messages here that no active workflow runs, or could start but for a slot. */
function countBlocked(state: State): number {
	const served = new Set<UnsettledMessage>();
	for (const subscriber of state.subscribers.values()) {
		const { lines, runs, isActive } = subscriber;
		for (const { takesSlot, tasks } of runs) if (takesSlot) for (const { message } of tasks) served.add(message);
		if (!isActive || isPaused(subscriber)) continue;
		for (const { message } of lines.ready(state.now)) served.add(message);
	}
	return [...state.here].filter((message) => !served.has(message)).length;
}
