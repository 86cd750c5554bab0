import { createCleanup } from '../../scripts/demo/cleanup';

describe('cleanup', () => {
	it('ends what was started last first', async () => {
		const cleanup = createCleanup();
		const ended: string[] = [];
		for (const what of ['broker', 'n8n']) cleanup.add(what, () => Promise.resolve(void ended.push(what)));
		expect(await cleanup.run()).toEqual([]);
		expect(ended).toEqual(['n8n', 'broker']);
	});

	it('the cleanup continues after one that does not end, and names it', async () => {
		const cleanup = createCleanup();
		let folderRemoved = false;
		cleanup.add('The folder', () => {
			folderRemoved = true;
			return Promise.resolve();
		});
		cleanup.add('n8n', () => Promise.reject(new Error('no such process')));
		expect(await cleanup.run()).toEqual(['n8n did not end: no such process']);
		expect(folderRemoved).toBe(true);
	});

	it('ends each thing once, however often it is asked', async () => {
		const cleanup = createCleanup();
		let ends = 0;
		cleanup.add('n8n', () =>
			Promise.resolve().then(() => {
				ends += 1;
			}),
		);
		await Promise.all([cleanup.run(), cleanup.run()]);
		expect(ends).toBe(1);
	});
});
