/** What waits in a lane. */
export type Queued = {
	/** Grows with each arrival; work that is put back keeps its number and with it its place. */
	readonly arrival: number;
	/** One lane per set; null: no order to keep. */
	readonly lane: string | null;
	/** Not to be started before this time (monotonic milliseconds). */
	readonly dueAt: number;
	/** To be run by itself, never in a batch. */
	readonly alone: boolean;
};

/**
 * Work in order of arrival, one set at a time: what waits behind unfinished work of its own set is not ready, however
 * long that takes; other sets pass it.
 */
export class Lanes<Work extends Queued> {
	readonly #waiting: Work[] = [];
	readonly #busy = new Map<string, number>();

	get waiting(): readonly Work[] {
		return this.#waiting;
	}

	/** Lines work up by its arrival number: new work at the end, work that was put back at its old place. */
	add(work: Work): void {
		let place = this.#waiting.length;
		while (place > 0 && (this.#waiting[place - 1]?.arrival ?? 0) > work.arrival) place--;
		this.#waiting.splice(place, 0, work);
	}

	remove(work: Work): void {
		const place = this.#waiting.indexOf(work);
		if (place >= 0) this.#waiting.splice(place, 1);
	}

	/** Up to `most` pieces of work for one run, in order; several of one set only as they follow each other in it. */
	ready(most: number, now: number): Work[] {
		const ready: Work[] = [];
		if (this.#waiting.length === 0) return ready;
		const blocked = new Set<string>();
		for (const work of this.#waiting) {
			if (work.lane !== null && (blocked.has(work.lane) || this.#busy.has(work.lane))) continue;
			if (work.dueAt <= now && !(work.alone && ready.length > 0)) {
				ready.push(work);
				if (work.alone || ready.length === most) break;
			} else if (work.lane !== null) blocked.add(work.lane);
		}
		return ready;
	}

	/** Takes ready work out and closes its lanes until `finish` has been called for each piece. */
	start(works: readonly Work[]): void {
		for (const work of works) {
			this.remove(work);
			if (work.lane !== null) this.#busy.set(work.lane, (this.#busy.get(work.lane) ?? 0) + 1);
		}
	}

	/** Opens the lane of work that was started, unless more of the same run is on its way in it. */
	finish({ lane }: Work): void {
		if (lane === null) return;
		const left = (this.#busy.get(lane) ?? 0) - 1;
		if (left > 0) this.#busy.set(lane, left);
		else this.#busy.delete(lane);
	}

	/** When the next piece of work that has to bide its time falls due; null: none has to. */
	nextDue(now: number): number | null {
		let next: number | null = null;
		for (const { dueAt } of this.#waiting) if (dueAt > now && (next === null || dueAt < next)) next = dueAt;
		return next;
	}
}
