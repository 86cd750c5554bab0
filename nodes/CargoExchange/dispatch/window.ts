/** How many messages at hand, and when no more are taken because of a workflow that does not work. */
import * as notices from './notices';
import type { RunOptions } from './workflow';
import { hasFailedOften } from './failing';
import { isActive, isCounting, type State, type Subscriber, type UnsettledMessage } from './model';
import { isPaused, takesSlot } from './running';
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
	reportedAtShare,
	smallestWindow,
} from './limits';

/** Twice the most that one workflow runs at a time, between the smallest and the largest window. */
export function windowFor(options: readonly Pick<RunOptions, 'parallel' | 'batchSize'>[]): number {
	const largest = Math.max(0, ...options.map(({ parallel, batchSize }) => 2 * parallel * batchSize));
	return Math.min(largestWindow, Math.max(smallestWindow, largest));
}

/** How many messages may be unanswered now. Returns whether that has changed. */
export function setPrefetch(state: State): boolean {
	const count = prefetchOf(state);
	const hasChanged = count !== state.window.prefetch;
	state.window.prefetch = count;
	return hasChanged;
}

function prefetchOf(state: State): number {
	if (state.idleSince !== null) return state.connection.is === 'open' && !hasLingered(state) ? 1 : 0;
	if (!isAnyHeldBack(state)) return state.window.size;
	const { here, absent } = state;
	// Nothing is delivered again for it while all that was delivered is here.
	if (absent.size === 0) return isLacking(state) ? Math.min(largestWindow, here.size + 1) : 0;
	return isFetching(state) ? Math.min(largestWindow, here.size + absent.size + baseOf(state)) : 0;
}

/** Whether nobody has been active for so long that what waits goes back. */
export function hasLingered({ idleSince, connection, now }: State): boolean {
	return idleSince !== null && (connection.is !== 'open' || now - idleSince >= lingerMs);
}

/** A consumer cannot be resized, only replaced: with each connection it starts small, and then only grows. */
export function resetWindow(state: State): void {
	state.window.size = 0;
	widen(state, 0);
}

/** The smallest of the base, what is kept for a failing workflow, and the largest window that holds the base and so many more. */
export function widen(state: State, more: number): void {
	const base = baseOf(state);
	const needed = base + more;
	const size = [base, keptAtMost, largestWindow].find((each) => each >= needed) ?? largestWindow;
	state.window.size = Math.max(state.window.size, size);
}

/** Whether no more may be at hand, however long the messages here wait. */
export function isFull(state: State): boolean {
	const { here, window } = state;
	return here.size >= window.size && (window.size === largestWindow || areLarge(state));
}

function areLarge({ here }: State): boolean {
	let bytes = 0;
	for (const { content } of here) bytes += content.body.length;
	return bytes > bytesAtOnce;
}

/** To be called at intervals. */
export function checkWindow(state: State): void {
	const { window, now } = state;
	const active = [...state.subscribers.values()].filter(isActive);
	for (const subscriber of active) subscriber.isHeldBack = isToBeHeldBack(state, subscriber, active);
	tellOthers(state, active);
	if (isAnyHeldBack(state)) {
		if ([...state.here].some(isUntried)) window.fetchesUntil = -Infinity;
		if (now - window.countedAt < countEveryMs || !needsMore(state)) return;
		window.countedAt = now;
		state.outputs.push({ do: 'count' });
	} else if (state.here.size >= window.size && !areLarge(state)) widen(state, countBlocked(state));
}

/** It is published: nothing is held back for it until it fails again. */
export function endHoldingBack(subscriber: Subscriber): void {
	subscriber.isHeldBack = false;
}

/** A try is due, and no untried copy is left: the queue may have a message that is new. */
function needsMore(state: State): boolean {
	const { now, connection, absent, window } = state;
	if (connection.is !== 'open' || isFetching(state) || !isLacking(state)) return false;
	const deliveries = Math.max(0, ...[...absent].map(({ content }) => content.deliveryCount));
	const everyMs = fetchEveryMs * 2 ** Math.max(0, deliveries - deliveriesToSpare);
	return now - window.fetchedAt >= everyMs && deliveries <= deliveriesToFetch;
}

function isLacking({ now, subscribers }: State): boolean {
	return [...subscribers.values()].some(
		(each) =>
			isHeldBack(each) &&
			each.health.nextAt - now <= countEveryMs &&
			each.lines.firsts.every(({ triedAt }) => triedAt !== null),
	);
}

/** So many messages wait in the queue: takes one more if any of them is new. */
export function fetch(state: State, ready: number): void {
	if (!isAnyHeldBack(state) || ready <= state.absent.size) return;
	state.window.fetchedAt = state.now;
	state.window.fetchesUntil = state.now + fetchForMs;
}

function isFetching({ now, window }: State): boolean {
	return now < window.fetchesUntil;
}

function isUntried({ tasks }: UnsettledMessage): boolean {
	return [...tasks.values()].every(({ triedAt }) => triedAt === null);
}

function isAnyHeldBack({ subscribers }: State): boolean {
	for (const each of subscribers.values()) if (isHeldBack(each)) return true;
	return false;
}

function isHeldBack(subscriber: Subscriber): boolean {
	return isActive(subscriber) && subscriber.isHeldBack;
}

function baseOf({ subscribers }: State): number {
	return windowFor([...subscribers.values()].filter(isCounting).map(({ workflow }) => workflow.options));
}

/** Lasts until the workflow works again. */
function isToBeHeldBack(state: State, subscriber: Subscriber, active: readonly Subscriber[], share = 1): boolean {
	const { health, lines, isHeldBack: already } = subscriber;
	if (!isPaused(subscriber) && !hasFailedOften(health)) return false;
	if (already) return true;
	const hasTooMany = isPaused(subscriber) && lines.size >= share * Math.max(keptAtMost, baseOf(state));
	// If nobody works, copies are enough.
	const limit = active.every(isPaused) ? deliveriesIfAllFail : share * manyDeliveries;
	return hasTooMany || [...lines].some(({ message }) => message.content.deliveryCount >= limit);
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
		for (const run of subscriber.runs) if (takesSlot(run)) for (const { message } of run.tasks) served.add(message);
		if (!isActive(subscriber) || isPaused(subscriber)) continue;
		for (const { message } of subscriber.lines.ready(state.now)) served.add(message);
	}
	return [...state.here].filter((message) => !served.has(message)).length;
}
