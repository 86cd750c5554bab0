import * as notices from './notices';
import type { Subscriber } from './subscriber';

/** So many messages are held here for a paused workflow, so that the others of its queue go on. */
const heldAtMost = 500;
const heldToTell = 400;
/** Brokers that count deliveries remove a message after 20 by default, and each return is one. */
const deliveriesAtMost = 15;
/** If all workflows of a queue are paused, copies are enough to try. */
const deliveriesIfAllPaused = 3;
const deliveriesToTell = 12;
/** Beyond this, messages are no longer taken only to find one that has not been tried: a lost connection counts, too. */
const deliveriesToFetch = 17;
/** How long after such an attempt the next one may follow; each time longer by the factor. */
const fetchAgainMs = 15 * 60_000;
const fetchFactor = 1.5;
/** How often to ask the broker whether it has any that are new. */
const lookAgainMs = 10_000;

/** How many messages a queue may give while workflows are paused: all; one at a time; none, as they would be removed. */
export type Flow = 'all' | 'one' | 'none';

/**
 * Decides when all workflows of a queue have to wait because some are paused: when too many messages are held for those, or
 * one has been delivered too often. Then messages wait in the queue until no workflow is paused, or one works again and nothing has been delivered too often.
 */
export class PauseLimits {
	#flow: Flow = 'all';
	/** The most deliveries of a message since workflows have been paused. */
	#deliveries = 0;
	/** How often messages were fetched since then, and when that may happen again (monotonic milliseconds). */
	#fetches = 0;
	#fetchAt = 0;

	get flow(): Flow {
		return this.#flow;
	}

	/**
	 * Whether the queue has to give messages although each delivery counts: a paused workflow has tried all that it has
	 * copies of, and it need not be what is wrong. That is to happen rarely.
	 */
	needsMore(active: readonly Subscriber[], now: number): boolean {
		if (this.#flow !== 'none' || this.#deliveries > deliveriesToFetch || now < this.#fetchAt) return false;
		this.#fetchAt = now + lookAgainMs;
		return active.some((subscriber) => subscriber.paused && !subscriber.tasks.scheduler.waiting.hasUntried);
	}

	/** The queue gives messages until the next check. */
	fetch(now: number): void {
		this.#flow = 'all';
		this.#fetchAt = now + fetchAgainMs * fetchFactor ** this.#fetches++;
	}

	/** To be called at intervals with the active workflows. Returns whether what waits here has to go back now. */
	check(active: readonly Subscriber[]): boolean {
		const paused = active.filter((subscriber) => subscriber.paused);
		const deliveries = Math.max(0, ...paused.map(({ tasks }) => tasks.mostDeliveries));
		const held = Math.max(0, ...paused.map(({ tasks }) => tasks.scheduler.waiting.size));
		this.#deliveries = Math.max(this.#deliveries, deliveries);
		if (paused.length === 0) [this.#flow, this.#deliveries, this.#fetches, this.#fetchAt] = ['all', 0, 0, 0];
		if (this.#deliveries >= deliveriesToTell || held >= heldToTell) this.#tellOthers(active, paused);
		const before = this.#flow;
		const limit = paused.length === active.length ? deliveriesIfAllPaused : deliveriesAtMost;
		if (paused.length > 0 && deliveries >= limit) this.#flow = 'none';
		else if (held >= heldAtMost && this.#flow === 'all') this.#flow = 'one';
		// One that works again need not wait for the others as long as that does no harm.
		else if (this.#flow === 'none' && this.#deliveries < limit) this.#flow = 'all';
		// A paused workflow needs a message to try.
		else if (held === 0 && this.#flow === 'none') this.#flow = 'one';
		return before === 'all' && this.#flow === 'one';
	}

	#tellOthers(active: readonly Subscriber[], paused: readonly Subscriber[]): void {
		const notice = notices.heldFor(paused.map(({ workflow }) => workflow.name));
		for (const subscriber of active) if (!subscriber.paused) subscriber.tasks.scheduler.health.warn('held', notice);
	}
}
