/** Runs the given work, with a limit on how much runs at the same time. */
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

/**
 * Works on several things in these slots and yields the outcomes in the order of the things. A failure is an outcome like
 * any other. If the reader stops, waits for work in progress and starts no more.
 */
export async function* inOrder<Thing, Outcome>(
	things: Iterable<Thing>,
	slots: Slots,
	work: (thing: Thing) => Promise<Outcome>,
): AsyncGenerator<PromiseSettledResult<Outcome>> {
	const stopped = new AbortController();
	const task = (thing: Thing) =>
		slots(async () => {
			stopped.signal.throwIfAborted();
			return await work(thing);
		});
	const outcomes = Array.from(things, async (thing) => (await Promise.allSettled([task(thing)]))[0]);
	try {
		for (const outcome of outcomes) yield await outcome;
	} finally {
		stopped.abort();
		await Promise.all(outcomes);
	}
}

/** One value for each object, such as the client, of which the node makes one for each run. Forgotten with the object. */
export function cachePer<Value, Key extends object>(make: (key: Key) => Value): (key: Key) => Value {
	const made = new WeakMap<Key, Value>();
	return (key) => {
		const value = made.get(key) ?? make(key);
		made.set(key, value);
		return value;
	};
}
