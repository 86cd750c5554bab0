import { setTimeout as sleep } from 'node:timers/promises';
import { createSlots, inOrder } from '../nodes/CargoExchange/concurrency';

/** Work that takes as many milliseconds as requested, and remembers what ran. */
function worker() {
	const log = { begun: [] as number[], running: 0, most: 0 };
	const work = async (ms: number) => {
		log.begun.push(ms);
		log.most = Math.max(log.most, ++log.running);
		await sleep(ms);
		log.running--;
		if (ms === 13) throw new Error('thirteen');
		return ms;
	};
	return { log, work };
}

describe('inOrder', () => {
	it('gives the outcomes in the order of the things, whatever ends first', async () => {
		const { work } = worker();
		const outcomes = [];
		for await (const outcome of inOrder([30, 1, 13, 2], createSlots(4), work)) outcomes.push(outcome);
		expect(outcomes).toEqual([
			{ status: 'fulfilled', value: 30 },
			{ status: 'fulfilled', value: 1 },
			{ status: 'rejected', reason: new Error('thirteen') },
			{ status: 'fulfilled', value: 2 },
		]);
	});

	it.each([1, 3])('has at most %i under way', async (atOnce) => {
		const { log, work } = worker();
		for await (const outcome of inOrder([5, 5, 5, 5, 5, 5], createSlots(atOnce), work))
			expect(outcome.status).toBe('fulfilled');
		expect(log.most).toBe(atOnce);
	});

	it('begins nothing further once nobody reads, and ends when what is under way has ended', async () => {
		const { log, work } = worker();
		for await (const outcome of inOrder([1, 13, 20, 30, 40], createSlots(3), work)) {
			expect(outcome).toEqual({ status: 'fulfilled', value: 1 });
			break;
		}
		// The fourth took the slot of the first before anybody stopped.
		expect(log.begun).toEqual([1, 13, 20, 30]);
		expect(log.running).toBe(0);
	});
});

describe('slots', () => {
	it('let so many in at a time, and the next one when one leaves, also by a failure', async () => {
		const { log, work } = worker();
		const slots = createSlots(2);
		const outcomes = await Promise.allSettled([8, 13, 5, 4, 3].map((ms) => slots(() => work(ms))));
		expect(outcomes.map(({ status }) => status)).toEqual([
			'fulfilled',
			'rejected',
			'fulfilled',
			'fulfilled',
			'fulfilled',
		]);
		expect(log.begun).toEqual([8, 13, 5, 4, 3]);
		expect(log.most).toBe(2);
	});
});
