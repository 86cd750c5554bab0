/** n8n's queue mode: executions that a person or the workflow's own timeout stops, whether a worker has begun them or not, or that its database stops. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod/v4';
import type { Broker } from '../../scripts/broker';
import { queueAccount } from '../../scripts/demo/accounts';
import { createCredential, type StoredCredential } from '../../scripts/n8n/rest/resources';
import { signIn, type Session } from '../../scripts/n8n/rest/session';
import { deactivate, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { openConnection, ownBroker, until, type TestConnection } from '../helpers/broker';
import { event, publishRecorded, RunRecorder } from '../e2e/recordedRuns';
import { startDistributedN8n, workerConcurrency, type DistributedN8n } from './distributed';

jest.setTimeout(1_500_000);
const timeoutMs = 180_000;

let n8n: DistributedN8n | undefined;
let session: Session;
let broker: Broker;
let connection: TestConnection;
let credential: StoredCredential;
const recorder = new RunRecorder();

beforeAll(async () => {
	broker = await ownBroker();
	connection = await openConnection(broker.url);
	await recorder.open();
	n8n = await startDistributedN8n({ workers: 1 });
	session = await signIn(n8n.main.url);
	credential = await createCredential(session, 'Queue', 'cargoExchangeQueueApi', queueAccount(broker.url));
});
// A worker is busy with a request that it has sent until that is answered, also if its execution was stopped.
afterEach(() => {
	recorder.answerAll();
});
afterAll(async () => {
	await n8n?.stop();
	recorder.close();
	await connection.close();
	await broker.stop();
});

const listing = z.looseObject({ results: z.array(z.looseObject({ id: z.string(), status: z.string() })) });

async function executions({ id: workflowId }: StoredWorkflow, status: string): Promise<string[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const { results } = await session.call('GET', `/executions?filter=${filter}&limit=100`, listing);
	return results.filter((each) => each.status === status).map(({ id }) => id);
}

const stop = (execution: string | undefined) => session.call('POST', `/executions/${execution}/stop`, z.unknown(), {});
const numbersOf = (bodies: string[]) =>
	bodies.map((body) => Number(/"transactionId":"(\d+)"/.exec(body)?.[1])).sort((one, other) => one - other);

async function queues() {
	const dead = await connection.queue();
	return { dead, queue: await connection.queue({ deadLetterExchange: '', deadLetterRoutingKey: dead }) };
}

it('rejects the message of an execution that a person stops, running or not begun yet, and goes on with its set', async () => {
	const { queue, dead } = await queues();
	const name = 'person';
	const wanted = Array.from({ length: workerConcurrency + 2 }, (_, number) => number);
	const details = { name, queue, recorder, credential, options: { parallel: 20 } };
	const workflow = await publishRecorded(session, details);
	for (const number of wanted) recorder.neverAnswered.add(number);
	await connection.publish(
		queue,
		wanted.map((number) => event(number)),
	);
	await until(() => recorder.different(name) === workerConcurrency, timeoutMs);
	const begun = [...recorder.runs(name)];
	await until(async () => (await executions(workflow, 'new')).length === 2, timeoutMs);

	await stop((await executions(workflow, 'new'))[0]);
	await until(async () => (await connection.ready(dead)) === 1, timeoutMs);
	const [queued = NaN] = numbersOf(await connection.drain(dead));
	expect(begun).not.toContain(queued);
	await stop((await executions(workflow, 'running'))[0]);
	await until(async () => (await connection.ready(dead)) === 1, timeoutMs);
	const [running = NaN] = numbersOf(await connection.drain(dead));
	expect(begun).toContain(running);

	recorder.answerAll();
	const nextOfTheirSets = [queued + 20, running + 20];
	await connection.publish(
		queue,
		nextOfTheirSets.map((number) => event(number)),
	);
	await until(() => recorder.missing(name, nextOfTheirSets).length === 0, timeoutMs);
	expect(recorder.runs(name)).not.toContain(queued);
	expect(recorder.repeats(name)).toBe(0);
	await deactivate(session, workflow);
});

// n8n does not report such an end, nor when a worker has begun an execution.
it("runs an execution again that the workflow's own timeout stopped, when a later one has ended", async () => {
	const { queue } = await queues();
	const name = 'timeout';
	const options = { retries: 1, retryDelaySeconds: 1, pauseOnFailures: false };
	const details = { name, queue, recorder, credential, options, settings: { executionTimeout: 3 } };
	const workflow = await publishRecorded(session, details);
	const wanted = [100, 101];
	for (const number of wanted) recorder.neverAnswered.add(number);
	const startedAt = performance.now();
	await connection.publish(
		queue,
		wanted.map((number) => event(number)),
	);
	await until(() => recorder.different(name) === 2, timeoutMs);
	recorder.neverAnswered.clear();
	await connection.publish(queue, [event(102)]);
	await until(() => recorder.repeats(name) === 2, timeoutMs);
	const seconds = (performance.now() - startedAt) / 1_000;
	await until(async () => (await connection.channel.checkQueue(queue)).messageCount === 0);
	process.stderr.write(`Queue mode, own timeout of 3 s: run again after ${seconds.toFixed(0)} s\n`);
	await deactivate(session, workflow);
});

it('runs an execution once that has waited for a worker much longer than its own timeout', async () => {
	const { queue } = await queues();
	const busy = await queues();
	const options = { parallel: 20 };
	const others = await publishRecorded(session, { name: 'busy', queue: busy.queue, recorder, credential, options });
	const occupying = Array.from({ length: workerConcurrency }, (_, index) => 120 + index);
	for (const number of occupying) recorder.neverAnswered.add(number);
	await connection.publish(
		busy.queue,
		occupying.map((number) => event(number)),
	);
	await until(() => recorder.different('busy') === workerConcurrency, timeoutMs);

	const name = 'waiting';
	const details = { name, queue, recorder, credential, options: { retryDelaySeconds: 1 } };
	const workflow = await publishRecorded(session, { ...details, settings: { executionTimeout: 3 } });
	const wanted = [140, 141, 142];
	await connection.publish(
		queue,
		wanted.map((number) => event(number)),
	);
	await until(async () => (await executions(workflow, 'new')).length === 3, timeoutMs);
	await sleep(100_000);
	recorder.answerAll();
	await until(() => recorder.missing(name, wanted).length === 0, timeoutMs);
	await until(async () => (await connection.channel.checkQueue(queue)).messageCount === 0);
	await sleep(5_000);
	expect(recorder.runs(name).toSorted()).toEqual(wanted);
	await deactivate(session, workflow);
	await deactivate(session, others);
});

it('runs every event in order when the database of n8n was away for two minutes', async () => {
	const { queue, dead } = await queues();
	const name = 'database';
	const workflow = await publishRecorded(session, { name, queue, recorder, credential });
	const wanted = Array.from({ length: 60 }, (_, index) => 200 + index);
	recorder.runMs = 1_000;
	await connection.publish(
		queue,
		wanted.slice(0, 30).map((number) => event(number)),
	);
	await until(() => recorder.different(name) >= 10, timeoutMs);
	await n8n?.database.stop();
	const before = recorder.different(name);
	await connection.publish(
		queue,
		wanted.slice(30).map((number) => event(number)),
	);
	await sleep(120_000);
	await n8n?.database.start();
	const startedAt = performance.now();
	await until(() => recorder.missing(name, wanted).length === 0, 20 * 60_000);
	const seconds = (performance.now() - startedAt) / 1_000;
	const inOrderOfSets = (list: readonly number[]) => list.toSorted((one, other) => (one % 20) - (other % 20));
	expect(inOrderOfSets([...new Set(recorder.runs(name))])).toEqual(inOrderOfSets(wanted));
	expect(await connection.ready(dead)).toBe(0);
	process.stderr.write(
		`Queue mode, database away for two minutes: ${before} of 60 run before, all ${seconds.toFixed(0)} s after, 0 rejected, ${recorder.repeats(name)} run again\n`,
	);
	await deactivate(session, workflow);
});
