import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, temporaryFolder } from '../../scripts/n8n/processes';
import { until } from '../helpers/until';

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

it.each(['SIGKILL', 'SIGTERM'] as const)(
	'what a script has started ends, and its folder is removed, also when it ends by %s',
	async (signal) => {
		const script = join(__dirname, 'dyingParent.ts');
		const parent = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'] });
		const [pid = '', folder = ''] = await new Promise<string[]>((resolve) => {
			parent.stdout.once('data', (line: Buffer) => {
				resolve(line.toString().trim().split(' '));
			});
		});
		expect([isAlive(Number(pid)), existsSync(folder)]).toEqual([true, true]);

		parent.kill(signal);
		await once(parent, 'exit');
		await until(() => !isAlive(Number(pid)) && !existsSync(folder));
	},
);

it('a run in which no test of a file is asked for leaves no folder behind', async () => {
	const TMPDIR = temporaryFolder();
	const jest = require.resolve('jest/bin/jest');
	const args = [jest, 'test/operations/set/outputs', '--selectProjects', 'main', '-t', 'no such test'];
	const child = spawn(process.execPath, args, { cwd: projectRoot, env: { ...process.env, TMPDIR }, stdio: 'ignore' });
	await once(child, 'exit');
	await until(() => readdirSync(TMPDIR).every((name) => !name.startsWith('cargo-exchange-')));
});
