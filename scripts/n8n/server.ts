import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { N8nInstall } from './install';
import { freePort } from '../ports';
import { endChild, endWithUs, environmentFor, lastLines } from './processes';

export type N8nServer = {
	url: string;
	userFolder: string;
	pid: number;
	/** The output of n8n so far. */
	log(): Promise<string>;
	/** Ends n8n and its child processes; a second call waits for the first. */
	stop(): Promise<void>;
};

export type N8nServerOptions = {
	install: N8nInstall;
	/** Home of this n8n: its database, its key, its installed packages. */
	userFolder: string;
	/** Folders that the "read and write files" node may use besides `userFolder`. */
	fileFolders?: string[];
	environment?: Record<string, string>;
	signal?: AbortSignal | undefined;
};

/** Starts n8n on a free port of this machine and resolves when its REST interface answers; rejects with the end of its log if it ends or does not answer. */
export async function startN8n(options: N8nServerOptions): Promise<N8nServer> {
	const { install, userFolder, signal } = options;
	const port = await freePort();
	const runnersPort = await freePort();
	await mkdir(userFolder, { recursive: true });
	const logFile = join(userFolder, 'n8n.log');
	const env = {
		...withoutProxy(environmentFor(install.node)),
		...settings(userFolder, port, runnersPort),
		...settingsOfEveryProcess,
		N8N_RESTRICT_FILE_ACCESS_TO: [userFolder, ...(options.fileFolders ?? [])].join(';'),
		...options.environment,
	};
	const program = join(install.folder, 'node_modules', 'n8n', 'bin', 'n8n');
	const child = spawn(install.node, [program, 'start'], {
		cwd: userFolder,
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	const untrack = endWithUs(child);
	const output = createWriteStream(logFile);
	child.stdout.pipe(output, { end: false });
	child.stderr.pipe(output, { end: false });
	const log = () => readFile(logFile, 'utf8');

	let stopping: Promise<void> | null = null;
	const stop = () =>
		(stopping ??= endChild(child, 15_000).then(() => {
			untrack();
			output.end();
		}));

	const url = `http://127.0.0.1:${port}`;
	try {
		await untilReady(url, child, AbortSignal.any([AbortSignal.timeout(300_000), ...(signal ? [signal] : [])]));
	} catch (error) {
		await stop();
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`n8n did not start: ${reason}\n${lastLines(await log(), 25)}`);
	}
	return { url, userFolder, pid: child.pid ?? 0, log, stop };
}

/** n8n is ready when the migrations are done *and* the REST interface is mounted; it answers its health check long before both. */
async function untilReady(url: string, child: ChildProcess, signal: AbortSignal): Promise<void> {
	const answers = async (path: string) => {
		const reply = await fetch(url + path, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
		await reply?.body?.cancel();
		return reply?.status === 200;
	};
	for (;;) {
		const end = child.exitCode ?? child.signalCode;
		if (end !== null) throw new Error(`it ended with ${typeof end === 'number' ? 'code ' : ''}${end}`);
		if (signal.aborted) throw new Error('it was not ready in time');
		if ((await answers('/healthz/readiness')) && (await answers('/rest/settings'))) return;
		await sleep(200);
	}
}

/** Everything that this n8n connects to is on this machine, so no proxy applies. */
function withoutProxy(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(https?|all)_proxy$/i.test(name)));
}

/** An isolated n8n: its own folder and ports, a login cookie that works without https, and no requests to other machines. */
function settings(userFolder: string, port: number, runnersPort: number): Record<string, string> {
	return {
		N8N_USER_FOLDER: userFolder,
		HOME: userFolder,
		TMPDIR: userFolder,
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(runnersPort),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_ENCRYPTION_KEY: 'only-for-this-machine',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		EXTERNAL_FRONTEND_HOOKS_URLS: '',
		N8N_ONBOARDING_FLOW_DISABLED: 'true',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	};
}

/** For n8n's server and its workers. */
export const settingsOfEveryProcess = {
	// Not `community-packages`: that module loads the installed packages.
	N8N_DISABLED_MODULES: 'mcp-registry,agents,agent-evals,instance-ai,chat-hub,workflow-builder,mcp,insights',
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
};
