import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { startBroker, type Broker } from '../../scripts/broker';
import { lendHand, until } from '../helpers/broker';

jest.setTimeout(400_000);

const run = promisify(execFile);
const brokers: Broker[] = [];

async function own(): Promise<Broker> {
	const broker = await startBroker({ alwaysOwn: true });
	brokers.push(broker);
	return broker;
}

afterEach(async () => {
	await Promise.all(brokers.splice(0).map((broker) => broker.stop()));
});

/** The process that serves this broker, and the folder it works in. */
async function traces(broker: Broker): Promise<{ pid: number; folder: string }> {
	const [pid = '', folder = ''] = (
		await broker.control(['eval', 'io:format("~s ~s~n", [os:getpid(), os:getenv("HOME")]).'])
	).split(/\s+/);
	return { pid: Number(pid), folder };
}

function runs(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
	} catch {
		return false;
	}
}

describe('a private broker', () => {
	it('keeps durable queues and their messages through a restart and a kill, on the same address', async () => {
		const broker = await own();
		const before = await lendHand(broker.url);
		const queue = await before.queue();
		await before.publish(queue, ['a', 'b']);
		await broker.restart();
		const between = await lendHand(broker.url);
		expect(await between.ready(queue)).toBe(2);
		await between.publish(queue, ['c']);
		await broker.kill();
		await expect(lendHand(broker.url)).rejects.toThrow();
		await broker.restart();
		const after = await lendHand(broker.url);
		expect(await after.drain(queue)).toEqual(['a', 'b', 'c']);
		await Promise.all([before, between, after].map((hand) => hand.close()));
	});

	it('stands beside others, and leaves neither process nor folder when it stops', async () => {
		const [first, second] = await Promise.all([own(), own()]);
		expect(first.url).not.toBe(second.url);
		const traced = await Promise.all([traces(first), traces(second)]);
		for (const { pid, folder } of traced) {
			expect(runs(pid)).toBe(true);
			expect(existsSync(folder)).toBe(true);
		}
		await Promise.all([first.stop(), second.stop()]);
		await until(() => traced.every(({ pid, folder }) => !runs(pid) && !existsSync(folder)));
	});

	it('goes with the program that started it, even when that is killed', async () => {
		const script = `
			const { startBroker } = require(${JSON.stringify(path.resolve(__dirname, '../../scripts/broker.ts'))});
			startBroker({ alwaysOwn: true }).then(async (broker) => {
				console.log(await broker.control(['eval', 'io:format("~s ~s~n", [os:getpid(), os:getenv("HOME")]).']));
				setInterval(() => {}, 1000);
			});
		`;
		const tsx = require.resolve('tsx/cli');
		const parent = spawn(process.execPath, [tsx, '-e', script], {
			stdio: ['ignore', 'pipe', 'inherit'],
			detached: true,
		});
		let said = '';
		parent.stdout.on('data', (data) => (said += String(data)));
		const told = () => said.split(/\s+/);
		try {
			await until(() => said.includes('\n'), 180_000);
			expect(runs(Number(told()[0]))).toBe(true);
		} finally {
			process.kill(-(parent.pid ?? 0), 'SIGKILL');
		}
		const [pid = '', folder = ''] = told();
		await until(() => !runs(Number(pid)) && !existsSync(folder));
	});

	it('says what it is doing, and is not started where AMQP_URL names another', async () => {
		const lines: string[] = [];
		const other = await startBroker({ onProgress: (line) => lines.push(line) });
		expect(other).toMatchObject({ ownProcess: false, url: process.env.AMQP_URL });
		expect(lines).toEqual([]);
		await expect(other.kill()).rejects.toThrow('not ours to control');
		await other.stop();
		const hand = await lendHand(other.url);
		await hand.close();
		brokers.push(await startBroker({ alwaysOwn: true, onProgress: (line) => lines.push(line) }));
		expect(lines[0]).toContain('Starting a private RabbitMQ');
		expect(lines[1]).toMatch(/answers on port \d+ after \d/);
	});

	it('is not expected of a machine without RabbitMQ and without root: one sentence says what to do', async () => {
		const script = `
			const { startBroker } = require(${JSON.stringify(path.resolve(__dirname, '../../scripts/broker.ts'))});
			process.getuid = () => 1000;
			const fs = require('node:fs');
			const { accessSync } = fs;
			fs.accessSync = (file, ...more) => { if (String(file).includes('rabbitmq')) throw new Error('absent'); accessSync(file, ...more); };
			require('node:module').syncBuiltinESMExports();
			startBroker({ alwaysOwn: true }).catch((error) => console.log(error.message));
		`;
		const { stdout } = await run(process.execPath, [require.resolve('tsx/cli'), '-e', script]);
		expect(stdout).toMatch(/^No RabbitMQ was found\. Install it .*AMQP_URL=/);
		expect(stdout.trim().split('\n')).toHaveLength(1);
	});
});
