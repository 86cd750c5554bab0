/** Who counts: which workflows are asked about which messages, and for how long without being active. */
import { afresh, healthy } from './failing';
import { holdMs, lingerMs, rememberMs } from './limits';
import {
	hasEnded,
	isActive,
	isCounting,
	isForRecord,
	isWanted,
	type State,
	type Subscriber,
	type Task,
	type UnsettledMessage,
} from './model';
import { answer, give, hasDoneCopy, linesOf, release, waitAfresh } from './unsettled';
import type { Workflow } from './workflow';

/** A workflow, or its edited version, counts from now on. It is asked about everything that is here. */
export function join(state: State, workflow: Workflow, replaced: string | null): Subscriber {
	for (const [id, each] of state.subscribers) if (isForgotten(state, each)) state.subscribers.delete(id);
	const known = predecessorOf(state, workflow, replaced);
	const subscriber = known ?? newSubscriber(state, workflow);
	const former = subscriber.workflow;
	// One that no longer counted goes to the end.
	if (!isCounting(subscriber) || former.id !== workflow.id) state.subscribers.delete(former.id);
	state.subscribers.set(workflow.id, subscriber);
	if (former.id !== workflow.id) linger(state, former, subscriber);
	subscriber.workflow = workflow;
	subscriber.joinedAt = state.now;
	subscriber.health = afresh(subscriber.health);
	waitAfresh(state, subscriber);
	setPresence(state, subscriber, { is: 'joining', holdMs });
	return subscriber;
}

/** It may not have been replaced: for as long as an edit takes, its messages are kept, and it comes back knowing what it has done. */
function linger(state: State, former: Workflow, successor: Subscriber): void {
	const { histories } = successor;
	// Neither writes where the other one reads.
	successor.histories = [`${former.id} until ${state.now}`, ...histories];
	const again = newSubscriber(state, former);
	again.histories = [...again.histories, ...histories];
	again.presence = { is: 'left', holdMs: lingerMs, leftAt: state.now, wasActive: false };
	state.subscribers.set(former.id, again);
}

/** It has left at another address: messages are held for it here, too. */
export function holdFor(state: State, workflow: Workflow, holdMs: number): void {
	const known = state.subscribers.get(workflow.id);
	if (known && known.presence.is !== 'left') return;
	const subscriber = known ?? newSubscriber(state, workflow);
	state.subscribers.set(workflow.id, subscriber);
	subscriber.workflow = workflow;
	setPresence(state, subscriber, { is: 'left', holdMs, leftAt: state.now, wasActive: false });
}

function newSubscriber({ now, subscribers }: State, workflow: Workflow): Subscriber {
	const isTaken = [...subscribers.values()].some(({ histories }) => histories.includes(workflow.id));
	return {
		workflow,
		joinedAt: -Infinity,
		histories: [isTaken ? `${workflow.id} since ${now}` : workflow.id],
		presence: { is: 'joining', holdMs },
		health: healthy(),
		lines: linesOf({ workflow }),
		toRecord: new Set(),
		runs: new Set(),
		isHeldBack: false,
		wakeAt: Infinity,
	};
}

/** Its credential works: it runs. */
export function beActive(state: State, subscriber: Subscriber): void {
	setPresence(state, subscriber, { is: 'active' });
}

/** It no longer runs. Messages are held for it, unless it did not count before. It leaves once. */
export function leave(state: State, subscriber: Subscriber, heldForMs: number): void {
	if (subscriber.presence.is === 'left') return;
	const holdMs = isCounting(subscriber) ? heldForMs : 0;
	setPresence(state, subscriber, { is: 'left', holdMs, leftAt: state.now, wasActive: isActive(subscriber) });
}

function setPresence(state: State, subscriber: Subscriber, presence: Subscriber['presence']): void {
	subscriber.presence = presence;
	const isRead = [...state.subscribers.values()].some(isActive);
	state.idleSince = isRead ? null : (state.idleSince ?? state.now);
	state.changed.add(subscriber);
	askAll(state);
}

