/** Redis and PostgreSQL for n8n's queue mode: found or installed, in a folder of the test's, and gone with it. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { install } from '../../scripts/apt';
import { accepts, freePort } from '../../scripts/ports';
import { endChild, endWithUs, killGroup } from '../../scripts/n8n/processes';
import { until } from '../helpers/until';

export type Service = { port: number; stop(): Promise<void>; kill(): Promise<void> };

/** `start` brings it back with its data, on the same port. `query`: the rows of a query in the database of n8n, as text. */
export type Database = Service & { start(): Promise<void>; query(sql: string): string };

type Programs = { redis: string; postgresFolder: string };

/** Their programs. Debian's packages are installed where that is allowed; else throws a sentence that says what to do. */
export async function servicePrograms(): Promise<Programs> {
	const found = findPrograms();
	if (found) return found;
	const lack = "n8n's queue mode needs Redis and PostgreSQL.";
	const onProgress = (note: string) => void process.stderr.write(`${lack} ${note}\n`);
	await install(['redis-server', 'postgresql'], { lack, onProgress });
	const installed = findPrograms();
	if (!installed) throw new Error(`${lack} They are not where Debian keeps them.`);
	return installed;
}

function findPrograms(): Programs | null {
	const redis = ['/usr/bin', '/usr/local/bin'].map((folder) => join(folder, 'redis-server')).find(existsSync);
	const root = '/usr/lib/postgresql';
	const [newest] = existsSync(root) ? readdirSync(root).sort((one, other) => Number(other) - Number(one)) : [];
	return redis && newest ? { redis, postgresFolder: join(root, newest, 'bin') } : null;
}

export async function startRedis({ redis }: Programs, folder: string): Promise<Service> {
	const port = await freePort();
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
	const child = spawn(redis, args, { stdio: 'ignore', detached: true });
	await untilUp(child, 'redis-server', () => accepts(port));
	return serviceOf(child, port);
}

/** PostgreSQL refuses to run as root, so there it runs as the user that its package made. */
export async function startPostgres({ postgresFolder }: Programs, folder: string): Promise<Database> {
	const port = await freePort();
	const data = join(folder, 'postgres');
	mkdirSync(data, { mode: 0o700 });
	const who = process.getuid?.() === 0 ? userNamed('postgres') : null;
	if (who) chownSync(data, who.uid, who.gid);
	const options = { stdio: 'ignore', cwd: '/', ...who } as const;
	const initialise = ['-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
	execFileSync(join(postgresFolder, 'initdb'), initialise, options);
	const execute = (sql: string) => {
		const args = ['-h', '127.0.0.1', '-p', String(port), '-U', 'n8n', '-d', 'postgres', '-qc', sql];
		execFileSync(join(postgresFolder, 'psql'), args, { stdio: 'ignore' });
	};
	const query = (sql: string) => {
		const args = ['-h', '127.0.0.1', '-p', String(port), '-U', 'n8n', '-d', 'n8n', '-Atqc', sql];
		return execFileSync(join(postgresFolder, 'psql'), args, { maxBuffer: 256 * 1024 * 1024 }).toString();
	};
	const answers = () => {
		try {
			execute('select 1');
			return Promise.resolve(true);
		} catch {
			// It is still starting.
			return Promise.resolve(false);
		}
	};
	const launch = async () => {
		const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', data, '-c', 'fsync=off'];
		const child = spawn(join(postgresFolder, 'postgres'), args, { ...options, detached: true });
		await untilUp(child, 'postgres', answers);
		return serviceOf(child, port);
	};
	let service = await launch();
	execute('create database n8n');
	return {
		port,
		query,
		stop: () => service.stop(),
		kill: () => service.kill(),
		async start() {
			service = await launch();
		},
	};
}

/** A child process as a service; started with `detached`. */
export function serviceOf(child: ChildProcess, port: number): Service {
	const untrack = endWithUs(child);
	return {
		port,
		stop: async () => {
			await endChild(child, 10_000);
			untrack();
		},
		kill: async () => {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const gone = once(child, 'exit');
			killGroup(child, 'SIGKILL');
			await gone;
		},
	};
}

/** Resolves when the service answers; rejects when it ends before. */
export async function untilUp(child: ChildProcess, name: string, up: () => Promise<boolean>): Promise<void> {
	const untrack = endWithUs(child);
	const gone = new Promise<never>((_resolve, reject) => {
		child.once('error', (cause) => {
			reject(new Error(`${name} could not be started: ${cause.message}`));
		});
		child.once('exit', () => {
			reject(new Error(`${name} ended while it started`));
		});
	});
	await Promise.race([until(up, 120_000), gone]);
	gone.catch(() => undefined);
	untrack();
}

function userNamed(name: string): { uid: number; gid: number } {
	const id = (flag: string) => Number(execFileSync('id', [flag, name]).toString());
	return { uid: id('-u'), gid: id('-g') };
}
