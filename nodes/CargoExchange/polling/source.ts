import { undelivered } from '../amqp';
import { backoff } from '../backoff';
import type { SourceDelivery } from '../dispatch/message';
import type { Source, SourceEvents } from '../dispatch/reader';
import type { Clock, Fault } from '../dispatch/workflow';
import { ExplainedError, InvalidInput, ServiceError } from '../errors';
import { statusKey } from '../vocabulary';
import type { EndedSearch, PollMemory } from './memory';
import { type Change, type Found, TooFewSets } from './readChanges';

/** What the source polls, as the workflow was last edited. */
export type Poll = {
	readonly everyMs: number;
	/** Searches once: see `readChanges`. */
	readonly read: (
		memory: PollMemory,
		asked: {
			at: number;
			statusOf: (key: string) => string | undefined;
			fewerIsTrue: boolean;
			signal: AbortSignal;
		},
	) => Promise<Found>;
};

/** `date`: milliseconds since 1970. */
export type PollServices = { clock: Clock; date: () => number; random: () => number };

const minuteMs = 60_000;
/** Fewer sets than before are believed if the exchange shows no others for so long. */
const believeFewerAfterMs = 60 * minuteMs;
const deliveredAtOnce = 200;

/** The changes of one set that are not processed yet. */
type Pending = { status: string; count: number; lastSettled: number };

/** One change on its way. `number`: in the order in which they were found. */
type Waiting = Change & {
	readonly number: number;
	readonly body: Buffer;
	readonly status: string;
	redelivered: boolean;
};

/**
 * Delivers what polls find, as a broker delivers messages: a change that is acknowledged or rejected is noted in the memory,
 * one that goes back is delivered again. Until then the memory has the status before it, so the next process finds it again.
 */
export class PollingSource implements Source {
	readonly #poll: () => Poll;
	readonly #memory: PollMemory;
	readonly #onNoted: () => void;
	readonly #events: SourceEvents;
	readonly #services: PollServices;
	readonly #closing = new AbortController();
	#wake = new AbortController();
	#prefetch: number;
	#unanswered = 0;
	/** Found and not delivered, in the order in which they were found. */
	#waiting: Waiting[] = [];
	#found = 0;
	readonly #pending = new Map<string, Pending>();
	/** The last complete search. */
	#complete: EndedSearch | null = null;
	#deliveryPlanned = false;
	#attempts = 0;
	/** Since when the exchange has shown too few sets; null: it does not. */
	#fewerSince: number | null = null;

	/** `onNoted`: the memory has changed. */
	constructor(
		{ poll, memory, onNoted }: { poll: () => Poll; memory: PollMemory; onNoted: () => void },
		events: SourceEvents,
		services: PollServices,
	) {
		this.#poll = poll;
		this.#memory = memory;
		this.#onNoted = onNoted;
		this.#events = events;
		this.#services = services;
		this.#prefetch = events.prefetch();
		void this.#live();
	}

	setPrefetch(count: number): void {
		this.#prefetch = count;
		this.#planDelivery();
	}

	/** Polls now: the workflow was published. */
	pollNow(): void {
		this.#wake.abort();
	}

	close(): Promise<void> {
		this.#closing.abort();
		return Promise.resolve();
	}

