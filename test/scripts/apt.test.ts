import { retry } from '../../scripts/apt';

describe('a retry', () => {
	const sentences: string[] = [];
	const options = { tell: (sentence: string) => void sentences.push(sentence), pauseMs: 0 };
	beforeEach(() => sentences.splice(0));

	/** Work that succeeds from this try on. */
	function succeedsAt(good: number) {
		let tried = 0;
		const work = () => {
			tried += 1;
			return tried < good ? Promise.reject(new Error(`no answer at try ${tried}`)) : Promise.resolve(tried);
		};
		return { work, tried: () => tried };
	}

	it('says nothing where the first try succeeds', async () => {
		expect(await retry(succeedsAt(1).work, 'npm did not get all packages', options)).toBe(1);
		expect(sentences).toEqual([]);
	});

	it('tries twice more, and reports each in one sentence', async () => {
		expect(await retry(succeedsAt(3).work, 'npm did not get all packages', options)).toBe(3);
		expect(sentences).toEqual([
			'npm did not get all packages at try 1 of 3; trying again',
			'npm did not get all packages at try 2 of 3; trying again',
		]);
	});

	it('ends with what the last try ended with', async () => {
		await expect(retry(succeedsAt(4).work, 'npm did not get all packages', options)).rejects.toThrow('try 3');
	});

	it('does not try again once it was stopped', async () => {
		const { work, tried } = succeedsAt(3);
		const signal = AbortSignal.abort();
		await expect(retry(work, 'npm did not get all packages', { ...options, signal })).rejects.toThrow('try 1');
		expect(tried()).toBe(1);
	});
});
