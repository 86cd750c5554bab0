import { arrive, waitForAbsent } from './arriving';
import { countDown, endHoldIfFull, isForgotten, join, predecessorOf, setActive, subscriberOf } from './asking';
import { MessageHistory } from './messageHistory';
import { isCounting, type Input, type Output, type State, type Subscriber, type ReportTimes } from './model';
import { checkOverdue, giveUpOverdue } from './overdue';
import { end, startReady } from './running';
import { Saving } from './saving';
import { beAbsent, goBackOlder, goBackWaiting } from './settling';
import { coreStatusOf, type CoreStatus } from './status';
import { save, tell } from './telling';
import { checkWindow, fetch, hasLingered, isFull, prefetchOf, resetWindow, widen } from './window';
import type { Workflow } from './workflow';
import { answerWithinMs, sayUnwantedEveryMs, tellAfterMs, tickMs } from './limits';

/**
 * What becomes of the messages of one queue: a function of what happens and when. It has no timer, no promise and no socket;
 * whoever calls `step` does what it returns, in that order. Its rules, each in a file of its own: who counts (asking), settled
 * at the end and what goes back (settling, arriving), what counts against a message and one clock for what is in doubt
 * (running, failing), how many at hand (window), order and copies (lines), saved is what was followed by a started execution
 * (saving, telling), runs beyond their limit (overdue). One reader per address is the rule of its callers (queues).
 */
export class Core {
	readonly #state: State;
	/** When `tick` will come. */
	#woken = Infinity;
	#isClosed = true;

	constructor(now: number, reportTimes: ReportTimes) {
		this.#state = {
			reportTimes,
			now,
			outputs: [],
			moment: 0,
			subscribers: new Map(),
			changed: new Set(),
			activeCount: 0,
			idleSince: now,
			here: new Set(),
			bytesHere: 0,
			absent: new Set(),
			known: new Map(),
			place: 0,
			history: new MessageHistory(),
			unwanted: { count: 0, since: now },
			runs: new Map(),
			saving: new Saving(),
			records: new Map(),
			isOpen: false,
			outage: null,
			tickedAt: now,
			prefetch: 0,
			window: 0,
			fetchesUntil: -Infinity,
			fetchedAt: -Infinity,
			countedAt: -Infinity,
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
		return this.#state.prefetch;
	}

	/** Whether a workflow runs. */
	get isRead(): boolean {
		return this.#state.activeCount > 0;
	}

	/** Whether nothing is known here that anybody needs. */
	get isForgotten(): boolean {
		const { subscribers, here } = this.#state;
		return here.size === 0 && [...subscribers.values()].every((each) => isForgotten(this.#state, each));
	}

	/** In the order of joining: the workflows that run. */
	get active(): readonly Workflow[] {
		return [...this.#state.subscribers.values()].filter(({ isActive }) => isActive).map(({ workflow }) => workflow);
	}

	/** Whether this workflow, or a trigger node that it replaces, has counted here. */
	knows(workflow: Workflow): boolean {
		return predecessorOf(this.#state, workflow) !== undefined;
	}

	get status(): CoreStatus {
		return coreStatusOf(this.#state);
	}

	#take(input: Input): void {
		const state = this.#state;
		switch (input.type) {
			case 'opened':
				state.isOpen = true;
				state.outage = null;
				state.tickedAt = state.now;
				break;
			case 'delivered':
				if (hasLingered(state)) state.outputs.push({ do: 'settle', delivery: input.delivery, settlement: 'requeue' });
				else arrive(state, input.delivery, input.message);
				break;
			case 'lost':
				state.isOpen = false;
				for (const message of [...state.here]) beAbsent(state, message);
				resetWindow(state);
				break;
			case 'outage':
				state.isOpen = false;
				state.outage = { ...input.outage, since: state.outage?.since ?? state.now };
				resetWindow(state);
				break;
			case 'counted':
				fetch(state, input.ready);
				break;
			case 'joined': {
				const subscriber = join(state, input.workflow);
				giveUpOverdue(state, subscriber);
				setActive(state, subscriber, false);
				break;
			}
			case 'verified':
			case 'left':
			case 'fault': {
				const subscriber = subscriberOf(state, input.workflow);
				if (subscriber) this.#takeOf(subscriber, input);
				break;
			}
			case 'refused': {
				const former = predecessorOf(state, input.workflow);
				if (!former || former.leftAt === null || !isCounting(former)) break;
				if (input.notice) tell(state, former, input.notice.message, input.notice);
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
		if (input.type === 'fault') {
			tell(state, subscriber, input.subject, input.notice);
			return;
		}
		if (input.type === 'left') {
			subscriber.leftAt = state.now;
			subscriber.holdMs = isCounting(subscriber) ? input.holdMs : 0;
		} else subscriber.leftAt = null;
		setActive(state, subscriber, input.type === 'verified');
		if (input.type === 'verified') widen(state, 0);
	}

	/** Everything that changes with time alone. */
	#tick(): void {
		const state = this.#state;
		const { now, outage, isOpen, here } = state;
		const elapsedMs = now - state.tickedAt;
		state.tickedAt = now;
		save(state, state.saving.tick(state));
		checkOverdue(state);
		goBackOlder(state, now - answerWithinMs);
		const full = isFull(state);
		if (isOpen && (full || here.size < state.prefetch)) waitForAbsent(state, elapsedMs, full);
		if (!isOpen && outage && (outage.isPermanent || now - outage.since >= tellAfterMs))
			for (const each of state.subscribers.values())
				if (each.isActive) tell(state, each, outage.isPermanent ? outage.notice.message : 'outage', outage.notice);
		this.#sayUnwanted();
		checkWindow(state);
		endHoldIfFull(state);
	}

	#sayUnwanted(): void {
		const { unwanted, now, outputs } = this.#state;
		const { count, since } = unwanted;
		if (count === 0 || now - since < sayUnwantedEveryMs) return;
		outputs.push({ do: 'sayUnwanted', count });
		unwanted.count = 0;
	}

	/** What follows from the state, whatever has happened. */
	#conclude(): void {
		const state = this.#state;
		if (hasLingered(state)) goBackWaiting(state);
		const isOver = hasLingered(state) && state.here.size === 0;
		if (isOver && !this.#isClosed) {
			state.outputs.push({ do: 'close' });
			this.#isClosed = true;
			state.isOpen = false;
			state.outage = null;
			resetWindow(state);
		} else if (state.activeCount > 0) this.#isClosed = false;
		const count = prefetchOf(state);
		// Before anything goes back, so that it does not come again at once.
		if (count !== state.prefetch) state.outputs.unshift({ do: 'prefetch', count });
		state.prefetch = count;
		this.#wake();
	}

	#wake(): void {
		const { now, tickedAt, here, runs, activeCount, subscribers } = this.#state;
		const ticks = !this.#isClosed || activeCount + here.size + runs.size > 0;
		let at = ticks ? Math.max(now, tickedAt) + tickMs : Infinity;
		for (const { wakeAt } of subscribers.values()) at = Math.min(at, wakeAt);
		if (this.#woken <= now) this.#woken = Infinity;
		if (at >= this.#woken) return;
		this.#woken = at;
		this.#state.outputs.push({ do: 'wake', at });
	}
}