	/** One search at a time, each `everyMs` after the beginning of the one before. */
	async #live(): Promise<void> {
		const { clock } = this.#services;
		const { signal } = this.#closing;
		while (!signal.aborted) {
			const beganAt = clock.now();
			this.#wake = new AbortController();
			const delayMs = await this.#search();
			const woken = AbortSignal.any([signal, this.#wake.signal]);
			await clock.sleep(Math.max(1, beganAt + delayMs - clock.now()), woken);
		}
	}

	/** Resolves with how long after its beginning the next search begins. */
	async #search(): Promise<number> {
		const { everyMs, read } = this.#poll();
		const statusOf = (key: string) => this.#pending.get(key)?.status ?? this.#memory.statusOf(key);
		const at = this.#services.date();
		const now = this.#services.clock.now();
		const fewerIsTrue = this.#fewerSince !== null && now - this.#fewerSince >= believeFewerAfterMs;
		try {
			this.#accept(await read(this.#memory, { at, statusOf, fewerIsTrue, signal: this.#closing.signal }));
			this.#attempts = 0;
			this.#fewerSince = null;
			return everyMs;
		} catch (error) {
			if (this.#closing.signal.aborted) return everyMs;
			if (error instanceof TooFewSets) this.#fewerSince ??= now;
			this.#events.onOutage(faultOf(error));
			const { random } = this.#services;
			return Math.min(everyMs, backoff(++this.#attempts, { firstMs: minuteMs, maxMs: everyMs, random }));
		}
	}

	#accept({ changes, firstSeen, seen, search }: Found): void {
		if (this.#closing.signal.aborted) return;
		for (const { key, status } of firstSeen) this.#memory.note(key, status);
		this.#memory.saw(seen, search.scope);
		if (firstSeen.length > 0 || !this.#memory.hasEnded) this.#onNoted();
		for (const change of changes) {
			const status = statusKey(change.status);
			const pending = this.#pending.get(change.key) ?? { status, count: 0, lastSettled: 0 };
			pending.status = status;
			pending.count++;
			this.#pending.set(change.key, pending);
			const body = Buffer.from(JSON.stringify(change.event.received));
			this.#waiting.push({ ...change, number: ++this.#found, body, redelivered: false });
		}
		this.#complete = search;
		this.#noteEnded();
		this.#events.onReady(0);
		this.#planDelivery();
	}

	/** What changed before the last search, the memory knows. */
	#noteEnded(): void {
		if (this.#complete && this.#pending.size === 0) this.#memory.noteEnded(this.#complete);
	}

	/** Later, since the caller that returns changes is still looking at the others, and never all of many at once. */
	#planDelivery(): void {
		if (this.#deliveryPlanned) return;
		this.#deliveryPlanned = true;
		queueMicrotask(() => {
			this.#deliveryPlanned = false;
			for (let delivered = 0; delivered < deliveredAtOnce; delivered++) {
				if (this.#closing.signal.aborted || this.#unanswered >= this.#prefetch) return;
				const next = this.#waiting.shift();
				if (!next) return;
				this.#unanswered++;
				this.#events.onDelivery(this.#deliveryOf(next));
			}
			setImmediate(() => {
				this.#planDelivery();
			});
		});
	}

	#deliveryOf(change: Waiting): SourceDelivery {
		const { body, event, redelivered } = change;
		let isSettled = false;
		return {
			...undelivered,
			body,
			reading: { ok: true, event },
			redelivered,
			lost: this.#closing.signal,
			settle: (settlement) => {
				if (isSettled || this.#closing.signal.aborted) return false;
				isSettled = true;
				this.#unanswered--;
				if (settlement === 'requeue') this.#putBack(change);
				else this.#note(change);
				this.#planDelivery();
				return true;
			},
		};
	}

	#putBack(change: Waiting): void {
		change.redelivered = true;
		const index = this.#waiting.findIndex(({ number }) => number > change.number);
		this.#waiting.splice(index < 0 ? this.#waiting.length : index, 0, change);
	}

	/** Unless a later change of the same set has been processed before it. */
	#note({ key, number, status }: Waiting): void {
		const pending = this.#pending.get(key);
		if (!pending || number > pending.lastSettled) this.#memory.note(key, status);
		if (pending) {
			pending.lastSettled = Math.max(pending.lastSettled, number);
			if (--pending.count === 0) this.#pending.delete(key);
		}
		this.#noteEnded();
		this.#onNoted();
	}
}

/** `permanent`: no retry helps until somebody changes something. */
export function faultOf(error: unknown): Fault {
	if (!(error instanceof ExplainedError)) {
		return {
			message: 'The exchange could not be searched',
			description: `Details: ${String(error)}.`,
			permanent: false,
		};
	}
	const { message, description } = error;
	const { status, serviceMessage } = error instanceof ServiceError ? error : { status: null, serviceMessage: null };
	const permanent = error instanceof InvalidInput || [400, 401, 403, 404, 405, 422].includes(status ?? 0);
	if (serviceMessage === null) return { message, description, permanent };
	// The service may say it in other words each time.
	return {
		message: message.replace(`: ${serviceMessage}`, ''),
		description: `It says: ${serviceMessage.replace(/\.?$/, '.')} ${description}`,
		permanent,
	};
}
