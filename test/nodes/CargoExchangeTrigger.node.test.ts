import { NodeOperationError } from 'n8n-workflow';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { until, useSharedBroker } from '../helpers/broker';
import { ActiveWorkflow } from '../trigger/activeWorkflow';

// Before the connection is closed. A reader stays for five seconds after its last workflow: all of them at the same time.
afterAll(async () => {
	for (queue of queues) {
		await until(async () => (await consumers()) === 0);
		await shared.connection.channel.deleteQueue(queue);
	}
});
const shared = useSharedBroker();
const setId = '3fa85f64-5717-4562-b3fc-2c963f66afa6';
const event = (fields: object) =>
	JSON.stringify({ newStatus: 'ISSUED', action: 'Sign', instance: 'Exchange', ...fields });
const sets = (...numbers: number[]) =>
	numbers.map((number) => event({ setId: `set ${number}`, parcelReference: `P-${number}` }));

let queue: string;
const queues: string[] = [];
const active: ActiveWorkflow[] = [];

async function start(
	id: string,
	setup: Partial<Parameters<typeof ActiveWorkflow.start>[2]> = {},
	mode?: 'update' | 'init',
) {
	const workflow = await ActiveWorkflow.start(
		new CargoExchangeTrigger(),
		id,
		{ queueAccount: shared.account, ...setup, parameters: { queue, ...setup.parameters } },
		mode,
	);
	active.push(workflow);
	return workflow;
}

const consumers = async () => (await shared.connection.channel.checkQueue(queue)).consumerCount;
const unread = async () => (await shared.connection.channel.checkQueue(queue)).messageCount;

beforeEach(async () => {
	queue = await shared.connection.queue();
	queues.push(queue);
});
afterEach(async () => {
	for (const workflow of active.splice(0)) await workflow.close();
});

it('runs the workflow for each event, with the event in one fixed form', async () => {
	const workflow = await start('form');
	await shared.connection.publish(queue, [
		event({ setId, updatedDate: 'Thu May 12 10:20:30 UTC 2022', actor: 'Ada', somethingNew: 7 }),
		event({ setId: 'second', newStatus: 'Signed' }),
	]);
	await until(() => workflow.executions.length === 2);
	expect(workflow.executions[0]?.items).toMatchObject([
		{ json: { event: 'issued', setId, actor: 'Ada', redelivered: false, extra: { somethingNew: 7 } } },
	]);
	expect(workflow.fields('event')).toEqual(['issued', 'signed']);
});

it('keeps a message until the workflow has succeeded: what was not acknowledged comes again', async () => {
	const workflow = await start('slow', { ends: (_execution, number) => (number === 2 ? 'success' : undefined) });
	await shared.connection.publish(queue, sets(1, 2));
	await until(() => workflow.executions.length === 2);
	await workflow.close();
	await until(async () => (await consumers()) === 0);
	workflow.executions[0]?.end('canceled');
	await until(async () => (await unread()) === 1);
	expect(await shared.connection.drain(queue)).toEqual(sets(1));
});

it('closes at once and twice, and settles what is in flight afterwards', async () => {
	const workflow = await start('closing', { ends: () => undefined });
	await shared.connection.publish(queue, sets(1, 2));
	await until(() => workflow.executions.length === 2);
	await workflow.close();
	await workflow.close();
	await until(async () => (await consumers()) === 0);
	expect(await unread()).toBe(0);
	for (const execution of workflow.executions) execution.end('success');
	await until(async () => (await unread()) === 0);
	expect(await shared.connection.drain(queue)).toEqual([]);
});

it('records what is not a status event as a failed execution with its text, and rejects it', async () => {
	const dead = await shared.connection.queue();
	const readQueue = await shared.connection.queue({ deadLetterExchange: '', deadLetterRoutingKey: dead });
	const workflow = await start('unreadable', { parameters: { queue: readQueue } });
	await shared.connection.publish(readQueue, ['no JSON', '{"kind":"other"}', ...sets(1)]);
	await until(() => workflow.executions.length === 1 && workflow.failures.length === 2);
	const [failure] = workflow.failures;
	expect(failure).toBeInstanceOf(NodeOperationError);
	expect((failure as NodeOperationError).description).toContain('no JSON');
	await until(async () => (await shared.connection.ready(dead)) === 2);
	await workflow.close();
	await until(async () => (await shared.connection.channel.checkQueue(readQueue)).consumerCount === 0);
	expect(await shared.connection.ready(readQueue)).toBe(0);
});

it('does not stop the edit of a workflow when the broker is only out of reach', async () => {
	await start('edited', { queueAccount: { ...shared.account, port: 1 } }, 'update');
	const wrong = start('edited wrongly', { queueAccount: { ...shared.account, password: 'wrong' } }, 'update');
	await expect(wrong).rejects.toThrow();
});