/** Its version before the edit, or the trigger node that it replaces, by id. */
export function predecessorOf(
	{ subscribers }: State,
	{ id }: Workflow,
	replaced: string | null,
): Subscriber | undefined {
	return subscribers.get(id) ?? subscribers.get(replaced ?? id);
}

/** That of this version of a workflow; an edited version may have taken its place already. */
export function subscriberOf({ subscribers }: State, workflow: Workflow): Subscriber | undefined {
	const subscriber = subscribers.get(workflow.id);
	return subscriber?.workflow === workflow ? subscriber : undefined;
}

/** Whether it left so long ago that what it knows is of no use. */
export function isForgotten({ now }: State, { presence, runs }: Subscriber): boolean {
	return presence.is === 'left' && now - presence.leftAt > rememberMs && runs.size === 0;
}

/** Time passes for those that are held for, as long as another workflow has an open consumer on the queue. */
export function countDown(state: State, elapsedMs: number): void {
	if (state.connection.is !== 'open' || state.idleSince !== null || elapsedMs === 0) return;
	for (const each of state.subscribers.values()) if (holdOf(each) > 0) setHold(state, each, holdOf(each) - elapsedMs);
}

/** What is held for others must not stop an active workflow: if nothing else is here, and no more may be, the longest hold ends. */
export function endLongestHold(state: State): void {
	if (state.connection.is !== 'open' || state.idleSince !== null) return;
	const isOpen = (task: Task) => isActive(task.subscriber) && !hasEnded(task);
	if ([...state.here].some(({ tasks }) => [...tasks.values()].some(isOpen))) return;
	const held = [...state.subscribers.values()].filter((each) => holdOf(each) > 0);
	const [longest] = held.sort((one, other) => holdOf(one) - holdOf(other));
	if (longest) setHold(state, longest, 0);
}

function holdOf({ presence }: Subscriber): number {
	return presence.is === 'active' ? 0 : presence.holdMs;
}

/** Once nothing is held for it any more, what waited for it here is said to be given up. */
function setHold(state: State, { workflow, presence, lines }: Subscriber, ms: number): void {
	if (presence.is === 'active') return;
	presence.holdMs = Math.max(0, ms);
	if (presence.holdMs > 0) return;
	const count = [...lines].filter(({ message }) => message.delivery !== null).length;
	state.outputs.push({ do: 'expire', workflow, count });
	askAll(state);
}

/** Everything unanswered: who counts, or what a workflow wants, has changed. */
function askAll(state: State): void {
	for (const message of [...state.here, ...state.absent]) ask(state, message);
}

/** Asks those that count and want the message, and releases the others; not while nobody reads: then what they have not ended goes back. */
export function ask(state: State, message: UnsettledMessage): void {
	const asked = askedFor(state, message);
	if (state.idleSince === null)
		for (const task of [...message.tasks.values()]) if (!asked.includes(task.subscriber)) release(task);
	if (message.delivery !== null)
		for (const subscriber of asked) if (!message.tasks.has(subscriber)) give(state, subscriber, message);
	answer(state, message);
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
	const recorded = [...tasks.values()].find((task) => task.state === 'failed' || task.state === 'recording');
	// What a workflow has emitted before it was edited, another one records.
	const hasRun = (each: Subscriber) => stateOf(each) === 'done' || stateOf(each) === 'running';
	const candidates = recorders.filter((each) => !hasRun(each) && !hasDoneCopy(state, each, content));
	const recorder = recorded?.subscriber ?? candidates.find(isActive) ?? candidates[0] ?? recorders[0];
	// First, so that what it runs meanwhile shows that n8n has saved the record.
	return [...(recorder ? [recorder] : []), ...wanting.filter((each) => !recorders.includes(each))];
}
