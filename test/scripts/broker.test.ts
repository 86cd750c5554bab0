import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { startBroker } from '../../scripts/broker';
import { brokerStartMs, openConnection, until, useSharedBroker } from '../helpers/broker';

jest.setTimeout(brokerStartMs);

const run = promisify(execFile);
const shared = useSharedBroker();

const whereItRuns = ['eval', 'io:format("~s ~s~n", [os:getpid(), os:getenv("HOME")]).'];
type Traces = { pid: number; folder: string };

/** The process of a broker and its folder, as the broker prints them. */
function tracesIn(printed: string): Traces {
	const [pid = '', folder = ''] = printed.split(/\s+/);
	return { pid: Number(pid), folder };
}

function isRunning({ pid }: Traces): boolean {
	try {
		process.kill(pid, 0);
		return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
	} catch {
		return false;
	}
}

const isGone = (traces: Traces) => !isRunning(traces) && !existsSync(traces.folder);

/** Code that has `startBroker`. */
const startBrokerIn = (code: string) =>
	`const { startBroker } = require(${JSON.stringify(path.resolve(__dirname, '../../scripts/broker.ts'))});${code}`;

/** A program with a broker of its own, which it leaves running. */
async function startProgram(): Promise<{ traces: Traces; kill: () => void }> {
	const script = startBrokerIn(`
		startBroker({ alwaysOwn: true }).then(async (broker) => {
			console.log(await broker.control(${JSON.stringify(whereItRuns)}));
			setInterval(() => {}, 1000);
		});
	`);
	const program = spawn(process.execPath, [require.resolve('tsx/cli'), '-e', script], {
		stdio: ['ignore', 'pipe', 'inherit'],
		detached: true,
	});
	const kill = () => process.kill(-(program.pid ?? 0), 'SIGKILL');
	let printed = '';
	program.stdout.on('data', (data) => (printed += String(data)));
	try {
		await until(() => printed.includes('\n'), 180_000);
	} catch (error) {
		kill();
		throw error;
	}
	return { traces: tracesIn(printed), kill };
}

describe('a private broker', () => {
	it('ends with the program that started it, even if that is killed', async () => {
		const { traces, kill } = await startProgram();
		expect(isRunning(traces)).toBe(true);
		kill();
		await until(() => isGone(traces));
	});

	it('is not started if AMQP_URL names another', async () => {
		const progress: string[] = [];
		process.env.AMQP_URL = shared.url;
		const other = await startBroker({ onProgress: (line) => progress.push(line) });
		expect(other).toMatchObject({ ownProcess: false, url: shared.url });
		expect(progress).toEqual([]);
		await expect(other.kill()).rejects.toThrow('not ours to control');
		await other.stop();
		const connection = await openConnection(other.url);
		await connection.close();
	});

	it('is not expected of a machine without RabbitMQ and without root: one sentence says what to do', async () => {
		const script = startBrokerIn(`
			process.getuid = () => 1000;
			const fs = require('node:fs');
			const { accessSync } = fs;
			fs.accessSync = (file, ...more) => { if (String(file).includes('rabbitmq')) throw new Error('absent'); accessSync(file, ...more); };
			require('node:module').syncBuiltinESMExports();
			startBroker({ alwaysOwn: true }).catch((error) => console.log(error.message));
		`);
		const { stdout } = await run(process.execPath, [require.resolve('tsx/cli'), '-e', script]);
		expect(stdout).toMatch(/^No RabbitMQ was found.*AMQP_URL=.*Install it .*apt-get install rabbitmq-server/m);
		expect(stdout.trim().split('\n')).toHaveLength(1);
	});
});
