import { Replay } from '../../nodes/CargoExchange/operations/lookup/replay';

/** Counts how far it was read. */
function source(end: number, fault?: Error) {
	const read = { count: 0 };
	async function* numbers() {
		for (; read.count < end;) {
			await Promise.resolve();
			yield ++read.count;
		}
		if (fault) throw fault;
	}
	return { read, replay: new Replay(numbers()) };
}

const all = async (values: AsyncIterable<number>) => {
	const seen: number[] = [];
	for await (const value of values) seen.push(value);
	return seen;
};

describe('a replay', () => {
	it('gives every reader all values, and reads the source once', async () => {
		const { read, replay } = source(5);
		expect(await Promise.all([all(replay), all(replay)])).toEqual([
			[1, 2, 3, 4, 5],
			[1, 2, 3, 4, 5],
		]);
		expect(await all(replay)).toEqual([1, 2, 3, 4, 5]);
		expect(read.count).toBe(5);
	});

	it('reads no further than its readers do', async () => {
		const { read, replay } = source(100);
		for await (const value of replay) if (value === 3) break;
		for await (const value of replay) if (value === 2) break;
		expect(read.count).toBe(3);
	});

	it('lets a failure of the source meet every reader', async () => {
		const { replay } = source(2, new Error('broken off'));
		const outcomes = await Promise.allSettled([all(replay), all(replay)]);
		expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		await expect(all(replay)).rejects.toThrow('broken off');
	});
});
