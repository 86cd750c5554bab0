import type { ExchangeClient } from '../../exchange/client';
import { referenceKey } from '../../lookup/findSets';
import type { RunPosition } from '../../n8n/itemContext';
import { oncePerProcess } from '../../processWide';
import { isRecord } from '../../schemas/json';
import type { PreparedImport } from './prepareImport';

/**
 * What is known of an import, so that none is sent twice before the search shows it. The first line that holds counts:
 *
 *     state      who knows it       from                     until                               the same import
 *     ─────────  ─────────────────  ───────────────────────  ──────────────────────────────────  ───────────────────────────────
 *     tried      this node run      it was sent              the end of the execution            is not sent by "Retry On Fail"
 *     imported   this process       a response or a search   a day later                         is there
 *     sending    this process       just before it is sent   the response, or the search after   is not there yet; "Fail" stops
 *     not known  this process       a search does not show   a look-up shows it (imported), or   stops
 *                                   it                       one 15 minutes later does not
 *     begun      n8n's database     just before it is sent   it was refused, or the end of the   stops
 *                                                            next quarter of an hour
 *
 * A refusal leaves nothing. "Import Anyway" enters what it sends and heeds the first line alone; sets of the others do not confirm it.
 */
export class ImportRegister {
	readonly #entries = new Map<string, Entry>();
	readonly #now: () => number;
	readonly #most: number;

	/**
	 * `now`: a time that only goes forward. Beyond `most`, those that ended first are forgotten, but none that is being sent, or was sent
	 * within 15 minutes without a known outcome.
	 */
	constructor(now: () => number, most = 10_000) {
		this.#now = now;
		this.#most = most;
	}

	now(): number {
		return this.#now();
	}

	/** What is known of an import. `lookedUpAtMs`: when a look-up began that did not show it; `now()` if nothing can be looked up. */
	find(key: string, lookedUpAtMs: number): KnownImport | null {
		const entry = this.#entries.get(key);
		if (!entry) return null;
		const { imported, sending, doubtfulSinceMs } = entry;
		if (imported && this.#ageOf(imported.atMs) <= dayMs) {
			return { state: 'imported', setIds: imported.setIds, bills: imported.bills };
		}
		if (sending > 0) return { state: 'sending' };
		if (doubtfulSinceMs === null || lookedUpAtMs - doubtfulSinceMs >= searchLagMs) return null;
		return { state: 'notKnown', sinceMs: doubtfulSinceMs };
	}

	/** Notes that an import is about to be sent. Call the result with its outcome, and again if a search shows more. */
	enter(key: string): (outcome: ImportOutcome) => void {
		const entry = this.#entries.get(key) ?? { sending: 0, imported: null, doubtfulSinceMs: null };
		entry.sending += 1;
		this.#entries.set(key, entry);
		let isSending = true;
		return (outcome) => {
			if (isSending) entry.sending -= 1;
			isSending = false;
			this.#end(key, entry, outcome);
		};
	}

	/** A look-up shows the sets of an import whose outcome was not known. */
	confirm(key: string, setIds: readonly string[]): void {
		const entry = this.#entries.get(key);
		if (entry && entry.doubtfulSinceMs !== null) this.#end(key, entry, { setIds, bills: setIds.length });
	}

	/** Puts the entry behind those that ended before it, unless nothing is known of it any more. */
	#end(key: string, entry: Entry, outcome: ImportOutcome): void {
		if (outcome === 'notKnown') entry.doubtfulSinceMs = this.now();
		else if (outcome !== 'refused') {
			const setIds = [...new Set([...(entry.imported?.setIds ?? []), ...outcome.setIds])];
			const bills = Math.max(entry.imported?.bills ?? 0, outcome.bills, setIds.length);
			entry.imported = { setIds, bills, atMs: this.now() };
			entry.doubtfulSinceMs = null;
		}
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

/** `sinceMs`: by the clock of the register. */
export type KnownImport =
	{ state: 'sending' } | { state: 'notKnown'; sinceMs: number } | ({ state: 'imported' } & Imported);

/** How an import ended: imported, certainly not imported, or neither of the two is certain. */
export type ImportOutcome = Imported | 'refused' | 'notKnown';

/** The set IDs that are known, and how many bills of lading it has. */
type Imported = { setIds: readonly string[]; bills: number };

/** All facts about one import. With none left, its entry is removed. `sending`: "Import Anyway" is not held back by another sender. */
type Entry = { sending: number; imported: (Imported & { atMs: number }) | null; doubtfulSinceMs: number | null };

/** For how long a search may not show an import that was carried out. */
const searchLagMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;

const methods = ['now', 'find', 'enter', 'confirm'] as const;
/** How executions use the register, whichever copy of the package made it. */
type Imports = Pick<ImportRegister, (typeof methods)[number]>;

/** The imports that this process has begun in the last day. */
export function importsOfProcess(): Imports {
	const make = () => new ImportRegister(() => performance.now());
	return oncePerProcess({ name: 'imports', version: 2, isKind: isImports, make });
}

function isImports(found: unknown): found is Imports {
	return isRecord(found) && methods.every((method) => typeof found[method] === 'function');
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
