import {
	beActive,
	ask,
	countDown,
	endLongestHold,
	holdFor,
	isForgotten,
	join,
	leave,
	predecessorOf,
	subscriberOf,
} from './asking';
import { answerWithinMs, tellAfterMs, tickMs } from './limits';
import { MessageHistory } from './messageHistory';
import { isActive, type Input, type Output, type ReportTimes, type State, type Subscriber } from './model';
import { checkOverdue, end, giveUpOverdue, isPaused, startReady } from './running';
import { checkSaved, tell } from './telling';
import { answerEnded, arrive, beAbsent, goBackOlder, goBackWaiting, sayUnwanted, waitForAbsent } from './unsettled';
import { checkWindow, fetch, hasLingered, isFull, resetWindow, setPrefetch, endHoldingBack, widen } from './window';
import type { Workflow } from './workflow';

/** What the messages of one queue are waiting for. */
export type CoreStatus = {
	/** Here and not settled. */
	readonly received: number;
	readonly waitingForRetry: number;
	readonly pausedWorkflows: ReadonlyArray<{ id: string; name: string }>;
};

/** `holdMs`: for how long messages are held for it. `leftAt`: monotonic milliseconds. `wasActive`: whether its credential led to this queue. */
export type Left = {
	readonly workflow: Workflow;
	readonly holdMs: number;
	readonly leftAt: number;
	readonly wasActive: boolean;
};

/**
 * What becomes of the messages of one queue: a function of what happens and when. It has no timer, no promise and no socket;
 * whoever calls `step` does what it returns, in that order. Its rules, each in a file of its own: who counts (asking), settled
 * at the end and what goes back (unsettled), what counts against a message, one clock for what is in doubt, and runs beyond their
 * limit (running, failing), how many at hand (window), order and copies (lines), saved is what was followed by a started execution
 * (telling). One reader per address is the rule of its callers (addresses). All states: see `State`.
 */
export class Core {
	readonly #state: State;
	/** When `tick` will come. */
	#woken = Infinity;

