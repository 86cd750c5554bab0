import { existsSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../../scripts/n8n/folderLock';

describe('withLock', () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'lock-'));
	});
	afterEach(() => rm(folder, { recursive: true }));

	it('lets only one work at a time, and lets the other know that it waits', async () => {
		const lock = join(folder, 'x.lock');
		const seen: string[] = [];
		let release = () => {};
		let works = () => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		const working = new Promise<void>((resolve) => {
			works = resolve;
		});
		const first = withLock(
			lock,
			() => seen.push('first waits'),
			async () => {
				works();
				await released;
				seen.push('first is done');
			},
		);
		await working;
		const second = withLock(lock, release, () => Promise.resolve(seen.push('second works')));
		await Promise.all([first, second]);
		expect(seen).toEqual(['first is done', 'second works']);
		expect(existsSync(lock)).toBe(false);
	});

	it('gives the lock back when the work fails', async () => {
		const lock = join(folder, 'x.lock');
		await expect(
			withLock(
				lock,
				() => {},
				() => Promise.reject(new Error('no disk')),
			),
		).rejects.toThrow('no disk');
		expect(existsSync(lock)).toBe(false);
	});

	it('takes over a lock whose holder died', async () => {
		const lock = join(folder, 'x.lock');
		await writeFile(lock, '1\n');
		const longAgo = new Date(Date.now() - 60_000);
		await utimes(lock, longAgo, longAgo);
		expect(
			await withLock(
				lock,
				() => {},
				() => Promise.resolve('mine'),
			),
		).toBe('mine');
	});
});
