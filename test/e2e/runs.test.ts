import { z } from 'zod/v4';
import { executionsOf } from '../../scripts/n8n/rest/executions';
import { activate, createWorkflow, deactivate, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { openConnection, type TestConnection } from '../helpers/broker';
import { chain, doNothing, openPlace, trigger, until, type Place, type WorkflowNode } from './place';

const stopAndError: WorkflowNode = {
	name: 'Fail',
	type: 'n8n-nodes-base.stopAndError',
	typeVersion: 1,
	parameters: { errorMessage: 'On purpose' },
};
/** In seconds: n8n puts a run that waits longer away into its database. */
const longestHeld = 60;
const wait = (seconds: number): WorkflowNode => ({
	name: 'Wait',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { resume: 'timeInterval', amount: seconds, unit: 'seconds' },
});

let place: Place;
let connection: TestConnection;
let queue: string;
const active: StoredWorkflow[] = [];

beforeAll(async () => {
	place = await openPlace();
	connection = await openConnection(place.queue.url);
});
beforeEach(async () => {
	queue = await connection.queue();
});
afterEach(async () => {
	for (const workflow of active.splice(0)) await deactivate(place.session, workflow);
	await connection.channel.deleteQueue(queue);
});
afterAll(async () => {
	await connection.close();
	await place.close();
});

const event = (number: number) =>
	JSON.stringify({ newStatus: 'ISSUED', setId: `set ${number}`, parcelReference: `P-${number}` });

async function start(options: object, after: WorkflowNode, settings: object = {}): Promise<StoredWorkflow> {
	const file = chain(`${after.name} on ${queue}`, [trigger(queue, place.credentials.queue, { options }), after]);
	const workflow = await createWorkflow(place.session, { ...file, settings: { executionOrder: 'v1', ...settings } });
	await activate(place.session, workflow);
	active.push(workflow);
	return workflow;
}

const statuses = async (workflow: StoredWorkflow) =>
	(await executionsOf(place.session, workflow.id)).map(({ status }) => status);
const untilEmpty = () => until(async () => (await connection.ready(queue)) === 0);

it('keeps the text of a message that is not a status event, and continues', async () => {
	const workflow = await start({}, doNothing);
	await connection.publish(queue, ['this is no JSON', event(1)]);
	await untilEmpty();
	await until(async () => (await statuses(workflow)).length === 2);
	const failed = (await executionsOf(place.session, workflow.id)).find(({ status }) => status === 'error');
	expect(failed?.problem?.message).toContain('not a status event');
	expect(failed?.problem?.description).toContain('this is no JSON');
});

it('repeats the failing workflow only', async () => {
	const failing = await start({ retries: 1, retryDelaySeconds: 1, pauseOnFailures: false }, stopAndError);
	const healthy = await start({}, doNothing);
	await connection.publish(queue, [event(1), event(2)]);
	const runs = async () =>
		(await executionsOf(place.session, failing.id)).filter(({ problem }) => problem?.message.includes('On purpose'));
	await until(async () => (await runs()).length === 4);
	await until(async () => (await statuses(healthy)).length === 2);
	await untilEmpty();
	expect(await statuses(healthy)).toEqual(['success', 'success']);
});

it('pauses a workflow that fails for every message, says so once, and loses none', async () => {
	const paused = await start({ parallel: 1, keepOrderPerSet: false }, stopAndError);
	const healthy = await start({}, doNothing);
	await connection.publish(
		queue,
		Array.from({ length: 8 }, (_, number) => event(number)),
	);
	await until(async () => (await statuses(healthy)).length === 8);
	// The last one says that the workflow is paused.
	await until(async () => (await statuses(paused)).length === 6);
	await deactivate(place.session, paused);
	await untilEmpty();
});

it('does not repeat a run that a person stopped', async () => {
	const workflow = await start({ retries: 3, retryDelaySeconds: 1 }, wait(longestHeld));
	await connection.publish(queue, [event(1), event(2)]);
	const running = async () => {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
		const { results } = await place.session.call('GET', `/executions?filter=${filter}&limit=10`, listing);
		return results.filter(({ status }) => status === 'running');
	};
	await until(async () => (await running()).length === 2);
	for (const { id } of await running()) await place.session.call('POST', `/executions/${id}/stop`, z.unknown(), {});
	await until(async () => (await statuses(workflow)).length === 2);
	await new Promise((resolve) => setTimeout(resolve, 4_000));
	expect(await statuses(workflow)).toEqual(['canceled', 'canceled']);
	expect(await running()).toEqual([]);
	expect(await connection.ready(queue)).toBe(0);
});

it('repeats a run that ended by the time limit of its workflow', async () => {
	const options = { retries: 1, retryDelaySeconds: 1, pauseOnFailures: false };
	const workflow = await start(options, wait(longestHeld), { executionTimeout: 2 });
	await connection.publish(queue, [event(1), event(2)]);
	await until(async () => (await statuses(workflow)).filter((status) => status === 'canceled').length === 4);
});

it('counts a run that waits in the care of n8n as done', async () => {
	const workflow = await start({ parallel: 1 }, wait(3_600));
	await connection.publish(queue, [event(1), event(2)]);
	await until(async () => (await statuses(workflow)).filter((status) => status === 'waiting').length === 2);
	await deactivate(place.session, workflow);
	await until(async () => (await connection.channel.checkQueue(queue)).consumerCount === 0);
	expect(await connection.ready(queue)).toBe(0);
});

it('runs a batch as one execution with many items', async () => {
	await connection.publish(
		queue,
		Array.from({ length: 25 }, (_, number) => event(number)),
	);
	// Long enough for messages that a busy machine brings in two portions.
	const workflow = await start({ batchSize: 10, batchWaitMs: 15_000 }, doNothing);
	await until(async () => (await statuses(workflow)).length === 3);
	const items = (await executionsOf(place.session, workflow.id)).map((execution) => execution.items('Nothing').length);
	expect(items.sort((one, other) => other - one)).toEqual([10, 10, 5]);
});

const listing = z.looseObject({ results: z.array(z.looseObject({ id: z.string(), status: z.string() })) });
