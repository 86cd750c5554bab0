import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** The root of this checkout. */
export const projectRoot = join(__dirname, '..', '..');

/** Node 24 of the `node` package, whichever node runs npm: n8n 2.41 does not start with an older one. */
export const nodeForN8n = join(projectRoot, 'node_modules', 'node', 'bin', 'node');

/** The environment for a child whose `node` and `npm` must be the given node. Leaves out settings that are meant for our own node. */
export function environmentFor(node: string): NodeJS.ProcessEnv {
	const environment: NodeJS.ProcessEnv = {
		...process.env,
		PATH: [dirname(node), process.env['PATH'] ?? ''].join(delimiter),
	};
	delete environment['NODE_OPTIONS'];
	delete environment['NODE_ENV'];
	return environment;
}

export type CommandOptions = {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	signal?: AbortSignal | undefined;
	limitMs: number;
};

/** Runs a command and returns its output; rejects with the end of the output if the command fails or exceeds its time limit. */
export async function run(command: string, args: readonly string[], options: CommandOptions): Promise<string> {
	const { cwd, env = process.env, limitMs, signal } = options;
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
	const untrack = endWithUs(child);
	let stdout = '';
	let all = '';
	let reason = '';
	const giveUp = (why: string) => {
		reason = why;
		killGroup(child, 'SIGTERM');
	};
	const timer = setTimeout(giveUp, limitMs, `took longer than ${Math.round(limitMs / 60_000)} minutes`);
	const onAbort = () => {
		giveUp('was stopped');
	};
	signal?.addEventListener('abort', onAbort);
	child.stdout.on('data', (chunk: Buffer) => {
		stdout += chunk.toString();
		all += chunk.toString();
	});
	child.stderr.on('data', (chunk: Buffer) => (all += chunk.toString()));
	try {
		await once(child, 'close');
	} catch (cause) {
		throw new Error(`${command} could not be started: ${cause instanceof Error ? cause.message : String(cause)}`);
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', onAbort);
		untrack();
	}
	if (child.exitCode === 0 && !reason) return stdout;
	const how = reason || `ended with code ${child.exitCode}`;
	throw new Error(`${[command, ...args].join(' ')} ${how}.\n${lastLines(all, 25)}`);
}

/** The last lines of a program's output, where the reason of a failure is. */
export const lastLines = (text: string, count: number): string => text.trimEnd().split('\n').slice(-count).join('\n');

/** Runs a shell command with an argument, `$1`, when our process has ended for any reason. Returns the process that waits for that. */
function afterUs(command: string, argument: string): ChildProcess {
	// A process that is killed runs no handler, but its end of this pipe closes.
	const watcher = spawn('sh', ['-c', `cat > /dev/null; ${command}`, 'sh', argument], {
		cwd: '/',
		stdio: ['pipe', 'ignore', 'ignore'],
		detached: true,
	});
	watcher.on('error', () => undefined);
	watcher.unref();
	if (watcher.stdin instanceof Socket) watcher.stdin.unref();
	return watcher;
}

/** A new folder, which is removed when our process has ended for any reason, and with it what it has started. */
export function temporaryFolder(parent = realpathSync(tmpdir())): string {
	const folder = mkdtempSync(join(parent, 'cargo-exchange-'));
	afterUs('sleep 1; rm -rf "$1"', folder);
	return folder;
}

/**
 * Ends a child that was started with `detached`, and its whole process group, when our process ends for any reason.
 * Returns the function that cancels this; it is not needed if the child ends first.
 */
export function endWithUs(child: ChildProcess): () => void {
	const watcher = afterUs('kill -9 "-$1"', String(child.pid));
	const untrack = () => {
		killGroup(watcher, 'SIGKILL');
	};
	child.once('exit', untrack);
	return untrack;
}

/** Whether a child has started and not yet ended. */
export function isRunning(child: ChildProcess | undefined): child is ChildProcess & { pid: number } {
	return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Sends a signal to a child that was started with `detached`, and to its process group. */
export function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (!isRunning(child)) return;
	try {
		process.kill(-child.pid, signal);
	} catch {
		// It has just ended by itself.
	}
}

/** Asks a child to end, kills it after `graceMs`, and resolves when it has ended. */
export async function endChild(child: ChildProcess, graceMs: number): Promise<void> {
	if (!isRunning(child)) return;
	const ended = once(child, 'exit');
	killGroup(child, 'SIGTERM');
	const insist = setTimeout(killGroup, graceMs, child, 'SIGKILL');
	await ended;
	clearTimeout(insist);
}
