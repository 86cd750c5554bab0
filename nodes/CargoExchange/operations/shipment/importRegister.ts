import { createSlots } from '../../concurrency';
import type { ExchangeClient } from '../../exchange/client';
import type { ItemContext, RunPosition } from '../../n8n/itemContext';
import { oncePerProcess } from '../../processWide';
import { isRecord } from '../../schemas/json';
import type { PreparedImport } from './prepareImport';

/**
 * What is known of an import, so that none is sent twice before the search shows it. The first line that holds counts:
 *
 *     state      who knows it       from                       until                      the same import
 *     ─────────  ─────────────────  ─────────────────────────  ─────────────────────────  ───────────────────────────────
 *     tried      this node run      it was sent                the end of the execution   is not sent by "Retry On Fail"
 *     imported   this process       a response or a search     24 hours later             is there, as far as it is known
 *     sending    this process       just before it is sent     its end                    is not there yet; "Fail" stops
 *     not known  this process       its end, if that was none  30 minutes later, or a     stops
 *                                   of the others              search shows it: imported
 *     begun      n8n's database     just before it is sent     the end of the next        stops
 *                                                              quarter of an hour
 *
 * A refusal leaves nothing. "Import Anyway" enters what it sends and heeds the first line alone; sets of the others do not confirm it.
 * Without a reference, an import that ended well leaves nothing either, and only what is not known or has begun stops the next one.
 */
export class ImportRegister {
	readonly #entries = new Map<string, Entry>();
	readonly #now: () => number;
	readonly #most: number;

	/** `now`: a time that only goes forward. Beyond `most`, those that ended first are forgotten, but none that is being sent or not known. */
	constructor(now: () => number, most = 10_000) {
		this.#now = now;
		this.#most = most;
	}

