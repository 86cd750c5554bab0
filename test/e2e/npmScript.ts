import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithUs, killGroup, projectRoot } from '../../scripts/n8n/processes';
import { until } from '../helpers/until';

export type NpmScript = ReturnType<typeof startNpm>;

/** Starts npm in a process group of its own, as a terminal does, so that Ctrl-C can reach npm and all below it. */
export function startNpm(args: string[], cwd = projectRoot) {
	const child = spawn('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
	endWithUs(child);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const ended = once(child, 'close').then(() => child.exitCode);
	return {
		output: () => output,
		/** Resolves with the exit code. */
		ended,
		/** Resolves with n8n's address when everything runs. */
		async ready(): Promise<string> {
			const isReady = () => output.includes('Ctrl-C stops everything');
			await until(() => isReady() || child.exitCode !== null, 600_000, { explain: () => output });
			if (!isReady()) throw new Error(output);
			return /n8n +(http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1] ?? '';
		},
		async pressCtrlC(): Promise<void> {
			killGroup(child, 'SIGINT');
			await ended;
		},
		kill: () => {
			killGroup(child, 'SIGKILL');
		},
	};
}
