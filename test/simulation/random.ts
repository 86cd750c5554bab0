/** Chance that a seed repeats. */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed >>> 0;
	}

	/** 0 ≤ next() < 1. */
	next(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		return mixed(this.#state) / 2 ** 32;
	}

	below(limit: number): number {
		return Math.floor(this.next() * limit);
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	pick<Each>(values: readonly Each[]): Each {
		const value = values[this.below(values.length)];
		if (value === undefined) throw new Error('There is nothing to pick from');
		return value;
	}

	weighted<Each>(choices: readonly (readonly [weight: number, choice: Each])[]): Each {
		let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
		for (const [weight, choice] of choices) if ((left -= weight) < 0) return choice;
		throw new Error('There is nothing to choose from');
	}
}

/** 0 ≤ chanceOf(…) < 1: the same for the same facts, so that a story that loses a step keeps its other chances. */
export function chanceOf(...facts: readonly number[]): number {
	return mixed(facts.reduce((sum, fact) => Math.imul(sum ^ mixed(fact + 0x9e3779b9), 0x85ebca6b) >>> 0, 1)) / 2 ** 32;
}

/** Mulberry32. */
function mixed(state: number): number {
	let value = state >>> 0;
	value = Math.imul(value ^ (value >>> 15), value | 1);
	value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
	return (value ^ (value >>> 14)) >>> 0;
}
