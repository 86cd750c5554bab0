import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that has ended but that nobody has asked about yet (a zombie) counts as gone. */
function isAlive(pid: number): boolean {
	try {
		return existsSync('/proc/self/stat')
			? !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
			: process.kill(pid, 0);
	} catch {
		return false;
	}
}

describe('endWithUs', () => {
	it.each(['SIGKILL', 'SIGTERM'] as const)('ends a child also when its parent ends by %s', async (signal) => {
		const script = join(__dirname, 'dyingParent.ts');
		const parent = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'] });
		const pid = await new Promise<number>((resolve) => {
			parent.stdout.once('data', (line: Buffer) => {
				resolve(Number(line.toString()));
			});
		});
		expect(isAlive(pid)).toBe(true);

		parent.kill(signal);
		await once(parent, 'exit');
		while (isAlive(pid)) await sleep(50);
	});
});