	find(key: string): KnownImport | null {
		const entry = this.#entries.get(key);
		if (!entry) return null;
		const { imported, sending, unclearAtMs } = entry;
		if (imported && this.#ageOf(imported.atMs) <= importedLastsMs)
			return { state: 'imported', setIds: imported.setIds, bills: imported.bills };
		if (sending > 0) return { state: 'sending' };
		return unclearAtMs !== null && this.#ageOf(unclearAtMs) < notKnownLastsMs
			? { state: 'notKnown', agoMs: this.#ageOf(unclearAtMs) }
			: null;
	}

	/** Notes that an import is about to be sent. Call the result with its outcome, and again if a search shows more. */
	enter(key: string): (outcome: ImportOutcome) => void {
		const entry = this.#entries.get(key) ?? { sending: 0, imported: null, unclearAtMs: null };
		entry.sending += 1;
		this.#entries.set(key, entry);
		let isSending = true;
		return (outcome) => {
			if (isSending) entry.sending -= 1;
			isSending = false;
			this.#end(key, entry, outcome);
		};
	}

	/** A search shows the sets of an import whose outcome was not known. */
	confirm(key: string, setIds: readonly string[]): void {
		const entry = this.#entries.get(key);
		if (entry && entry.unclearAtMs !== null) this.#end(key, entry, { setIds, bills: setIds.length });
	}

	/** Puts the entry behind those that ended before it, unless nothing is known of it any more. */
	#end(key: string, entry: Entry, outcome: ImportOutcome): void {
		if (outcome === 'notKnown') entry.unclearAtMs = this.#now();
		else if (outcome !== 'nothing') {
			const setIds = [...new Set([...(entry.imported?.setIds ?? []), ...outcome.setIds])];
			const bills = Math.max(entry.imported?.bills ?? 0, outcome.bills, setIds.length);
			entry.imported = { setIds, bills, atMs: this.#now() };
			entry.unclearAtMs = null;
		}
		this.#entries.delete(key);
		if (entry.sending > 0 || entry.imported || entry.unclearAtMs !== null) this.#entries.set(key, entry);
		for (const [oldest, { sending, unclearAtMs }] of this.#entries) {
			if (this.#entries.size <= this.#most) break;
			const isOver = sending === 0 && (unclearAtMs === null || this.#ageOf(unclearAtMs) >= notKnownLastsMs);
			if (isOver) this.#entries.delete(oldest);
		}
	}

	#ageOf(atMs: number): number {
		return this.#now() - atMs;
	}
}

/** `agoMs`: since when. */
export type KnownImport =
	{ state: 'sending' } | { state: 'notKnown'; agoMs: number } | ({ state: 'imported' } & Imported);

/** How an import ended: imported, so that nothing of it has to be remembered, or neither of the two is certain. */
export type ImportOutcome = Imported | 'nothing' | 'notKnown';

/** The set IDs that are known, and how many bills of lading it has. */
type Imported = { setIds: readonly string[]; bills: number };

/** All facts about one import. With none left, its entry is removed. `sending`: "Import Anyway" is not held back by another sender. */
type Entry = { sending: number; imported: (Imported & { atMs: number }) | null; unclearAtMs: number | null };

/** For how long a search may not show an import that was carried out. */
export const notKnownLastsMs = 30 * 60_000;
const importedLastsMs = 24 * 60 * 60_000;
/** In n8n's database, an import has begun in one of these, and stays so until the next one has ended. */
const quarterMs = notKnownLastsMs / 2;

const methods = ['find', 'enter', 'confirm'] as const;
/** How executions use the register, whichever copy of the package made it. */
type Imports = Pick<ImportRegister, (typeof methods)[number]>;

/** What this process knows of imports. */
export function importsOfProcess(): Imports {
	const make = () => new ImportRegister(() => performance.now());
	return oncePerProcess({ name: 'imports', version: 3, isKind: isImports, make });
}

function isImports(found: unknown): found is Imports {
	return isRecord(found) && methods.every((method) => typeof found[method] === 'function');
}

/** The same for everything that is the same import: its reference at this exchange; without one, its content at this place in the input. */
export function importKey(
	{ keys }: ExchangeClient,
	{ shipmentRef, identity }: Pick<PreparedImport, 'shipmentRef' | 'identity'>,
	{ itemIndex }: RunPosition,
): string {
	return JSON.stringify([keys.account, ...(shipmentRef === null ? [itemIndex] : []), identity]);
}

/**
 * Enters an import that is about to be sent, in this process and in n8n's database, or says what is known of it and stops it. `end` takes
 * its outcome, and again if a search shows more.
 */
export async function enterImport(
	key: string,
	{ shipmentRef, input }: Pick<PreparedImport, 'shipmentRef' | 'input'>,
	{ processedData }: ItemContext,
): Promise<Entered> {
	const hasReference = shipmentRef !== null;
	const isAnyway = hasReference && input.ifPresent === 'import';
	const stops = ({ state }: KnownImport) => !isAnyway && (hasReference || state === 'notKnown');
	const imports = importsOfProcess();
	// Nothing is awaited between the look and the entry.
	const known = imports.find(key);
	if (known && stops(known)) return { known, end: null };
	const end = imports.enter(key);
	const note = await noteBegun(processedData, key);
	const begun: KnownImport | null = note.agoMs === null ? null : { state: 'notKnown', agoMs: note.agoMs };
	if (begun && stops(begun)) {
		end('nothing');
		await note.remove();
		return { known: begun, end: null };
	}
	return {
		known,
		end: async (outcome) => {
			const left = hasReference || outcome === 'notKnown' ? outcome : 'nothing';
			end(left);
			if (left === 'nothing') await note.remove();
		},
	};
}

type Entered =
	{ known: KnownImport; end: null } | { known: KnownImport | null; end: (outcome: ImportOutcome) => Promise<void> };

/** n8n reads its list and writes it back as a whole. */
const oneAtATime = createSlots(1);

/** Notes in n8n's database that an import has begun. `agoMs`: how long ago the quarter of an hour began in which it was noted already. */
async function noteBegun(processedData: ItemContext['processedData'], key: string) {
	const now = Date.now();
	const quarter = Math.floor(now / quarterMs);
	// An import that began in the last quarter has noted that one, too.
	const [present, last] = [`${key} ${quarter}`, `${key} ${quarter - 1}`];
	const keys = [present, last];
	// Without n8n's list, what this process knows decides alone.
	const add = () => processedData.add(keys);
	// If another process makes the list at the same moment, only the second try finds it.
	const known = await oneAtATime(() => add().catch(add)).catch((): string[] => []);
	const added = keys.filter((each) => !known.includes(each));
	const remove = async () => {
		await oneAtATime(() => processedData.remove(added)).catch(() => undefined);
	};
	const since = known.includes(present) ? quarter : known.includes(last) ? quarter - 1 : null;
	return { agoMs: since === null ? null : now - since * quarterMs, remove };
}
