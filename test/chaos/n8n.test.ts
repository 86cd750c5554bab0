/** A real n8n that is stopped, killed and edited while it works off a backlog for two workflows. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Broker } from '../../scripts/broker';
import { queueAccount } from '../../scripts/demo/accounts';
import { installN8n, type N8nInstall } from '../../scripts/n8n/install';
import { createCredential, type StoredCredential } from '../../scripts/n8n/rest/credentials';
import { signIn } from '../../scripts/n8n/rest/session';
import type { StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { startN8n, type N8nServer } from '../../scripts/n8n/server';
import { installPackage, packPackage } from '../../scripts/n8n/tarball';
import { lendHand, ownBroker, until, type Hand } from '../helpers/broker';
import { Ear, event, publishEdited, publishTelling } from './tellingWorkflows';

jest.setTimeout(600_000);

const backlog = 1_000;
const patienceMs = 300_000;

let folder: string;
let install: N8nInstall;
let n8n: N8nServer;
let broker: Broker;
let hand: Hand;
let queue: string;
let credential: StoredCredential;
let even: StoredWorkflow;
let published = 0;
const ear = new Ear();

const start = () => startN8n({ install, userFolder: join(folder, 'n8n') });

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'cargo-exchange-chaos-'));
	install = await installN8n();
	await installPackage(await packPackage(join(folder, 'packed'), { build: false }), join(folder, 'n8n'));
	broker = await ownBroker();
	hand = await lendHand(broker.url);
	queue = await hand.queue();
	await ear.open();
	n8n = await start();
	const session = await signIn(n8n.url);
	credential = await createCredential(session, 'Queue', 'cargoExchangeQueueApi', queueAccount(broker.url));
	await publishTelling(session, { name: 'all', queue, ear, credential });
	even = await publishTelling(session, { name: 'even', queue, ear, credential });
});
afterAll(async () => {
	await n8n.stop();
	ear.close();
	await hand.close();
	await broker.stop();
	await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function publishBacklog(): Promise<void> {
	const bodies = Array.from({ length: backlog }, (_, index) => event(published + index));
	published += backlog;
	await hand.publish(queue, bodies);
}

async function expectAllHeard(): Promise<void> {
	const missing = () => ear.missing(published);
	const all = () => missing().all.length + missing().even.length === 0;
	await until(all, patienceMs).catch(() => undefined);
	expect(missing()).toEqual({ all: [], even: [] });
	const { channel } = hand;
	await until(
		async () => /^[0\s]+$/.test(await broker.control(['list_queues', 'messages', '--no-table-headers'])),
		patienceMs,
	);
	expect((await channel.checkQueue(queue)).consumerCount).toBe(1);
}

it.each([
	[
		'killed',
		() => {
			process.kill(-n8n.pid, 'SIGKILL');
		},
	],
	['stopped', () => undefined],
])('brings a backlog to both workflows although n8n is %s twice while it works it off', async (how, interrupt) => {
	const [before, repeats] = [ear.heard.all.length, ear.repeats('all') + ear.repeats('even')];
	await publishBacklog();
	for (const share of [0.2, 0.5]) {
		await until(() => ear.heard.all.length > before + backlog * share, patienceMs);
		interrupt();
		await n8n.stop();
		n8n = await start();
	}
	await expectAllHeard();
	const repeated = ear.repeats('all') + ear.repeats('even') - repeats;
	process.stderr.write(`n8n ${how} twice in ${backlog} events, two workflows: 0 lost, ${repeated} run again\n`);
});

it('brings a backlog to both workflows although one of them is edited and published again while it runs', async () => {
	const session = await signIn(n8n.url);
	const before = ear.heard.all.length;
	await publishBacklog();
	for (const parallel of [2, 10, 5]) {
		const reached = ear.heard.all.length;
		await until(() => ear.heard.all.length > Math.min(reached + 100, before + backlog - 1), patienceMs);
		even = await publishEdited(session, even, { name: 'even', queue, ear, credential, options: { parallel } });
	}
	expect(ear.heard.all.length).toBeLessThan(before + backlog);
	await expectAllHeard();
	process.stderr.write(`One of two workflows edited three times in ${backlog} events: 0 lost\n`);
});

it('gives back the message of a run that never ends, waits for the same run, and rejects the message in the end', async () => {
	const session = await signIn(n8n.url);
	const dead = await hand.queue();
	const own = await hand.queue({ deadLetterExchange: '', deadLetterRoutingKey: dead });
	const details = { name: 'all', queue: own, ear, credential, options: { runTimeoutMinutes: 1, parallel: 2 } } as const;
	await publishTelling(session, details);
	// One number per set; 20 further is the next of the same set.
	const [endless, behind, other] = [1_000_000, 1_000_020, 1_000_001];
	ear.deafTo.add(endless);
	const startedAt = performance.now();
	await hand.publish(own, [event(endless), event(behind), event(other)]);
	const heard = (number: number) => ear.heard.all.filter((each) => each === number).length;
	await until(() => heard(other) === 1, 30_000);
	await until(async () => (await hand.ready(dead)) === 1, 4 * 60_000);
	const seconds = (performance.now() - startedAt) / 1_000;
	expect(seconds).toBeGreaterThan(110);
	expect(await hand.drain(dead)).toEqual([event(endless)]);
	await until(() => heard(behind) === 1, 60_000);
	expect([heard(endless), heard(behind), heard(other)]).toEqual([1, 1, 1]);
	await until(async () => (await hand.ready(own)) === 0);
	expect(await hand.ready(dead)).toBe(0);
	process.stderr.write(
		`A run that never ends, limit of one minute: rejected after ${seconds.toFixed(0)} s, run once\n`,
	);
});