	constructor(now: number, reportTimes: ReportTimes) {
		this.#state = {
			now,
			outputs: [],
			changed: new Set(),
			moment: 0,
			tickedAt: now,
			connection: { is: 'unread' },
			idleSince: now,
			subscribers: new Map(),
			here: new Set(),
			absent: new Set(),
			known: new Map(),
			place: 0,
			history: new MessageHistory(),
			unwanted: { count: 0, since: now },
			runs: new Map(),
			saving: { uncertain: new Set(), refusedAt: null },
			reportTimes,
			window: { size: 0, prefetch: 0, fetchesUntil: -Infinity, fetchedAt: -Infinity, countedAt: -Infinity },
		};
	}

	/** What happens, when (monotonic milliseconds), and what is to be done about it. */
	step(now: number, input: Input): readonly Output[] {
		const state = this.#state;
		// What the broker has taken back cannot be settled any more.
		if (input.type !== 'lost') countDown(state, now - state.now);
		state.now = now;
		this.#take(input);
		for (const subscriber of state.changed) {
			state.changed.delete(subscriber);
			startReady(state, subscriber);
		}
		this.#conclude();
		const { outputs } = state;
		state.outputs = [];
		return outputs;
	}

	get prefetch(): number {
		return this.#state.window.prefetch;
	}

	/** Whether a workflow runs. */
	get isRead(): boolean {
		return this.#state.idleSince === null;
	}

	/** Whether a workflow runs, or another one than these has just been taken off, as for an edit. */
	isKept(elsewhere: readonly Workflow[]): boolean {
		const { idleSince, subscribers } = this.#state;
		if (idleSince === null) return true;
		const isElsewhere = ({ workflowId }: Workflow) => elsewhere.some((each) => each.workflowId === workflowId);
		const isEdited = ({ presence, workflow }: Subscriber) =>
			presence.is === 'left' && presence.holdMs > 0 && presence.leftAt >= idleSince && !isElsewhere(workflow);
		return !hasLingered(this.#state) && [...subscribers.values()].some(isEdited);
	}

	/** Whether nothing is known here that anybody needs. */
	get isForgotten(): boolean {
		const { subscribers, here } = this.#state;
		return here.size === 0 && [...subscribers.values()].every((each) => isForgotten(this.#state, each));
	}

	/** Workflows that have left. */
	get left(): readonly Left[] {
		return [...this.#state.subscribers.values()].flatMap((each) => {
			const { presence, workflow } = each;
			return presence.is !== 'left' || isForgotten(this.#state, each) ? [] : [{ workflow, ...presence }];
		});
	}

	/** Those for which messages are held. */
	get held(): readonly Left[] {
		return this.left.filter(({ holdMs }) => holdMs > 0);
	}

	/** In the order of joining: the workflows that run. */
	get active(): readonly Workflow[] {
		return this.#active.map(({ workflow }) => workflow);
	}

	/** Whether this workflow, or the trigger node that it replaces, has counted here. */
	knows(workflow: Workflow, replaced: string | null): boolean {
		return predecessorOf(this.#state, workflow, replaced) !== undefined;
	}

	get status(): CoreStatus {
		const retries = this.#active.flatMap(({ lines }) => [...lines].filter(({ triedAt }) => triedAt !== null));
		const paused = this.#active.filter(isPaused);
		return {
			received: this.#state.here.size,
			waitingForRetry: new Set(retries.map(({ message }) => message)).size,
			pausedWorkflows: paused.map(({ workflow }) => ({ id: workflow.workflowId, name: workflow.name })),
		};
	}

	get #active(): readonly Subscriber[] {
		return [...this.#state.subscribers.values()].filter(isActive);
	}

	#take(input: Input): void {
		const state = this.#state;
		switch (input.type) {
			case 'opened':
				state.connection = { is: 'open' };
				state.tickedAt = state.now;
				break;
			case 'delivered':
				if (hasLingered(state)) state.outputs.push({ do: 'settle', delivery: input.delivery, settlement: 'requeue' });
				else ask(state, arrive(state, input.delivery, input.message));
				break;
			case 'lost':
				if (state.connection.is === 'open') state.connection = { is: 'connecting' };
				for (const message of [...state.here]) beAbsent(state, message);
				resetWindow(state);
				break;
			case 'outage': {
				const { connection, now } = state;
				const since = connection.is === 'outage' ? connection.since : now;
				state.connection = { is: 'outage', since, ...input.outage };
				resetWindow(state);
				break;
			}
			case 'handedOver':
				if (state.idleSince !== null) state.idleSince = -Infinity;
				break;
			case 'counted':
				fetch(state, input.ready);
				break;
			case 'joined': {
				const subscriber = join(state, input.workflow, input.replaced);
				endHoldingBack(subscriber);
				giveUpOverdue(state, subscriber);
				break;
			}
			case 'held':
				holdFor(state, input.workflow, input.holdMs);
				break;
			case 'verified':
			case 'left':
			case 'fault': {
				const subscriber = subscriberOf(state, input.workflow);
				if (subscriber) this.#takeOf(subscriber, input);
				break;
			}
			case 'notPublished': {
				const former = predecessorOf(state, input.workflow, input.replaced);
				const isHeldFor = former?.presence.is === 'left' && former.presence.holdMs > 0;
				if (isHeldFor && input.notice) tell(state, former, input.notice.message, input.notice);
				break;
			}
			case 'ended':
				end(state, input.run, input.result, input.isLast);
				break;
			case 'tick':
				if (state.now - state.tickedAt >= tickMs) this.#tick();
				for (const each of state.subscribers.values()) if (each.wakeAt <= state.now) state.changed.add(each);
		}
	}

	#takeOf(subscriber: Subscriber, input: Extract<Input, { type: 'verified' | 'left' | 'fault' }>): void {
		const state = this.#state;
		if (input.type === 'fault') tell(state, subscriber, input.subject, input.notice);
		else if (input.type === 'left') leave(state, subscriber, input.holdMs);
		else {
			beActive(state, subscriber);
			widen(state, 0);
		}
	}

	/** Everything that changes with time alone. */
	#tick(): void {
		const state = this.#state;
		const { now, connection, here, window } = state;
		const elapsedMs = now - state.tickedAt;
		state.tickedAt = now;
		checkSaved(state);
		checkOverdue(state);
		goBackOlder(state, now - answerWithinMs);
		const full = isFull(state);
		if (connection.is === 'open' && (full || here.size < window.prefetch)) waitForAbsent(state, elapsedMs, !full);
		if (connection.is === 'outage') {
			const { isPermanent, notice, since } = connection;
			if (isPermanent || now - since >= tellAfterMs)
				for (const each of this.#active) tell(state, each, isPermanent ? notice.message : 'outage', notice);
		}
		answerEnded(state);
		sayUnwanted(state);
		checkWindow(state);
		if (isFull(state)) endLongestHold(state);
	}

	/** What follows from the state, whatever has happened. */
	#conclude(): void {
		const state = this.#state;
		if (hasLingered(state)) goBackWaiting(state);
		if (state.connection.is === 'unread') {
			if (state.idleSince === null) state.connection = { is: 'connecting' };
		} else if (hasLingered(state) && state.here.size === 0) {
			state.outputs.push({ do: 'close' });
			state.connection = { is: 'unread' };
			resetWindow(state);
		}
		// Before anything goes back, so that it does not come again at once.
		if (setPrefetch(state)) state.outputs.unshift({ do: 'prefetch', count: state.window.prefetch });
		this.#wake();
	}

	#wake(): void {
		const { now, tickedAt, here, runs, connection, subscribers } = this.#state;
		const ticks = connection.is !== 'unread' || here.size + runs.size > 0;
		let at = ticks ? Math.max(now, tickedAt) + tickMs : Infinity;
		for (const { wakeAt } of subscribers.values()) at = Math.min(at, wakeAt);
		if (this.#woken <= now) this.#woken = Infinity;
		if (at >= this.#woken) return;
		this.#woken = at;
		this.#state.outputs.push({ do: 'wake', at });
	}
}
