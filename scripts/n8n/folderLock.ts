import { open, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const heartbeatMs = 2_000;
const abandonedAfterMs = 20_000;

/**
 * Runs `work` while holding the lock file; another process that wants it waits (told once through `onWait`).
 * The holder touches the file while it works, so a lock whose holder died frees itself after 20 seconds,
 * also where the two live in different containers and cannot see each other's process ids.
 */
export async function withLock<T>(lockFile: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
	for (let told = false; !(await take(lockFile));) {
		if (!told) onWait();
		told = true;
		await sleep(500);
		if (await abandoned(lockFile)) await rm(lockFile, { force: true });
	}
	const heartbeat = setInterval(() => {
		const now = new Date();
		// A missed beat costs nothing; the next one follows.
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
	// A lock that vanished meanwhile was given back, not abandoned.
	const facts = await stat(lockFile).catch(() => null);
	return facts !== null && Date.now() - facts.mtimeMs > abandonedAfterMs;
}
