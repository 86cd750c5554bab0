import type { ExchangeClient } from '../exchange/client';

/**
 * Works on several things at a time, at most `atOnce`, and gives the outcomes in the order of the things. A failure is an
 * outcome like any other. Whoever stops reading waits for what is under way, and nothing further is begun.
 */
export async function* inOrder<Thing, Outcome>(
	things: Iterable<Thing>,
	atOnce: number,
	work: (thing: Thing) => Promise<Outcome>,
): AsyncGenerator<PromiseSettledResult<Outcome>> {
	const underWay: Array<Promise<PromiseSettledResult<Outcome>>> = [];
	try {
		for (const thing of things) {
			underWay.push(settled(work(thing)));
			const first = underWay.length < atOnce ? undefined : underWay.shift();
			if (first) yield await first;
		}
		for (let next = underWay.shift(); next; next = underWay.shift()) yield await next;
	} finally {
		await Promise.all(underWay);
	}
}

async function settled<Outcome>(work: Promise<Outcome>): Promise<PromiseSettledResult<Outcome>> {
	const [outcome] = await Promise.allSettled([work]);
	return outcome;
}

/** Runs what it is given, at most `size` of it at the same time. */
export type Slots = <Outcome>(work: () => Promise<Outcome>) => Promise<Outcome>;

export function createSlots(size: number): Slots {
	let free = size;
	const waiting: Array<() => void> = [];
	return async (work) => {
		if (free > 0) free -= 1;
		else await new Promise<void>((resolve) => waiting.push(resolve));
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else free += 1;
		}
	};
}

/** One value for each execution, told by an object that lives as long: the client, of which the node makes one, or another. */
export function perExecution<Value, Key extends object = ExchangeClient>(
	make: (key: Key) => Value,
): (key: Key) => Value {
	const made = new WeakMap<Key, Value>();
	return (key) => {
		const value = made.get(key) ?? make(key);
		made.set(key, value);
		return value;
	};
}
