import type { SetRow } from '../schemas/search';

/** Remembers which rows of a search were met, by set and transaction. */
export type MetRows = {
	/** True when this set was met in this transaction before; from now on it has been. */
	isMet(row: Pick<SetRow, 'setId' | 'transactionId'>): boolean;
};

/**
 * Takes about 60 bytes for a row and never holds on to its texts, which would make a search of 100,000 rows half as
 * slow again: pairs of UUIDs are kept as the numbers that they are, whole, so that no two are ever taken for one.
 * Whatever else an exchange uses as ids is remembered as text.
 */
export function createMetRows(): MetRows {
	const pairs = new Pairs();
	const texts = new Set<string>();
	return {
		isMet({ setId, transactionId }) {
			if (pairs.take(setId, 0) && pairs.take(transactionId ?? '', numbersInUuid)) return pairs.isKnown();
			const before = texts.size;
			texts.add(JSON.stringify([setId, transactionId ?? '']));
			return texts.size === before;
		},
	};
}

const numbersInUuid = 4;
const numbersInPair = 2 * numbersInUuid;

/** A set of pairs of UUIDs: open addressing in typed arrays, which the garbage collector need not look through. */
class Pairs {
	/** The pair in hand: four numbers of 32 bits for each UUID. */
	private readonly pair = new Int32Array(numbersInPair);
	private count = 0;
	private pairs = new Int32Array(256 * numbersInPair);
	private hashes = new Int32Array(256);
	/** Where a hash leads: the number of a stored pair, counted from one, or zero for none. Twice as long as `hashes`. */
	private places = new Int32Array(512);

	/** Takes a UUID into the pair in hand; false when the text is none, or not in small letters. */
	take(text: string, at: number): boolean {
		if (text.length !== 36) return false;
		const isDashed = text[8] === '-' && text[13] === '-' && text[18] === '-' && text[23] === '-';
		let signs = 0;
		for (let part = 0; part < numbersInUuid; part++) {
			const high = digits(text, starts[2 * part] ?? 0);
			const low = digits(text, starts[2 * part + 1] ?? 0);
			this.pair[at + part] = (high << 16) | low;
			signs |= high | low;
		}
		return isDashed && signs >= 0;
	}

	/** True when the pair in hand was asked about before. */
	isKnown(): boolean {
		const hash = this.hash();
		let place = hash & (this.places.length - 1);
		for (let number = this.at(place); number > 0; number = this.at(place)) {
			if (this.hashes[number - 1] === hash && this.isSame(number - 1)) return true;
			place = (place + 1) & (this.places.length - 1);
		}
		this.pairs.set(this.pair, this.count * numbersInPair);
		this.hashes[this.count] = hash;
		this.places[place] = ++this.count;
		if (this.count === this.hashes.length) this.grow();
		return false;
	}

	private at(place: number): number {
		return this.places[place] ?? 0;
	}

	private isSame(index: number): boolean {
		const from = index * numbersInPair;
		for (let part = 0; part < numbersInPair; part++) {
			if (this.pairs[from + part] !== this.pair[part]) return false;
		}
		return true;
	}

	private hash(): number {
		let hash = 0;
		for (let part = 0; part < numbersInPair; part++) {
			hash = Math.imul(hash ^ (this.pair[part] ?? 0), 0x9e3779b1);
			hash ^= hash >>> 15;
		}
		return hash;
	}

	private grow(): void {
		this.pairs = longer(this.pairs);
		const filled = this.hashes;
		this.hashes = longer(filled);
		this.places = new Int32Array(this.places.length * 2);
		filled.forEach((hash, index) => {
			let place = hash & (this.places.length - 1);
			while (this.at(place) > 0) place = (place + 1) & (this.places.length - 1);
			this.places[place] = index + 1;
		});
	}
}

function longer(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
	const twice = new Int32Array(numbers.length * 2);
	twice.set(numbers);
	return twice;
}

/** Where groups of four digits start in a UUID. */
const starts = Int8Array.of(0, 4, 9, 14, 19, 24, 28, 32);

/** The value of each hexadecimal digit by its character code; below zero for all that is none. */
const values = Int8Array.from({ length: 128 }, (_, code) => '0123456789abcdef'.indexOf(String.fromCharCode(code)));

/** Four hexadecimal digits as a number; below zero when one of them is none. */
function digits(text: string, from: number): number {
	return (
		(value(text, from) << 12) | (value(text, from + 1) << 8) | (value(text, from + 2) << 4) | value(text, from + 3)
	);
}

function value(text: string, position: number): number {
	return values[text.charCodeAt(position)] ?? -1;
}
