/** What n8n's queue mode needs beside n8n: Redis, PostgreSQL and workers; all in one folder, all gone with the test. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { N8nInstall } from '../../scripts/n8n/install';
import { freePort } from '../../scripts/n8n/ports';
import { endChild, endWithUs, environmentFor, killGroup } from '../../scripts/n8n/processes';
import { until } from '../helpers/broker';

export type Service = { port: number; stop(): Promise<void>; kill(): Promise<void> };

async function accepts(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	const open = await once(socket, 'connect').then(
		() => true,
		() => false,
	);
	socket.destroy();
	return open;
}

function serviceOf(child: ChildProcess, port: number): Service {
	const untrack = endWithUs(child);
	return {
		port,
		stop: async () => {
			await endChild(child, 10_000);
			untrack();
		},
		kill: async () => {
			const gone = once(child, 'exit');
			killGroup(child, 'SIGKILL');
			await gone;
		},
	};
}

export async function startRedis(folder: string): Promise<Service> {
	const port = await freePort();
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
	const child = spawn('redis-server', args, { stdio: 'ignore', detached: true });
	await untilUp(child, 'redis-server', () => accepts(port));
	return serviceOf(child, port);
}

/** PostgreSQL refuses to run as root, so there it runs as the user that its package made. */
export async function startPostgres(folder: string): Promise<Service> {
	const programs = postgresFolder();
	const port = await freePort();
	const data = join(folder, 'postgres');
	mkdirSync(data, { mode: 0o700 });
	const who = process.getuid?.() === 0 ? userNamed('postgres') : null;
	if (who) chownSync(data, who.uid, who.gid);
	const options = { stdio: 'ignore', cwd: '/', ...who } as const;
	execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--no-sync'], options);
	const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', data, '-c', 'fsync=off'];
	const child = spawn(join(programs, 'postgres'), args, { ...options, detached: true });
	const sql = ['-h', '127.0.0.1', '-p', String(port), '-U', 'n8n', '-d', 'postgres', '-qc', 'create database n8n'];
	await untilUp(child, 'postgres', () => {
		try {
			execFileSync(join(programs, 'psql'), sql, { stdio: 'ignore' });
			return Promise.resolve(true);
		} catch {
			// It is still starting.
			return Promise.resolve(false);
		}
	});
	return serviceOf(child, port);
}

/** What an n8n process needs to know to be part of it. */
export function queueMode(redis: Service, postgres: Service): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		// n8n's main process asks for the end of a job only after it has noted its start. A job that is over by then and not
		// kept is never reported: its run seems to last for ever (n8n issue 19877).
		N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '1000',
		N8N_EXECUTIONS_QUEUE_KEEP_LAST_FAILED: '1000',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: 'n8n',
		DB_POSTGRESDB_USER: 'n8n',
		DB_POSTGRESDB_PASSWORD: 'n8n',
	};
}

/** A worker with a user folder of its own, which must have the package installed. */
export async function startWorker(
	install: N8nInstall,
	userFolder: string,
	environment: Record<string, string>,
): Promise<Service> {
	const [port, runnersPort] = [await freePort(), await freePort()];
	const env = {
		...environmentFor(install.node),
		N8N_USER_FOLDER: userFolder,
		HOME: userFolder,
		N8N_ENCRYPTION_KEY: 'only-for-this-machine',
		N8N_RUNNERS_BROKER_PORT: String(runnersPort),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
		N8N_DISABLED_MODULES: 'mcp-registry,agents,agent-evals,instance-ai,chat-hub,workflow-builder,mcp,insights',
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		...environment,
	};
	const program = join(install.folder, 'node_modules', 'n8n', 'bin', 'n8n');
	const args = [program, 'worker', '--concurrency=10'];
	const child = spawn(install.node, args, { cwd: userFolder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
	const log = createWriteStream(join(userFolder, 'worker.log'));
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });
	await untilUp(child, 'the worker', async () => {
		const reply = await fetch(`http://127.0.0.1:${port}/healthz/readiness`).catch(() => null);
		await reply?.body?.cancel();
		return reply?.status === 200;
	});
	return serviceOf(child, port);
}

async function untilUp(child: ChildProcess, name: string, up: () => Promise<boolean>): Promise<void> {
	const untrack = endWithUs(child);
	const gone = new Promise<never>((_resolve, reject) => {
		child.once('error', () => {
			reject(new Error(`${name} could not be started: install redis-server and postgresql`));
		});
		child.once('exit', () => {
			reject(new Error(`${name} ended while it started`));
		});
	});
	await Promise.race([until(up, 120_000), gone]);
	gone.catch(() => undefined);
	untrack();
}

function postgresFolder(): string {
	const root = '/usr/lib/postgresql';
	const [newest] = existsSync(root) ? readdirSync(root).sort((one, other) => Number(other) - Number(one)) : [];
	if (newest === undefined) throw new Error('There is no PostgreSQL here: install postgresql');
	return join(root, newest, 'bin');
}

function userNamed(name: string): { uid: number; gid: number } {
	const id = (flag: string) => Number(execFileSync('id', [flag, name]).toString());
	return { uid: id('-u'), gid: id('-g') };
}
