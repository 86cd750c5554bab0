import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type ConfirmChannel } from 'amqplib';
import { z } from 'zod/v4';
import { lookAtQueue, makeQueue, removeQueue, type Queue } from '../../scripts/demo/queue';
import { n8nVersion } from '../../scripts/n8n/install';
import { executionsOf } from '../../scripts/n8n/rest/executions';
import {
	activate,
	createWorkflow,
	deactivate,
	type StoredWorkflow,
	type WorkflowFile,
} from '../../scripts/n8n/rest/workflows';
import { chain, given, openPlace, type Place } from './place';
import { until } from './until';

type Node = WorkflowFile['nodes'][number];

const stopAndError: Node = {
	name: 'Fail',
	type: 'n8n-nodes-base.stopAndError',
	typeVersion: 1,
	parameters: { errorMessage: 'On purpose' },
};
const nothing: Node = { name: 'Nothing', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
/** In seconds: n8n puts a run that waits longer away into its database. */
const longestHeld = 60;
const wait = (seconds: number): Node => ({
	name: 'Wait',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { resume: 'timeInterval', amount: seconds, unit: 'seconds' },
});

let place: Place;
let close: () => Promise<void>;
let channel: ConfirmChannel;
const queues: Queue[] = [];
const active: StoredWorkflow[] = [];

beforeAll(async () => {
	place = await openPlace();
	const model = await connect(place.queue.url);
	channel = await model.createConfirmChannel();
	close = () => model.close();
});
afterEach(async () => {
	for (const workflow of active.splice(0)) await deactivate(place.session, workflow);
	for (const queue of queues.splice(0)) await removeQueue(queue);
});
afterAll(async () => {
	await close();
	await place.close();
});

async function newQueue(): Promise<Queue> {
	const queue = { url: place.queue.url, name: `${place.queue.name}-${queues.length}-${Date.now().toString(36)}` };
	await makeQueue(queue);
	queues.push(queue);
	return queue;
}

async function publish(queue: Queue, ...bodies: string[]): Promise<void> {
	for (const body of bodies) channel.sendToQueue(queue.name, Buffer.from(body));
	await channel.waitForConfirms();
}

const event = (number: number) =>
	JSON.stringify({ newStatus: 'ISSUED', setId: `set ${number}`, parcelReference: `P-${number}` });

async function start(queue: Queue, options: object, after: Node, settings: object = {}): Promise<StoredWorkflow> {
	const credential = place.credentials.queue;
	const trigger: Node = {
		name: 'Trigger',
		type: 'n8n-nodes-cargo-exchange.cargoExchangeTrigger',
		typeVersion: 1,
		parameters: { queue: queue.name, options },
		credentials: { [credential.type]: credential },
	};
	const file = chain(`${after.name} on ${queue.name}`, [trigger, after]);
	const workflow = await createWorkflow(place.session, { ...file, settings: { executionOrder: 'v1', ...settings } });
	await activate(place.session, workflow);
	active.push(workflow);
	return workflow;
}

const statuses = async (workflow: StoredWorkflow) =>
	(await executionsOf(place.session, workflow.id)).map(({ status }) => status);
const empty = (queue: Queue) => until(async () => (await lookAtQueue(queue)).messages === 0, 'an empty queue');

it('keeps the text of a message that is not a status event, and goes on', async () => {
	const queue = await newQueue();
	const workflow = await start(queue, {}, nothing);
	await publish(queue, 'this is no JSON', event(1));
	await empty(queue);
	if (n8nVersion.startsWith('1.')) {
		// n8n 1 has no way to record it as a failed execution: it is in the log.
		const log = () => readFile(join(given('E2E_FOLDER'), 'n8n.log'), 'utf8');
		await until(async () => (await log()).includes('not a status event'), 'a line in the log of n8n');
		await until(async () => (await statuses(workflow)).length === 1, 'one execution');
		return;
	}
	await until(async () => (await statuses(workflow)).length === 2, 'two executions');
	const failed = (await executionsOf(place.session, workflow.id)).find(({ status }) => status === 'error');
	expect(failed?.problem?.message).toContain('not a status event');
	expect(failed?.problem?.description).toContain('this is no JSON');
});

it('repeats the failing workflow only', async () => {
	const queue = await newQueue();
	const failing = await start(queue, { retries: 1, retryDelaySeconds: 1 }, stopAndError);
	const healthy = await start(queue, {}, nothing);
	await publish(queue, event(1), event(2));
	await until(async () => (await statuses(failing)).length === 4, 'four failed executions');
	await until(async () => (await statuses(healthy)).length === 2, 'two executions that succeed');
	await empty(queue);
	expect(await statuses(failing)).toEqual(['error', 'error', 'error', 'error']);
	expect(await statuses(healthy)).toEqual(['success', 'success']);
});

it('does not repeat a run that a person stopped', async () => {
	const queue = await newQueue();
	const workflow = await start(queue, { retries: 3, retryDelaySeconds: 1 }, wait(longestHeld));
	await publish(queue, event(1), event(2));
	const running = async () => {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
		const { results } = await place.session.call('GET', `/executions?filter=${filter}&limit=10`, listing);
		return results.filter(({ status }) => status === 'running');
	};
	await until(async () => (await running()).length === 2, 'two runs');
	for (const { id } of await running()) await place.session.call('POST', `/executions/${id}/stop`, z.unknown(), {});
	await until(async () => (await statuses(workflow)).length === 2, 'two stopped runs');
	await new Promise((resolve) => setTimeout(resolve, 4_000));
	expect(await statuses(workflow)).toEqual(['canceled', 'canceled']);
	expect(await running()).toEqual([]);
	expect((await lookAtQueue(queue)).messages).toBe(0);
});

it('repeats a run that ended by the time limit of its workflow', async () => {
	const queue = await newQueue();
	const workflow = await start(queue, { retries: 1, retryDelaySeconds: 1 }, wait(longestHeld), { executionTimeout: 2 });
	await publish(queue, event(1), event(2));
	await until(async () => (await statuses(workflow)).length === 4, 'four timed-out runs');
	expect(await statuses(workflow)).toEqual(['canceled', 'canceled', 'canceled', 'canceled']);
});

it('counts a run that waits in the care of n8n as done', async () => {
	const queue = await newQueue();
	const workflow = await start(queue, { parallel: 1 }, wait(3_600));
	await publish(queue, event(1), event(2));
	await until(
		async () => (await statuses(workflow)).filter((status) => status === 'waiting').length === 2,
		'two waiting runs',
	);
	await deactivate(place.session, workflow);
	await until(async () => (await lookAtQueue(queue)).consumers === 0, 'no reader');
	expect((await lookAtQueue(queue)).messages).toBe(0);
});

it('runs a batch as one execution with many items', async () => {
	const queue = await newQueue();
	await publish(queue, ...Array.from({ length: 25 }, (_, number) => event(number)));
	// Long enough for messages that a busy machine brings in two portions.
	const workflow = await start(queue, { batchSize: 10, batchWaitMs: 15_000 }, nothing);
	await until(async () => (await statuses(workflow)).length === 3, 'three executions');
	const items = (await executionsOf(place.session, workflow.id)).map((execution) => execution.items('Nothing').length);
	expect(items.sort((one, other) => other - one)).toEqual([10, 10, 5]);
});

const listing = z.looseObject({ results: z.array(z.looseObject({ id: z.string(), status: z.string() })) });
