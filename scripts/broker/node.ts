/** A private RabbitMQ node with its own name, ports and folder. Nothing remains of it when it stops or when we die. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endWithUs, isRunning, killGroup, temporaryFolder } from '../n8n/processes';
import { accepts, answersAsBroker, freePort } from '../ports';
import type { Programs } from './programs';

const run = promisify(execFile);
const startLimitMs = 300_000;

/** `config`: more lines for rabbitmq.conf. */
export type NodeSettings = { config: string[]; plugins: string[] };

type Ports = { amqp: number; distribution: number; epmd: number; extra: number };

export type Broker = {
	/** `amqp://user:password@host:port/vhost` */
	url: string;
	/** A free loopback port, kept for a listener in `config`: `{port}` stands for it there. */
	extraPort: number;
	/** Ends the broker and removes what it wrote. A broker from AMQP_URL is left alone. */
	stop(): Promise<void>;
	/** Ends it without warning; `restart` starts it again with its durable queues. */
	kill(): Promise<void>;
	/** Resolves when the queues that exist are on disk. RabbitMQ 3 confirms a queue earlier, so a kill soon after can lose it. */
	queuesSaved(): Promise<void>;
	/** Stops it cleanly if it runs, and starts it again on the same port. */
	restart(): Promise<void>;
	/** False for the broker that AMQP_URL names: it can be neither killed nor controlled. */
	ownProcess: boolean;
	/** Runs rabbitmqctl with these arguments and returns its output. */
	control(args: string[]): Promise<string>;
};

/** Starts a node and returns it once its port answers. Tries three times, since another program may take a port first. */
export async function startNode(
	programs: Programs,
	settings: NodeSettings,
	onProgress: (line: string) => void,
): Promise<Broker> {
	const startedAt = performance.now();
	onProgress('Starting a private RabbitMQ');
	for (let attempt = 1; ; attempt++) {
		const node = await prepareNode(programs, settings);
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
		async queuesSaved() {
			await node.control(['eval', 'disk_log:sync(latest_log).']);
		},
		control: node.control,
	};
}

/** Properties instead of methods: each is passed on by itself. */
type Node = {
	ports: Ports;
	start: () => Promise<void>;
	kill: () => Promise<void>;
	end: () => Promise<void>;
	remove: () => Promise<void>;
	control: (args: string[]) => Promise<string>;
};

async function prepareNode(programs: Programs, settings: NodeSettings): Promise<Node> {
	const ports = {
		amqp: await freePort(),
		distribution: await freePort(),
		epmd: await freePort(),
		extra: await freePort(),
	};
	const { root } = programs;
	const folder = root ? temporaryFolder(join(root, 'work')) : temporaryFolder();
	writeConfig(folder, ports, settings);
	const env = environment(folder.slice(root.length), ports);
	const command = (program: string, args: string[]): [string, string[]] =>
		root ? ['chroot', [root, program, ...args]] : [program, args];
	let epmd: ChildProcess | undefined;
	let server: ChildProcess | undefined;
	/** The port answers a moment before the server takes commands. */
	let takesCommands: Promise<unknown> | undefined;

	const launch = (program: string, args: string[]): ChildProcess => {
		const log = openSync(join(folder, 'startup.log'), 'a');
		// A process group of its own: Ctrl-C in the terminal reaches only us, and we end the whole group.
		const child = spawn(...command(program, args), { cwd: folder, env, detached: true, stdio: ['ignore', log, log] });
		closeSync(log);
		child.on('error', () => {});
		child.unref();
		return child;
	};

	const control = async (args: string[]): Promise<string> => {
		const { stdout } = await run(...command(programs.control, ['--quiet', ...args]), {
			env,
			cwd: folder,
			timeout: startLimitMs,
			maxBuffer: 64 * 1024 * 1024,
		});
		return stdout;
	};

	return {
		ports,
		async start() {
			takesCommands = undefined;
			if (!isRunning(epmd)) {
				epmd = launch(programs.epmd, ['-port', String(ports.epmd), '-address', '127.0.0.1']);
				endWithUs(epmd);
				await until(() => accepts(ports.epmd), epmd, folder);
			}
			server = launch(programs.server, []);
			endWithUs(server);
			await until(() => answersAsBroker(ports.amqp), server, folder);
		},
		kill: () => endGroup(server, 'SIGKILL'),
		end: () => endGroup(server, 'SIGTERM'),
		async remove() {
			await endGroup(server, 'SIGKILL');
			await endGroup(epmd, 'SIGKILL');
			rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
		},
		async control(args: string[]) {
			await (takesCommands ??= control(['await_startup']));
			return await control(args);
		},
	};
}

function writeConfig(folder: string, ports: Ports, { config, plugins }: NodeSettings): void {
	for (const name of ['data', 'log', 'plugins']) mkdirSync(join(folder, name));
	const lines = config.map((line) => `${line.replaceAll('{port}', String(ports.extra))}\n`);
	// Without this file RabbitMQ starts faster: it does not have to build the schema of the settings.
	if (lines.length > 0) writeFileSync(join(folder, 'rabbitmq.conf'), lines.join(''));
	writeFileSync(join(folder, 'environment.conf'), '');
	writeFileSync(join(folder, 'enabled_plugins'), `[${plugins.join(',')}].\n`);
}

/** Replaces everything that RabbitMQ would otherwise read or write elsewhere on the machine. */
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
		// The start script then becomes the server itself: one process to signal and to wait for.
		RUNNING_UNDER_SYSTEMD: 'true',
		RABBITMQ_NODENAME: `cargo-exchange-${ports.amqp}@localhost`,
		RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
		RABBITMQ_NODE_PORT: String(ports.amqp),
		RABBITMQ_LOG: 'warning',
		RABBITMQ_DIST_PORT: String(ports.distribution),
		RABBITMQ_CTL_DIST_PORT_MAX: '36672',
		// Otherwise Erlang starts a port mapper if it finds none, as a daemon that outlives us.
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

/** Waits for a program to be ready. If it ends or takes too long, throws with the end of its output. */
async function until(ready: () => Promise<boolean>, program: ChildProcess, folder: string): Promise<void> {
	const deadline = performance.now() + startLimitMs;
	while (performance.now() < deadline) {
		if (await ready()) return;
		if (!isRunning(program)) break;
		await sleep(100);
	}
	await endGroup(program, 'SIGKILL');
	throw new Error(
		`RabbitMQ did not start. The end of its output:\n${readFileSync(join(folder, 'startup.log'), 'utf8').slice(-2000)}`,
	);
}

/** A clean stop may take 20 s. */
async function endGroup(child: ChildProcess | undefined, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
	if (!isRunning(child)) return;
	const ended = once(child, 'exit');
	child.ref();
	process.kill(signal === 'SIGTERM' ? child.pid : -child.pid, signal);
	const hard = setTimeout(killGroup, 20_000, child, 'SIGKILL');
	await ended;
	clearTimeout(hard);
}
