import * as notices from './notices';
import type { Subscriber } from './subscriber';

/** So many messages are held here for a paused workflow, so that the others of its queue go on. */
export const heldAtMost = 500;
const heldToTell = 400;
/** Brokers that count deliveries remove a message after 20 by default, and each return is one. */
const deliveriesAtMost = 15;
const deliveriesToTell = 12;

/** How many messages a queue may give while workflows are paused: all; one at a time; none, as they would be removed. */
export type Flow = 'all' | 'one' | 'none';

/**
 * Decides when all workflows of a queue have to wait because some are paused: when too many messages are held for those, or
 * one has been delivered too often. Then messages wait in the queue until no workflow is paused.
 */
export class PauseLimits {
	#flow: Flow = 'all';

	get flow(): Flow {
		return this.#flow;
	}

	/** To be called at intervals with the active workflows. Returns whether what waits here has to go back now. */
	check(active: readonly Subscriber[]): boolean {
		for (const { tasks } of active) if (tasks.mostDeliveries >= deliveriesAtMost) tasks.scheduler.pauseIfFailing();
		const paused = active.filter((subscriber) => subscriber.paused);
		const deliveries = Math.max(0, ...paused.map(({ tasks }) => tasks.mostDeliveries));
		const held = Math.max(0, ...paused.map(({ tasks }) => tasks.scheduler.waiting.size));
		if (paused.length === 0) this.#flow = 'all';
		if (deliveries >= deliveriesToTell || held >= heldToTell) this.#tellOthers(active, paused);
		const before = this.#flow;
		if (deliveries >= deliveriesAtMost) this.#flow = 'none';
		else if (held >= heldAtMost && this.#flow === 'all') this.#flow = 'one';
		// A paused workflow needs a message to try.
		else if (held === 0 && this.#flow === 'none') this.#flow = 'one';
		return this.#flow !== before && this.#flow !== 'all';
	}

	#tellOthers(active: readonly Subscriber[], paused: readonly Subscriber[]): void {
		const notice = notices.heldFor(paused.map(({ workflow }) => workflow.name));
		for (const subscriber of active) if (!subscriber.paused) subscriber.tasks.scheduler.health.warn('held', notice);
	}
}
