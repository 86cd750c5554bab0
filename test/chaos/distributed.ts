/** n8n in queue mode: the triggers in the main process, the workflows in workers; Redis and PostgreSQL between them. */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installN8n, type N8nInstall } from '../../scripts/n8n/install';
import { freePort } from '../../scripts/ports';
import { environmentFor } from '../../scripts/n8n/processes';
import { settingsOfEveryProcess, startN8n, type N8nServer } from '../../scripts/n8n/server';
import { installPackage, packPackage } from '../../scripts/n8n/package';
import {
	servicePrograms,
	serviceOf,
	startPostgres,
	startRedis,
	untilUp,
	type Database,
	type Service,
} from './services';

/** How many executions a worker runs at a time. */
export const workerConcurrency = 10;

export type DistributedN8n = {
	readonly main: N8nServer;
	database: Database;
	/** In order of their start. */
	workers: readonly Service[];
	/** Starts one more. */
	addWorker(): Promise<void>;
	/** Kills the main process and all workers, and starts the main process and one worker again. */
	killAndStart(): Promise<void>;
	stop(): Promise<void>;
};

/** Starts all of it with so many workers, each process with the package in a user folder of its own. `environment`: further variables of all. */
export async function startDistributedN8n({
	workers: count,
	environment: further = {},
}: {
	workers: number;
	environment?: Record<string, string>;
}): Promise<DistributedN8n> {
	const folder = await mkdtemp(join(tmpdir(), 'cargo-exchange-queue-mode-'));
	const running: { stop(): Promise<void> }[] = [];
	const stop = async () => {
		for (const each of running.splice(0).reverse()) await each.stop();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	};
	const started = async <Each extends { stop(): Promise<void> }>(starting: Promise<Each>): Promise<Each> => {
		const each = await starting;
		running.push(each);
		return each;
	};
	try {
		// PostgreSQL runs as a user of its own.
		await chmod(folder, 0o755);
		const install = await installN8n();
		const tarball = await packPackage(join(folder, 'packed'), { build: false });
		const home = async (name: string) => {
			await installPackage(tarball, join(folder, name));
			return join(folder, name);
		};
		const programs = await servicePrograms();
		const redis = await started(startRedis(programs, folder));
		const database = await started(startPostgres(programs, folder));
		const environment = { ...queueMode(redis, database), ...further };
		const mainFolder = await home('main');
		const startMain = () => started(startN8n({ install, userFolder: mainFolder, environment }));
		let main = await startMain();
		const workers: Service[] = [];
		const addWorker = async () => {
			const userFolder = await home(`worker ${workers.length}`);
			workers.push(await started(startWorker(install, userFolder, environment)));
		};
		while (workers.length < count) await addWorker();
		const killAndStart = async () => {
			process.kill(-main.pid, 'SIGKILL');
			await Promise.all([main.stop(), ...workers.map((worker) => worker.kill())]);
			main = await startMain();
			await addWorker();
		};
		return {
			get main() {
				return main;
			},
			...{ database, workers, addWorker, killAndStart, stop },
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** What an n8n process needs to know to be part of it. */
function queueMode(redis: Service, database: Service): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(database.port),
		DB_POSTGRESDB_DATABASE: 'n8n',
		DB_POSTGRESDB_USER: 'n8n',
		DB_POSTGRESDB_PASSWORD: 'n8n',
	};
}

async function startWorker(
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
		...settingsOfEveryProcess,
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		...environment,
	};
	const program = join(install.folder, 'node_modules', 'n8n', 'bin', 'n8n');
	const args = [program, 'worker', `--concurrency=${workerConcurrency}`];
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
