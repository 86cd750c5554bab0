import { certainAfterMs, savedAtMost, triedWithinMs } from './limits';

type Time = { readonly now: number; readonly moment: number };
/** `isDoubtful`: n8n refused an execution since it was saved, or when it was to be saved. */
type Uncertain<What> = { readonly what: What; saves: number; savedAt: Time; isDoubtful: boolean };
/** What to save now, and what n8n certainly has. */
export type Saved<What> = { readonly save: What[]; readonly certain: What[] };

/**
 * Saved is what was followed by a started execution: n8n does not say whether it could save a failed execution. If one was
 * refused instead, it is saved again after the next started one.
 */
export class Saving<What> {
	readonly #uncertain = new Map<What, Uncertain<What>>();
	/** Since when n8n refuses to start executions; null: it does not, as far as known. */
	#refusedAt: Time | null = null;

	/** Whether n8n does not certainly have it yet. */
	has(what: What): boolean {
		return this.#uncertain.has(what);
	}

	/** `atOnce`: even while it is in doubt whether n8n can save it. */
	add(what: What, time: Time, { atOnce }: { atOnce: boolean }): Saved<What> {
		const saved: Saved<What> = { save: [], certain: [] };
		const uncertain = {
			what,
			saves: 0,
			savedAt: { now: time.now, moment: time.moment },
			isDoubtful: this.#refusedAt !== null,
		};
		this.#uncertain.set(what, uncertain);
		if (atOnce || !uncertain.isDoubtful) this.#save(uncertain, time, saved);
		return saved;
	}

	noteRefused(time: Time): void {
		this.#refusedAt = time;
		for (const uncertain of this.#uncertain.values()) uncertain.isDoubtful = true;
	}

	/** n8n has started an execution that began at this moment; it says nothing about now if n8n has refused one since. */
	noteStarted(began: number, time: Time): Saved<What> {
		const saved: Saved<What> = { save: [], certain: [] };
		if (this.#refusedAt !== null && began < this.#refusedAt.moment) return saved;
		this.#refusedAt = null;
		for (const uncertain of [...this.#uncertain.values()])
			if (uncertain.isDoubtful) this.#save(uncertain, time, saved);
			else if (began > uncertain.savedAt.moment) this.#conclude(uncertain, saved);
		return saved;
	}

	/** To be called at intervals. */
	tick(time: Time): Saved<What> {
		const { now } = time;
		const isOver = this.#refusedAt !== null && now - this.#refusedAt.now >= triedWithinMs;
		const saved: Saved<What> = isOver ? this.noteStarted(time.moment, time) : { save: [], certain: [] };
		for (const uncertain of [...this.#uncertain.values()])
			if (!uncertain.isDoubtful && now - uncertain.savedAt.now >= certainAfterMs) this.#conclude(uncertain, saved);
		return saved;
	}

	#save(uncertain: Uncertain<What>, time: Time, saved: Saved<What>): void {
		uncertain.isDoubtful = this.#refusedAt !== null;
		uncertain.savedAt = { now: time.now, moment: time.moment };
		saved.save.push(uncertain.what);
		if (++uncertain.saves === savedAtMost) this.#conclude(uncertain, saved);
	}

	#conclude(uncertain: Uncertain<What>, saved: Saved<What>): void {
		this.#uncertain.delete(uncertain.what);
		saved.certain.push(uncertain.what);
	}
}
