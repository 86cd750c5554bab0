import { hash } from 'node:crypto';
import { isRecord } from '../schemas/json';
import type { SetRow } from '../schemas/search';
import { statusKey } from '../vocabulary';

/** What n8n stores. Ten characters for each set: 200 kB for 20,000 of them. */
export type StoredMemory = {
	readonly version: 1;
	/** The higher one of two memories is the newer one. */
	readonly revision: number;
	/** The words that the statuses refer to. */
	readonly words: readonly string[];
	/** For each set, the one unseen longest first: eight characters of its key, and the number of its status in base 36. */
	readonly sets: string;
	/** How many sets the last complete search showed. */
	readonly last: { readonly scope: string; readonly sets: number } | null;
	/** The last complete search all of whose events have ended, and when it began (milliseconds since 1970). */
	readonly ended: EndedSearch | null;
};

/** `scope`: of which customers, and with which filters. */
export type EndedSearch = { readonly scope: string; readonly at: number };

/** At most 1 MB. */
const mostSets = 100_000;
const keyLength = 8;
const wordLength = 2;
const mostWords = 36 ** wordLength;
/** Clocks and time zones differ, and an exchange may show a change late. */
const dayMs = 24 * 60 * 60_000;

/** A set in a transaction: 48 bits, so that among 100,000 of them no two are likely to have the same. */
export function keyOf({ setId, transactionId }: SetRow): string {
	return hash('sha256', `${setId} ${transactionId ?? ''}`.toLowerCase(), 'base64url').slice(0, keyLength);
}

/** The status that each set had when its last change was processed. What a search no longer shows is not forgotten: sets come back. */
export class PollMemory {
	#revision = 0;
	#words: string[] = [];
	/** The number of the word, by the key of the set. The one unseen longest comes first. */
	#sets = new Map<string, number>();
	#last: StoredMemory['last'] = null;
	#ended: EndedSearch | null = null;

	/** As stored; empty if it is none. */
	constructor(stored?: unknown) {
		if (!isStored(stored)) return;
		this.#revision = stored.revision;
		this.#words = [...stored.words];
		this.#last = stored.last;
		this.#ended = stored.ended;
		const { sets } = stored;
		for (let start = 0; start < sets.length; start += keyLength + wordLength) {
			const word = sets.slice(start + keyLength, start + keyLength + wordLength);
			this.#sets.set(sets.slice(start, start + keyLength), Number.parseInt(word, 36));
		}
	}

	get revision(): number {
		return this.#revision;
	}

	get size(): number {
		return this.#sets.size;
	}

	/** As `statusKey` writes it. */
	statusOf(key: string): string | undefined {
		return this.#words[this.#sets.get(key) ?? -1];
	}

	/** A change of this set has been processed, or needs no processing. */
	note(key: string, status: string): void {
		this.#revision++;
		this.#sets.delete(key);
		this.#sets.set(key, this.#numberOf(statusKey(status)));
	}

	/** The sets of a search that was read completely. */
	saw(keys: Iterable<string>, scope: string): void {
		this.#revision++;
		let count = 0;
		for (const key of keys) {
			count++;
			const word = this.#sets.get(key);
			if (word === undefined) continue;
			this.#sets.delete(key);
			this.#sets.set(key, word);
		}
		if (this.#sets.size > mostSets) this.#sets = new Map([...this.#sets].slice(-mostSets));
		this.#last = { scope, sets: count };
	}

	/** All events of this search have ended. */
	noteEnded(search: EndedSearch): void {
		this.#revision++;
		this.#ended = search;
	}

	/** Whether a search has ever been complete and all its events ended. */
	get hasEnded(): boolean {
		return this.#ended !== null;
	}

	/** How many sets the last search of this scope showed; 0 if the last one was another. */
	expected(scope: string): number {
		return this.#last?.scope === scope ? this.#last.sets : 0;
	}

	/**
	 * Whether a set that is not known here is news to a search, and not only seen for the first time: if it changed since the last one
	 * that has ended, less a day. `changedAt`: milliseconds since 1970; Infinity: it has no date, then the scope decides.
	 */
	isNews(changedAt: number, { scope, at: now }: EndedSearch): boolean {
		if (!this.#ended) return false;
		return changedAt === Infinity ? this.#ended.scope === scope : changedAt > Math.min(this.#ended.at, now) - dayMs;
	}

	stored(): StoredMemory {
		const sets = Array.from(this.#sets, ([key, word]) => key + word.toString(36).padStart(wordLength, '0'));
		return {
			version: 1,
			revision: this.#revision,
			words: this.#words,
			sets: sets.join(''),
			last: this.#last,
			ended: this.#ended,
		};
	}

	#numberOf(word: string): number {
		const known = this.#words.indexOf(word);
		if (known >= 0) return known;
		// Nobody has so many statuses; then, those without a number count as one.
		if (this.#words.length === mostWords) return mostWords - 1;
		this.#words = [...this.#words, word];
		return this.#words.length - 1;
	}
}

/** What identifies the customers and filters of a search. */
export function scopeOf({ customerIds, request }: { customerIds: readonly string[]; request: unknown }): string {
	return hash('sha256', JSON.stringify([request, [...customerIds].sort()]), 'base64url').slice(0, 16);
}

function isStored(value: unknown): value is StoredMemory {
	return (
		isRecord(value) &&
		value['version'] === 1 &&
		typeof value['revision'] === 'number' &&
		typeof value['sets'] === 'string' &&
		Array.isArray(value['words'])
	);
}
