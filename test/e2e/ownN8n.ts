/** An n8n of the test file's own with the packed package in it, to be stopped and killed. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installN8n } from '../../scripts/n8n/install';
import { signIn, type Session } from '../../scripts/n8n/rest/session';
import { startN8n, type N8nServer } from '../../scripts/n8n/server';
import { installPackage, packPackage } from '../../scripts/n8n/package';
import type { Broker } from '../../scripts/broker';
import { openConnection, ownBroker, type TestConnection } from '../helpers/broker';
import { RunRecorder } from './recordedRuns';

export type OwnN8n = {
	/** Signs in to the n8n that runs now. */
	session(): Promise<Session>;
	/** Ends it: in good order, or as the machine's out-of-memory killer would. */
	stop(): Promise<void>;
	kill(): Promise<void>;
	/** Starts it again with what it has stored. */
	start(): Promise<void>;
	/** The file of its SQLite database. */
	database: string;
	/** Everything it has logged since its last start. */
	log(): Promise<string>;
	/** The most memory that its process has had since its start, in MB. */
	peakMemory(): Promise<number>;
	/** Stops it and removes what it has stored. */
	remove(): Promise<void>;
};

/** The environment of an n8n in which so many milliseconds of the triggers pass in a real one. */
export const atSpeed = (factor: number) => ({
	NODE_OPTIONS: `--require ${join(__dirname, 'setup', 'fastClock.cjs')}`,
	TRIGGER_SPEED: String(factor),
});

/** Starts it; `dist/` has to be built. */
export async function startOwnN8n(environment: Record<string, string> = {}): Promise<OwnN8n> {
	const folder = await mkdtemp(join(tmpdir(), 'cargo-exchange-n8n-'));
	const install = await installN8n();
	const userFolder = join(folder, 'n8n');
	await installPackage(await packPackage(join(folder, 'packed'), { build: false }), userFolder);
	let n8n: N8nServer = await startN8n({ install, userFolder, environment });
	return {
		session: () => signIn(n8n.url),
		stop: () => n8n.stop(),
		async kill() {
			process.kill(-n8n.pid, 'SIGKILL');
			await n8n.stop();
		},
		async start() {
			n8n = await startN8n({ install, userFolder, environment });
		},
		database: join(userFolder, '.n8n', 'database.sqlite'),
		log: () => n8n.log(),
		async peakMemory() {
			const status = await readFile(`/proc/${n8n.pid}/status`, 'utf8');
			return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
		},
		async remove() {
			await n8n.stop();
			await rm(folder, { recursive: true, force: true, maxRetries: 5 });
		},
	};
}

type Own = { n8n: OwnN8n; broker: Broker; connection: TestConnection; recorder: RunRecorder };

/** Registers hooks that start an n8n, a broker and a recorder for a test file: they are there inside tests. */
export function useOwnN8n(environment: Record<string, string> = {}): Own {
	const own = { recorder: new RunRecorder() } as Own;
	beforeAll(async () => {
		own.broker = await ownBroker();
		own.connection = await openConnection(own.broker.url);
		await own.recorder.open();
		own.n8n = await startOwnN8n(environment);
	});
	afterAll(async () => {
		await own.n8n.remove();
		own.recorder.close();
		await own.connection.close();
		await own.broker.stop();
	});
	return own;
}
