import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The checkout this file belongs to. */
export const projectRoot = join(__dirname, '..', '..');

/** Node 24 of the `node` package: n8n 2.41 starts with no older one, whatever node runs npm here. */
export const nodeForN8n = join(projectRoot, 'node_modules', 'node', 'bin', 'node');

/** The environment for a child whose `node` and `npm` must be the given node. What was meant for the node that runs us stays out of it. */
export function environmentFor(node: string): NodeJS.ProcessEnv {
	const environment: NodeJS.ProcessEnv = {
		...process.env,
		PATH: [dirname(node), process.env['PATH'] ?? ''].join(delimiter),
	};
	delete environment['NODE_OPTIONS'];
	delete environment['NODE_ENV'];
	return environment;
}

export type CommandOptions = { cwd: string; env?: NodeJS.ProcessEnv; signal?: AbortSignal; limitMs: number };

/** Runs a command to its end and gives what it wrote; rejects with the end of its output when it fails or passes its time limit. */
export function run(command: string, args: readonly string[], options: CommandOptions): Promise<string> {
	const { cwd, env = process.env, limitMs, signal } = options;
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
		const untrack = endWithUs(child);
		let stdout = '';
		let all = '';
		let reason: string | null = null;
		const giveUp = (why: string) => {
			reason = why;
			killGroup(child, 'SIGTERM');
		};
		const timer = setTimeout(() => {
			giveUp(`took longer than ${Math.round(limitMs / 60_000)} minutes`);
		}, limitMs);
		const onAbort = () => {
			giveUp('was stopped');
		};
		signal?.addEventListener('abort', onAbort, { once: true });
		child.stdout.on('data', (chunk: Buffer) => {
			stdout += chunk.toString();
			all += chunk.toString();
		});
		child.stderr.on('data', (chunk: Buffer) => (all += chunk.toString()));
		const settle = (finish: () => void) => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', onAbort);
			untrack();
			finish();
		};
		child.on('error', (cause) => {
			settle(() => {
				reject(new Error(`${command} could not be started: ${cause.message}`));
			});
		});
		child.on('close', (code) => {
			settle(() => {
				if (code === 0 && !reason) {
					resolve(stdout);
					return;
				}
				const how = reason ?? `ended with code ${code}`;
				reject(new Error(`${[command, ...args].join(' ')} ${how}.\n${lastLines(all, 25)}`));
			});
		});
	});
}

/** The last lines of a program's output: where it says what went wrong. */
export const lastLines = (text: string, count: number): string => text.trimEnd().split('\n').slice(-count).join('\n');

/**
 * Ends a child started with `detached` when we end, however that happens: its whole group, so that its own children go too.
 * Returns the way to take that back; a child that ends first needs none.
 */
export function endWithUs(child: ChildProcess): () => void {
	const onExit = () => {
		killGroup(child, 'SIGKILL');
	};
	// Nobody runs a handler in a process that is killed; but its end of this pipe closes.
	const script = 'cat > /dev/null; kill -9 "-$1"';
	const watcher = spawn('sh', ['-c', script, 'sh', String(child.pid)], {
		stdio: ['pipe', 'ignore', 'ignore'],
		detached: true,
	});
	watcher.on('error', () => undefined);
	watcher.unref();
	if (watcher.stdin instanceof Socket) watcher.stdin.unref();
	const untrack = () => {
		process.off('exit', onExit);
		killGroup(watcher, 'SIGKILL');
	};
	process.on('exit', onExit);
	child.once('exit', untrack);
	return untrack;
}

/** Sends a signal to a child started with `detached` and to all that it started. */
export function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
	try {
		process.kill(-child.pid, signal);
	} catch {
		// It ended between the look and the signal: what was wanted.
	}
}

/** Asks a child to end, insists after `patienceMs`, and resolves when it is gone. */
export async function endChild(child: ChildProcess, patienceMs: number): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const gone = new Promise<void>((resolve) =>
		child.once('exit', () => {
			resolve();
		}),
	);
	killGroup(child, 'SIGTERM');
	const patience = new AbortController();
	const insist = sleep(patienceMs, undefined, { signal: patience.signal }).then(
		() => {
			killGroup(child, 'SIGKILL');
		},
		() => undefined,
	);
	await gone;
	patience.abort();
	await insist;
}
