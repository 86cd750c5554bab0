/** One private RabbitMQ node: own name, ports and folder; nothing of it is left when it stops or when we die. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { accepts, answersAsBroker, freePorts } from '../ports';
import type { Programs } from './programs';

const run = promisify(execFile);
const startLimitMs = 300_000;

type Ports = { amqp: number; distribution: number; epmd: number; extra: number };

export type Broker = {
	/** `amqp://user:password@host:port/vhost` */
	url: string;
	/** A free loopback port, kept for a listener in `config`: `{port}` stands for it there. */
	extraPort: number;
	/** Ends the broker and removes what it wrote. A broker from AMQP_URL is left alone. */
	stop(): Promise<void>;
	/** Ends it as a power cut would; `restart` brings it back with its durable queues. */
	kill(): Promise<void>;
	/** Stops it in good order where it runs, and starts it again on the same port. */
	restart(): Promise<void>;
	/** False for the broker that AMQP_URL names: it can be neither killed nor controlled. */
	ownProcess: boolean;
	/** Runs rabbitmqctl with these arguments and gives what it printed. */
	control(args: string[]): Promise<string>;
};

/** Starts a node and gives it once its port answers. Another program may take a free port first: tried three times. */
export async function startNode(
	programs: Programs,
	config: string[],
	onProgress: (line: string) => void,
): Promise<Broker> {
	const startedAt = performance.now();
	onProgress('Starting a private RabbitMQ');
	for (let attempt = 1; ; attempt++) {
		const node = await prepareNode(programs, config);
		try {
			await node.start();
			onProgress(
				`RabbitMQ answers on port ${node.ports.amqp} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
			);
			return brokerOf(node);
		} catch (error) {
			await node.remove();
			if (attempt === 3) throw error;
		}
	}
}

function brokerOf(node: Node): Broker {
	return {
		url: `amqp://guest:guest@127.0.0.1:${node.ports.amqp}/`,
		extraPort: node.ports.extra,
		ownProcess: true,
		stop: node.remove,
		kill: node.kill,
		async restart() {
			await node.end();
			await node.start();
		},
		control: node.control,
	};
}

/** Methods as properties: each is handed on by itself. */
type Node = {
	ports: Ports;
	start: () => Promise<void>;
	kill: () => Promise<void>;
	end: () => Promise<void>;
	remove: () => Promise<void>;
	control: (args: string[]) => Promise<string>;
};

async function prepareNode(programs: Programs, config: string[]): Promise<Node> {
	const ports = await freePorts(['amqp', 'distribution', 'epmd', 'extra']);
	const { root } = programs;
	const folder = await mkdtemp(join(root ? join(root, 'work') : tmpdir(), 'cargo-exchange-rabbitmq-'));
	writeConfig(folder, ports, config);
	const env = environment(folder.slice(root.length), ports);
	const command = (program: string, args: string[]): [string, string[]] =>
		root ? ['chroot', [root, program, ...args]] : [program, args];
	const pidFile = join(folder, 'pids');
	const reaper = watchOver(folder, pidFile);
	let epmd: ChildProcess | undefined;
	let server: ChildProcess | undefined;

	const launch = (program: string, args: string[]): ChildProcess => {
		const log = openSync(join(folder, 'startup.log'), 'a');
		// A group of its own: Ctrl-C in the terminal reaches us alone, and we end the group as a whole.
		const child = spawn(...command(program, args), { cwd: folder, env, detached: true, stdio: ['ignore', log, log] });
		closeSync(log);
		child.on('error', () => {});
		child.unref();
		return child;
	};
	const notePids = () => {
		writeFileSync(
			pidFile,
			[epmd, server]
				.filter(isRunning)
				.map((child) => `${child.pid}\n`)
				.join(''),
		);
	};

	return {
		ports,
		async start() {
			if (!isRunning(epmd)) {
				epmd = launch(programs.epmd, ['-port', String(ports.epmd), '-address', '127.0.0.1']);
				notePids();
				await until(() => accepts(ports.epmd), epmd, folder);
			}
			server = launch(programs.server, []);
			notePids();
			await until(() => answersAsBroker(ports.amqp), server, folder);
		},
		kill: () => endGroup(server, 'SIGKILL'),
		end: () => endGroup(server, 'SIGTERM'),
		async remove() {
			await endGroup(server, 'SIGKILL');
			await endGroup(epmd, 'SIGKILL');
			reaper.kill('SIGKILL');
			rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
		},
		async control(args: string[]) {
			const { stdout } = await run(...command(programs.control, ['--quiet', ...args]), {
				env,
				cwd: folder,
				timeout: startLimitMs,
				maxBuffer: 64 * 1024 * 1024,
			});
			return stdout;
		},
	};
}

function writeConfig(folder: string, ports: Ports, more: string[]): void {
	for (const name of ['data', 'log', 'plugins']) mkdirSync(join(folder, name));
	const lines = [
		`listeners.tcp.local = 127.0.0.1:${ports.amqp}`,
		'log.file.level = warning',
		'disk_free_limit.absolute = 1MB',
		...more.map((line) => line.replaceAll('{port}', String(ports.extra))),
	];
	writeFileSync(join(folder, 'rabbitmq.conf'), `${lines.join('\n')}\n`);
	writeFileSync(join(folder, 'environment.conf'), '');
	writeFileSync(join(folder, 'enabled_plugins'), '[].\n');
}

/** Everything that RabbitMQ would otherwise look up, or write, in places of the machine. */
function environment(folder: string, ports: Ports): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(([name]) => !/^(RABBITMQ|ERL|NODE_OPTIONS)/.test(name));
	return {
		...Object.fromEntries(inherited),
		HOME: folder,
		LANG: 'C.UTF-8',
		LC_ALL: 'C.UTF-8',
		ERL_EPMD_PORT: String(ports.epmd),
		ERL_EPMD_ADDRESS: '127.0.0.1',
		ERL_CRASH_DUMP_SECONDS: '0',
		// Its start script then becomes the server instead of staying in between: one process to signal and to wait for.
		RUNNING_UNDER_SYSTEMD: 'true',
		RABBITMQ_NODENAME: `cargo-exchange-${ports.amqp}@localhost`,
		RABBITMQ_DIST_PORT: String(ports.distribution),
		RABBITMQ_CTL_DIST_PORT_MAX: '36672',
		// Erlang would start a port mapper of its own where it finds none, as a daemon that outlives everybody.
		RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-start_epmd false -kernel inet_dist_use_interface {127,0,0,1}',
		RABBITMQ_CTL_ERL_ARGS: '-start_epmd false',
		RABBITMQ_CONF_ENV_FILE: join(folder, 'environment.conf'),
		RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
		RABBITMQ_CONFIG_FILES: join(folder, 'none'),
		RABBITMQ_ADVANCED_CONFIG_FILE: join(folder, 'none.config'),
		RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
		RABBITMQ_MNESIA_BASE: join(folder, 'data'),
		RABBITMQ_MNESIA_DIR: join(folder, 'data', 'node'),
		RABBITMQ_GENERATED_CONFIG_DIR: join(folder, 'data'),
		RABBITMQ_FEATURE_FLAGS_FILE: join(folder, 'data', 'feature_flags'),
		RABBITMQ_PLUGINS_EXPAND_DIR: join(folder, 'plugins'),
		RABBITMQ_LOG_BASE: join(folder, 'log'),
		RABBITMQ_PID_FILE: join(folder, 'server.pid'),
	};
}

/** Ends the node and removes its folder when our end of the pipe closes, however we died. */
function watchOver(folder: string, pidFile: string): ChildProcess {
	const script =
		'cat >/dev/null; for pid in $(cat "$1" 2>/dev/null); do kill -9 "-$pid" 2>/dev/null; done; sleep 1; rm -rf "$2"';
	const reaper = spawn('/bin/sh', ['-c', script, 'sh', pidFile, folder], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
		cwd: '/',
	});
	reaper.on('error', () => {});
	reaper.unref();
	// The pipe must not keep us alive: the reaper notices our end by itself.
	if (reaper.stdin instanceof Socket) reaper.stdin.unref();
	return reaper;
}

/** Waits for a program to be ready. Throws with its last words when it ends instead, or takes too long. */
async function until(ready: () => Promise<boolean>, program: ChildProcess, folder: string): Promise<void> {
	const deadline = performance.now() + startLimitMs;
	while (performance.now() < deadline) {
		if (await ready()) return;
		if (!isRunning(program)) break;
		await sleep(100);
	}
	await endGroup(program, 'SIGKILL');
	throw new Error(
		`RabbitMQ did not start. What it said last:\n${readFileSync(join(folder, 'startup.log'), 'utf8').slice(-2000)}`,
	);
}

function isRunning(child: ChildProcess | undefined): child is ChildProcess {
	return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** A node told to stop in good order has 20 s for it. */
async function endGroup(child: ChildProcess | undefined, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
	if (!isRunning(child) || child.pid === undefined) return;
	const ended = once(child, 'exit');
	child.ref();
	process.kill(signal === 'SIGTERM' ? child.pid : -child.pid, signal);
	const hard = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), 20_000);
	await ended;
	clearTimeout(hard);
}
