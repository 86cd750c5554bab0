/** Long outages around the trigger. Its clock runs faster, so that hours pass in half a minute. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { queueAccount } from '../../scripts/demo/accounts';
import { n8nVersion } from '../../scripts/n8n/install';
import { executionsOf } from '../../scripts/n8n/rest/executions';
import { createCredential, type StoredCredential } from '../../scripts/n8n/rest/resources';
import { activate, createWorkflow, deactivate, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { atSpeed, useOwnN8n } from './ownN8n';
import { until } from './place';
import { event, publishEdited, publishRecorded, workflowOf } from './recordedRuns';

/** So many milliseconds of the trigger pass in a real one. */
const speed = 480;
const hourMs = 3_600_000 / speed;

const own = useOwnN8n(atSpeed(speed));
let credential: StoredCredential;
let [queue, dead] = ['', ''];

beforeAll(async () => {
	const account = queueAccount(own.broker.url);
	credential = await createCredential(await own.n8n.session(), 'Queue', 'cargoExchangeQueueApi', account);
});
beforeEach(async () => {
	dead = await own.connection.queue();
	queue = await own.connection.queue({ deadLetterExchange: '', deadLetterRoutingKey: dead });
});

const publish = (name: string) =>
	// No run lasts that long, however slow the machine is.
	own.n8n.session().then((session) =>
		publishRecorded(session, {
			name,
			queue,
			recorder: own.recorder,
			credential,
			options: { freeSlotAfterMinutes: 1440 },
		}),
	);

const numbers = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
const send = (wanted: number[]) =>
	own.connection.publish(
		queue,
		wanted.map((number) => event(number)),
	);

/** All of them have run, those of each set in order, and none was rejected. */
async function expectAllRun(name: string, wanted: readonly number[]): Promise<void> {
	await until(
		() => own.recorder.missing(name, wanted).length === 0,
		() => `Missing: ${own.recorder.missing(name, wanted).join()}`,
	);
	await until(async () => /^[0\s]+$/.test(await own.broker.control(['list_queues', 'messages', '--no-table-headers'])));
	const inOrderOfSets = (list: readonly number[]) => list.toSorted((one, other) => (one % 20) - (other % 20));
	expect(inOrderOfSets([...new Set(own.recorder.runs(name))])).toEqual(inOrderOfSets(wanted));
}

/** The executions that did not succeed, by what they say; those that did are not kept. */
const failed = async ({ id }: StoredWorkflow) =>
	(await executionsOf(await own.n8n.session(), id)).map(({ problem, status }) => problem?.message ?? status);

it('runs every event in order, after few failed executions, when the system behind the workflow was away for four hours', async () => {
	const workflow = await publish('behind');
	await send(numbers(0, 10));
	await until(() => own.recorder.different('behind') === 10);
	own.recorder.isDown = true;
	await send(numbers(25, 100));
	await sleep(4 * hourMs);
	own.recorder.isDown = false;
	const endedAt = performance.now();
	await until(() => own.recorder.different('behind') > 10);
	const minutes = ((performance.now() - endedAt) * speed) / 60_000;
	await expectAllRun('behind', [...numbers(0, 10), ...numbers(25, 100)]);
	const failures = await failed(workflow);
	process.stderr.write(
		`Four hours of 503, 100 events: 0 rejected, ${own.recorder.refused} attempts, ${failures.length} failed executions; first run ${minutes.toFixed(0)} minutes after the end, ${own.recorder.repeats('behind')} run again\n`,
	);
	expect(failures.length).toBeLessThan(60);
	await deactivate(await own.n8n.session(), workflow);
});

it("runs every event in order when n8n's database was locked", async () => {
	const workflow = await publish('database');
	const wanted = numbers(1_000, 70);
	own.recorder.runMs = 300;
	await send(wanted.slice(0, 30));
	await until(() => own.recorder.different('database') >= 5);
	const database = new DatabaseSync(own.n8n.database, { timeout: 60_000 });
	database.exec('BEGIN EXCLUSIVE');
	await send(wanted.slice(30));
	const before = own.recorder.different('database');
	await sleep(20_000);
	const during = own.recorder.different('database') - before;
	database.exec('ROLLBACK');
	database.close();
	await expectAllRun('database', wanted);
	const failures = await failed(workflow);
	process.stderr.write(
		`n8n ${n8nVersion}: its database locked for 20 s under 50 messages: ${during} run then, 0 rejected, ${failures.length} failed executions (${failures.join()}), ${own.recorder.repeats('database')} run again\n`,
	);
	expect(during).toBeLessThan(wanted.length - before);
	await deactivate(await own.n8n.session(), workflow);
});

it('runs every event in order when n8n refused to start the executions, although failed ones are not retried', async () => {
	const session = await own.n8n.session();
	const details = { name: 'refused', queue, recorder: own.recorder, credential, options: { retries: 0 } };
	const file = workflowOf(details);
	// Such as one that was deleted, or that belongs to somebody else.
	const unusable = { httpBasicAuth: { id: null, name: "Somebody else's" } };
	const nodes = file.nodes.map((node) => (node.name === 'Record' ? { ...node, credentials: unusable } : node));
	const workflow = await createWorkflow(session, { ...file, nodes });
	await activate(session, workflow);
	const wanted = numbers(2_000, 50);
	await send(wanted);
	await until(async () => (await failed(workflow)).length >= 5);
	const refusals = await failed(workflow);
	expect(own.recorder.different('refused')).toBe(0);
	await publishEdited(session, workflow, details);
	await expectAllRun('refused', wanted);
	process.stderr.write(
		`50 events, ${refusals.length} starts refused: ${[...new Set(refusals)].join('; ')}; 0 rejected\n`,
	);
	expect(own.recorder.repeats('refused')).toBe(0);
	await deactivate(session, workflow);
});
