import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod/v4';
import { apiAccount, queueAccount } from '../../scripts/demo/accounts';
import { lookAtQueue } from '../../scripts/demo/queue';
import { createCredential, type StoredCredential } from '../../scripts/n8n/rest/resources';
import { executionsOf, finished } from '../../scripts/n8n/rest/executions';
import { activate, createWorkflow, deactivate, runWorkflow } from '../../scripts/n8n/rest/workflows';
import { startGate, type Gate } from './gate';
import { chain, openPlace, type Place } from './place';
import { until } from './until';

const type = 'n8n-nodes-cargo-exchange.cargoExchangeTrigger';
const trigger = (queue: string, credential: StoredCredential, parameters: Record<string, unknown> = {}) => ({
	name: 'Trigger',
	type,
	typeVersion: 1,
	parameters: {
		queue,
		events: ['signed', 'issued'],
		filters: {},
		options: {},
		...parameters,
	},
	credentials: { [credential.type]: credential },
});
const nothing = { name: 'Nothing', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

let place: Place;
let gate: Gate;
let credential: StoredCredential;
beforeAll(async () => {
	place = await openPlace();
	gate = await startGate(place.queue.url);
	credential = await createCredential(
		place.session,
		'Queue behind a gate',
		'cargoExchangeQueueApi',
		queueAccount(gate.url),
	);
});
afterAll(async () => {
	await gate.close();
	await place.close();
});

const workflow = (queue: string, account = credential) =>
	createWorkflow(place.session, chain(`Trigger on ${queue}`, [trigger(queue, account), nothing]));

/** Signs the first `count` sets of the demo stock that wait for it. */
async function signSets(count: number): Promise<string[]> {
	const { life, person, store } = place.simulator;
	const waiting = store.sets
		.all()
		.filter(({ stage }) => stage === 'Imported')
		.slice(0, count);
	for (const { setId } of waiting) {
		life.sign(setId);
		await life.authorize(setId, person);
	}
	return waiting.map(({ setId }) => setId);
}

describe('the trigger in a real n8n', () => {
	it('is not published on a queue that does not exist, and says so', async () => {
		await expect(activate(place.session, await workflow('no-such-queue'))).rejects.toThrow(/queue/i);
		await until(() => gate.open() === 0, 'no connection left');
	});

	it('is not published with a wrong password, and says so', async () => {
		const data = { ...queueAccount(gate.url), password: 'wrong' };
		const wrong = await createCredential(place.session, 'Wrong password', 'cargoExchangeQueueApi', data);
		await expect(activate(place.session, await workflow(place.queue.name, wrong))).rejects.toThrow(/password/i);
		await until(() => gate.open() === 0, 'no connection left');
	});

	it('shows the next message in the editor and leaves it and its neighbour on the queue', async () => {
		const [first] = await signSets(2);
		const run = await finished(
			place.session,
			await runWorkflow(place.session, await workflow(place.queue.name), 'Trigger'),
		);
		expect(run.problem).toBeNull();
		expect(run.items('Trigger')).toMatchObject([{ json: { event: 'signed', setId: first } }]);
		await until(async () => (await lookAtQueue(place.queue)).messages === 2, 'both messages back on the queue');
		await until(() => gate.open() === 0, 'no connection left');
	});

	it('takes both once it is published, over one connection, and leaves none when it is deactivated', async () => {
		const live = await workflow(place.queue.name);
		await activate(place.session, live);
		await until(async () => (await executionsOf(place.session, live.id)).length === 2, 'two executions');
		await until(async () => (await lookAtQueue(place.queue)).messages === 0, 'an empty queue');
		await until(() => gate.open() === 1, 'one connection');

		await deactivate(place.session, live);
		await until(() => gate.open() === 0, 'no connection');
		await sleep(3_000);
		expect(gate.open()).toBe(0);
		expect((await lookAtQueue(place.queue)).consumers).toBe(0);
	});
});

describe('the list of customers', () => {
	const choices = z.array(z.looseObject({ name: z.string(), value: z.unknown() }));
	const ask = (api: StoredCredential) =>
		place.session.call('POST', '/dynamic-node-parameters/options', choices, {
			path: 'parameters.customerIds',
			methodName: 'getCounterparties',
			nodeTypeAndVersion: { name: 'n8n-nodes-cargo-exchange.cargoExchange', version: 1 },
			currentNodeParameters: { resource: 'set', operation: 'search' },
			credentials: { [api.type]: api },
		});

	it('is filled from the exchange', async () => {
		const names = place.simulator.store.counterparties.all().map(({ customerName }) => customerName);
		expect((await ask(place.credentials.api)).map(({ name }) => name).sort()).toEqual(names.sort());
	});

	it('says what is wrong when the log-in is', async () => {
		const data = { ...apiAccount(place.simulator), password: 'wrong' };
		const wrong = await createCredential(place.session, 'Wrong API password', 'cargoExchangeApi', data);
		await expect(ask(wrong)).rejects.toThrow(/password/i);
	});
});
