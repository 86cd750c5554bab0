/** A real n8n that is stopped, killed and edited while it works off a backlog for two workflows. */
import type { Broker } from '../../scripts/broker';
import { queueAccount } from '../../scripts/demo/accounts';
import { createCredential, type StoredCredential } from '../../scripts/n8n/rest/resources';
import type { StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { startOwnN8n, type OwnN8n } from '../e2e/ownN8n';
import { event, publishEdited, publishRecorded, RunRecorder } from '../e2e/recordedRuns';
import { openConnection, ownBroker, until, type TestConnection } from '../helpers/broker';

jest.setTimeout(600_000);

const backlog = 1_000;
const timeoutMs = 300_000;

let n8n: OwnN8n;
let broker: Broker;
let connection: TestConnection;
let queue: string;
let credential: StoredCredential;
let even: StoredWorkflow;
let published = 0;
const recorder = new RunRecorder();

const detailsOfEven = () => ({ name: 'even', queue, recorder, credential, events: ['signed'] });

beforeAll(async () => {
	broker = await ownBroker();
	connection = await openConnection(broker.url);
	queue = await connection.queue();
	await recorder.open();
	n8n = await startOwnN8n();
	const session = await n8n.session();
	credential = await createCredential(session, 'Queue', 'cargoExchangeQueueApi', queueAccount(broker.url));
	await publishRecorded(session, { name: 'all', queue, recorder, credential });
	even = await publishRecorded(session, detailsOfEven());
});
afterAll(async () => {
	await n8n.remove();
	recorder.close();
	await connection.close();
	await broker.stop();
});

async function publishBacklog(): Promise<void> {
	const bodies = Array.from({ length: backlog }, (_, index) => event(published + index));
	published += backlog;
	await connection.publish(queue, bodies);
}

async function expectAllRun(): Promise<void> {
	const numbers = Array.from({ length: published }, (_, number) => number);
	const missing = () => ({
		all: recorder.missing('all', numbers),
		even: recorder.missing(
			'even',
			numbers.filter((number) => number % 2 === 0),
		),
	});
	const all = () => missing().all.length + missing().even.length === 0;
	await until(all, timeoutMs).catch(() => undefined);
	expect(missing()).toEqual({ all: [], even: [] });
	const { channel } = connection;
	await until(
		async () => /^[0\s]+$/.test(await broker.control(['list_queues', 'messages', '--no-table-headers'])),
		timeoutMs,
	);
	expect((await channel.checkQueue(queue)).consumerCount).toBe(1);
}

it.each([
	['killed', () => n8n.kill()],
	['stopped', () => n8n.stop()],
])('delivers a backlog to both workflows although n8n is %s twice while it is processed', async (how, interrupt) => {
	const [before, repeats] = [recorder.runs('all').length, recorder.repeats('all') + recorder.repeats('even')];
	await publishBacklog();
	for (const share of [0.2, 0.5]) {
		await until(() => recorder.runs('all').length > before + backlog * share, timeoutMs);
		await interrupt();
		await n8n.start();
	}
	await expectAllRun();
	const repeated = recorder.repeats('all') + recorder.repeats('even') - repeats;
	process.stderr.write(`n8n ${how} twice in ${backlog} events, two workflows: 0 lost, ${repeated} run again\n`);
});

it('delivers a backlog to both workflows although one of them is edited and published again while it runs', async () => {
	const session = await n8n.session();
	const before = recorder.runs('all').length;
	await publishBacklog();
	for (const parallel of [2, 10, 5]) {
		const reached = recorder.runs('all').length;
		await until(() => recorder.runs('all').length > Math.min(reached + 100, before + backlog - 1), timeoutMs);
		even = await publishEdited(session, even, { ...detailsOfEven(), options: { parallel } });
	}
	expect(recorder.runs('all').length).toBeLessThan(before + backlog);
	await expectAllRun();
	process.stderr.write(`One of two workflows edited three times in ${backlog} events: 0 lost\n`);
});

it('returns the message of a run that never ends, waits for the same run, and rejects the message in the end', async () => {
	const session = await n8n.session();
	const dead = await connection.queue();
	const own = await connection.queue({ deadLetterExchange: '', deadLetterRoutingKey: dead });
	const details = { name: 'endless', queue: own, recorder, credential, options: { runTimeoutMinutes: 1, parallel: 2 } };
	await publishRecorded(session, details);
	// One number per set; 20 further is the next of the same set.
	const [endless, behind, other] = [1_000_000, 1_000_020, 1_000_001];
	recorder.neverAnswered.add(endless);
	const startedAt = performance.now();
	await connection.publish(own, [event(endless), event(behind), event(other)]);
	const runs = (number: number) => recorder.runs('endless').filter((each) => each === number).length;
	await until(() => runs(other) === 1, 30_000);
	await until(async () => (await connection.ready(dead)) === 1, 4 * 60_000);
	const seconds = (performance.now() - startedAt) / 1_000;
	expect(seconds).toBeGreaterThan(110);
	expect(await connection.drain(dead)).toEqual([event(endless)]);
	await until(() => runs(behind) === 1, 60_000);
	expect([runs(endless), runs(behind), runs(other)]).toEqual([1, 1, 1]);
	await until(async () => (await connection.ready(own)) === 0);
	expect(await connection.ready(dead)).toBe(0);
	process.stderr.write(
		`A run that never ends, limit of one minute: rejected after ${seconds.toFixed(0)} s, run once\n`,
	);
});
