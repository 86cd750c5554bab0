import { sleep } from '../../backoff';
import type { ExchangeClient } from '../../exchange/client';
import type { RunPosition } from '../../n8n/itemContext';
import { oncePerProcess } from '../../processWide';
import { isRecord } from '../../schemas/json';
import { referenceKey } from '../../lookup/findSets';
import type { PreparedImport } from './prepareImport';

/** What is known of an import that this process has begun: it is still being sent, it was imported, or nobody knows whether it was. */
export type KnownImport =
	{ state: 'sending' } | ({ state: 'imported'; ageMs: number } & Imported) | { state: 'notKnown'; ageMs: number };

/** How an import ended: imported, certainly not imported, or neither of the two is certain. */
export type ImportOutcome = Imported | 'refused' | 'notKnown';

/** The set IDs that the exchange named, and how many bills of lading it has. */
type Imported = { setIds: readonly string[]; bills: number };

/** Time, which only goes forward. */
type Clock = { now(): number; sleep(ms: number, signal: AbortSignal): Promise<void> };

/** All facts about one import. With none left, its entry is removed. */
type Entry = {
	/** How many executions are sending it: "Import Anyway" does not wait for another one. */
	sending: number;
	imported: (Imported & { atMs: number }) | null;
	/** When the last import ended of which nobody knows the outcome. */
	doubtfulSinceMs: number | null;
	/** Those who wait for the outcome of a sender. */
	readonly waiting: Set<() => void>;
};

/** For how long a search may not show an import that was carried out. */
const searchLagMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;

/**
 * The imports that this process has begun in the last day, so that none is sent twice before the search shows it:
 *
 *     enter → sending → imported    for a day
 *                     → refused     removed
 *                     → not known   until a look-up shows it (imported), or one that began 15 minutes later does not (removed)
 *
 * Whoever waits for another sender has not entered anything, so no two can wait for each other.
 */
export class ImportRegister {
	readonly #entries = new Map<string, Entry>();
	readonly #clock: Clock;
	readonly #most: number;

	/** Beyond `most`, those that ended first are forgotten, but none that is being sent, or was sent within 15 minutes without a known outcome. */
	constructor(clock: Clock, most = 10_000) {
		this.#clock = clock;
		this.#most = most;
	}

	now(): number {
		return this.#clock.now();
	}

	/** What is known of an import. `lookedUpAtMs`: when a look-up began that did not show it; `now()` if nothing can be looked up. */
	find(key: string, lookedUpAtMs: number): KnownImport | null {
		const entry = this.#entries.get(key);
		if (!entry) return null;
		const { imported, sending, doubtfulSinceMs } = entry;
		if (imported && this.#ageOf(imported.atMs) <= dayMs) {
			const { setIds, bills, atMs } = imported;
			return { state: 'imported', setIds, bills, ageMs: this.#ageOf(atMs) };
		}
		if (sending > 0) return { state: 'sending' };
		if (doubtfulSinceMs === null || lookedUpAtMs - doubtfulSinceMs >= searchLagMs) return null;
		return { state: 'notKnown', ageMs: this.#ageOf(doubtfulSinceMs) };
	}

	/** Notes that an import is about to be sent. Call the result once, with its outcome. */
	enter(key: string): (outcome: ImportOutcome) => void {
		const entry = this.#entries.get(key) ?? { sending: 0, imported: null, doubtfulSinceMs: null, waiting: new Set() };
		entry.sending += 1;
		this.#entries.set(key, entry);
		return (outcome) => {
			entry.sending -= 1;
			if (outcome === 'notKnown') entry.doubtfulSinceMs = this.now();
			else if (outcome !== 'refused') this.#noteImported(entry, outcome);
			this.#keepInOrder(key, entry);
			for (const wake of entry.waiting) wake();
		};
	}

	/** A look-up shows the sets of an import whose outcome was not known. */
	confirm(key: string, setIds: readonly string[]): void {
		const entry = this.#entries.get(key);
		if (!entry || entry.doubtfulSinceMs === null) return;
		this.#noteImported(entry, { setIds, bills: setIds.length });
		this.#keepInOrder(key, entry);
	}

	/** Waits until a sender of this import has an outcome, or the limit is reached. Throws the signal's reason as soon as it is aborted. */
	async untilOutcome(key: string, { limitMs, signal }: { limitMs: number; signal: AbortSignal }): Promise<void> {
		const entry = this.#entries.get(key);
		signal.throwIfAborted();
		if (!entry || entry.sending === 0) return;
		const over = new AbortController();
		const end = () => {
			over.abort();
		};
		entry.waiting.add(end);
		signal.addEventListener('abort', end, { once: true });
		try {
			await this.#clock.sleep(limitMs, over.signal).catch(() => undefined);
			signal.throwIfAborted();
		} finally {
			entry.waiting.delete(end);
			signal.removeEventListener('abort', end);
		}
	}

	#noteImported(entry: Entry, { setIds, bills }: Imported): void {
		const { imported } = entry;
		const all = [...new Set([...(imported?.setIds ?? []), ...setIds])];
		entry.imported = { setIds: all, bills: Math.max(imported?.bills ?? 0, bills, all.length), atMs: this.now() };
		entry.doubtfulSinceMs = null;
	}

	/** Puts the entry behind those that ended before it, unless nothing is known of it any more. */
	#keepInOrder(key: string, entry: Entry): void {
		this.#entries.delete(key);
		if (entry.sending > 0 || entry.imported || entry.doubtfulSinceMs !== null) this.#entries.set(key, entry);
		for (const [oldest, { sending, doubtfulSinceMs }] of this.#entries) {
			if (this.#entries.size <= this.#most) break;
			const isFinished = sending === 0 && (doubtfulSinceMs === null || this.#ageOf(doubtfulSinceMs) >= searchLagMs);
			if (isFinished) this.#entries.delete(oldest);
		}
	}

	#ageOf(atMs: number): number {
		return this.now() - atMs;
	}
}

/** The same for everything that is the same import: its reference at this exchange; without one, its content at this place in the input. */
export function importKey(
	{ keys }: ExchangeClient,
	{ shipmentRef, body }: Pick<PreparedImport, 'shipmentRef' | 'body'>,
	{ itemIndex }: RunPosition,
): string {
	const identity = shipmentRef === null ? [itemIndex, body.fingerprint()] : [referenceKey(shipmentRef)];
	return JSON.stringify([keys.account, ...identity]);
}

/** How executions use the register, whichever copy of the package made it. */
export type Imports = Pick<ImportRegister, 'now' | 'find' | 'enter' | 'confirm' | 'untilOutcome'>;

/** The imports of this process. Others, such as workers in n8n's queue mode, do not know them, and a restart forgets them. */
export function importsOfProcess(): Imports {
	const make = () => new ImportRegister({ now: () => performance.now(), sleep });
	return oncePerProcess({ name: 'imports', version: 1, isKind: isImports, make });
}

function isImports(found: unknown): found is Imports {
	const methods = ['now', 'find', 'enter', 'confirm', 'untilOutcome'];
	return isRecord(found) && methods.every((method) => typeof found[method] === 'function');
}
