import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../scripts/n8n/processes';

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

describe('run', () => {
	const options = { cwd: __dirname, limitMs: 60_000 };

	it('gives what the command wrote', async () => {
		expect(await run('sh', ['-c', 'echo out; echo aside >&2'], options)).toBe('out\n');
	});

	it('reports the end of the output of a failing command', async () => {
		await expect(run('sh', ['-c', 'echo no space left >&2; exit 3'], options)).rejects.toThrow(
			/ended with code 3.\nno space left/,
		);
	});

	it('ends a command that takes too long, and its children', async () => {
		await expect(run('sh', ['-c', 'sleep 300 & sleep 300'], { ...options, limitMs: 200 })).rejects.toThrow(
			'took longer',
		);
	});

	it('says that a command is not there', async () => {
		await expect(run('no-such-command', [], options)).rejects.toThrow('no-such-command could not be started');
	});
});
