import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const heartbeatMs = 2_000;
const abandonedAfterMs = 20_000;

/**
 * Fills a folder, once: it appears only when it is complete, and nothing is left of one that could not be filled. Processes that want it at the same time wait for each other,
 * and call `onWait`.
 */
export async function fillOnce(
	folder: string,
	onWait: () => void,
	fill: (unfinished: string) => Promise<void>,
): Promise<void> {
	if (existsSync(folder)) return;
	await mkdir(dirname(folder), { recursive: true });
	await withLock(`${folder}.lock`, onWait, async () => {
		if (existsSync(folder)) return;
		const unfinished = `${folder}.unfinished`;
		await rm(unfinished, { recursive: true, force: true });
		await mkdir(unfinished);
		try {
			await fill(unfinished);
			await rename(unfinished, folder);
		} catch (reason) {
			await rm(unfinished, { recursive: true, force: true });
			throw reason;
		}
	});
}

/**
 * Runs `work` while it holds the lock file. Another process that wants the lock calls `onWait` once and waits.
 * The holder touches the file while it works, so the lock of a holder that died is free after 20 seconds,
 * even if the two run in different containers and cannot see each other's process IDs.
 */
export async function withLock<T>(lockFile: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
	for (let announced = false; !(await take(lockFile));) {
		if (!announced) onWait();
		announced = true;
		await sleep(500);
		if (await abandoned(lockFile)) await rm(lockFile, { force: true });
	}
	const heartbeat = setInterval(() => {
		const now = new Date();
		// A missed heartbeat does no harm: the next one follows.
		utimes(lockFile, now, now).catch(() => undefined);
	}, heartbeatMs);
	try {
		return await work();
	} finally {
		clearInterval(heartbeat);
		await rm(lockFile, { force: true });
	}
}

async function take(lockFile: string): Promise<boolean> {
	try {
		const file = await open(lockFile, 'wx');
		await file.writeFile(`${process.pid}\n`);
		await file.close();
		return true;
	} catch (error) {
		if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST') return false;
		throw error;
	}
}

async function abandoned(lockFile: string): Promise<boolean> {
	// A lock file that no longer exists was released, not abandoned.
	const facts = await stat(lockFile).catch(() => null);
	return facts !== null && Date.now() - facts.mtimeMs > abandonedAfterMs;
}
