import type { IDataObject } from 'n8n-workflow';
import { CargoExchangeTrigger } from '../../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { until, useSharedBroker } from '../../helpers/broker';
import { jsonOf, textLike, useExchangeNode } from '../../helpers/exchangeNode';
import { ActiveWorkflow } from '../../trigger/activeWorkflow';

const shared = useSharedBroker();
const exchange = useExchangeNode();
const event = (number: number) => JSON.stringify({ newStatus: 'ISSUED', setId: `set ${number}` });
const isTime = textLike(/^\d{4}-\d\d-\d\dT/);

let queue: string;
const active: ActiveWorkflow[] = [];

beforeEach(async () => {
	queue = await shared.connection.queue();
});
afterEach(async () => {
	for (const workflow of active.splice(0)) {
		await workflow.close();
		// The connection stays open for what runs.
		for (const execution of workflow.executions) execution.end('success');
	}
	await shared.connection.channel.deleteQueue(queue);
});

/** A workflow on the queue whose executions end like this. */
async function start(id: string, ends: () => string | undefined): Promise<void> {
	const parameters = { queue, options: { parallel: 10 } };
	active.push(
		await ActiveWorkflow.start(new CargoExchangeTrigger(), id, { queueAccount: shared.account, parameters, ends }),
	);
}

async function status(account: IDataObject = {}): Promise<IDataObject> {
	const credentials = { cargoExchangeQueueApi: { ...shared.account, ...account } };
	const [json = {}] = jsonOf(await exchange.run('queue.getStatus', { queue }, { credentials }));
	return json;
}

it('shows what waits in a queue that nobody here reads', async () => {
	await shared.connection.publish(queue, [event(1), event(2)]);
	await until(async () => (await shared.connection.ready(queue)) === 2);
	expect(Object.entries(await status())).toEqual(
		Object.entries({
			queue,
			messages: 2,
			received: null,
			waitingForRetry: null,
			paused: null,
			pausedWorkflows: null,
			reading: null,
			connectedSince: null,
			lastEventAt: null,
			lastFault: null,
			consumers: 0,
		}),
	);
});

it('shows since when a workflow reads the queue, and what it has at hand', async () => {
	await start('reads', () => undefined);
	await shared.connection.publish(queue, [event(1), event(2)]);
	await until(async () => (await status())['received'] === 2);
	expect(await status()).toEqual({
		queue,
		messages: 0,
		consumers: 1,
		reading: true,
		connectedSince: isTime,
		received: 2,
		waitingForRetry: 0,
		paused: 0,
		pausedWorkflows: [],
		lastEventAt: isTime,
		lastFault: null,
	});
});

it('names the workflows that are paused', async () => {
	await start('paused', () => 'error');
	await shared.connection.publish(queue, [1, 2, 3, 4, 5].map(event));
	await until(async () => (await status())['paused'] === 1);
	expect(await status()).toMatchObject({
		reading: true,
		pausedWorkflows: [{ id: 'paused', name: 'Workflow paused' }],
		waitingForRetry: 5,
		received: 5,
	});
});

it('answers with the fault if the broker is away', async () => {
	const unread = { queue, messages: null, consumers: null };
	expect(await status({ port: 1 })).toMatchObject({ ...unread, lastFault: textLike(/listening|reached/) });
});

it.each<[string, IDataObject, string, RegExp]>([
	['the password', { password: 'wrong' }, 'any', /password/],
	['the name of the queue', {}, 'nowhere', /no queue "nowhere"/],
])('fails if %s is wrong', async (_what, account, queue, fault) => {
	const credentials = { cargoExchangeQueueApi: { ...shared.account, ...account } };
	const { error } = await exchange.run('queue.getStatus', { queue }, { credentials });
	expect(error?.message).toMatch(fault);
	expect(error?.description).toContain('heck');
});
