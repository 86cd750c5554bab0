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
	/** Customers that have been searched with the same filters, and `everyone` if all were asked for. */
	readonly covered: { readonly [filters: string]: readonly string[] };
	/** How many sets the last search showed, and for whom. */
	readonly last: { readonly scope: string; readonly sets: number } | null;
};

/**
 * The customers that a search asks for; none means all that the login sees: `visible`, if the exchange lists them. `filters` identifies the
 * filters that are sent.
 */
export type Coverage = {
	readonly filters: string;
	readonly customerIds: readonly string[];
	readonly visible: readonly string[];
};

/** At most 1 MB. */
const mostSets = 100_000;
const keyLength = 8;
const wordLength = 2;
const mostWords = 36 ** wordLength;
/** Of different filters. */
const mostCovered = 20;
const everyone = '*';

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
	readonly #covered = new Map<string, ReadonlySet<string>>();
	#last: StoredMemory['last'] = null;

	/** As stored; empty if it is none. */
	constructor(stored?: unknown) {
		if (!isStored(stored)) return;
		this.#revision = stored.revision;
		this.#words = [...stored.words];
		this.#last = stored.last;
		for (const [filters, customerIds] of Object.entries(stored.covered)) {
			this.#covered.set(filters, new Set(customerIds));
		}
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
	saw(keys: Iterable<string>, scope: Coverage): void {
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
		this.#last = { scope: scopeOf(scope), sets: count };
		this.#cover(scope);
	}

	/** How many sets the last search for these customers showed; 0 if the last one was another. */
	expected(scope: Coverage): number {
		return this.#last?.scope === scopeOf(scope) ? this.#last.sets : 0;
	}

	/** A search in the parts that have been searched before and those that are new: an unknown set of a new one is no change. */
	partsOf({ filters, customerIds, visible }: Coverage): { customerIds: readonly string[]; isNew: boolean }[] {
		const covered = this.#covered.get(filters) ?? new Set();
		const coversAll = covered.has(everyone);
		// An exchange that listed nobody then does not say who is new.
		const isKnown = (id: string) => covered.has(id) || (coversAll && covered.size === 1);
		const isAll = customerIds.length === 0;
		const named =
			isAll && visible.length === 0 ? [...covered].filter((id) => id !== everyone) : isAll ? visible : customerIds;
		const known = named.filter(isKnown);
		if (isAll && coversAll && known.length === named.length) return [{ customerIds, isNew: false }];
		const added = named.filter((id) => !isKnown(id));
		return [
			...(known.length > 0 ? [{ customerIds: known, isNew: false }] : []),
			...(isAll || added.length > 0 ? [{ customerIds: isAll ? [] : added, isNew: true }] : []),
		];
	}

	stored(): StoredMemory {
		const covered = [...this.#covered].map(([filters, customerIds]) => [filters, [...customerIds]] as const);
		const sets = Array.from(this.#sets, ([key, word]) => key + word.toString(36).padStart(wordLength, '0'));
		return {
			version: 1,
			revision: this.#revision,
			words: this.#words,
			sets: sets.join(''),
			covered: Object.fromEntries(covered),
			last: this.#last,
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

	#cover({ filters, customerIds, visible }: Coverage): void {
		const added = customerIds.length === 0 ? [everyone, ...visible] : customerIds;
		const covered = new Set([...(this.#covered.get(filters) ?? []), ...added]);
		this.#covered.delete(filters);
		this.#covered.set(filters, covered);
		for (const [oldest] of this.#covered) if (this.#covered.size > mostCovered) this.#covered.delete(oldest);
	}
}

function scopeOf({ filters, customerIds }: Coverage): string {
	return hash('sha256', JSON.stringify([filters, [...customerIds].sort()]), 'base64url').slice(0, 16);
}

function isStored(value: unknown): value is StoredMemory {
	return (
		isRecord(value) &&
		value['version'] === 1 &&
		typeof value['revision'] === 'number' &&
		typeof value['sets'] === 'string' &&
		Array.isArray(value['words']) &&
		isRecord(value['covered'])
	);
}
