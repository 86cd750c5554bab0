import { setTimeout as sleep } from 'node:timers/promises';
import { queueAccount } from '../../scripts/demo/accounts';
import { createCredential, type CredentialData, type StoredCredential } from '../../scripts/n8n/rest/resources';
import { executionsOf, finished } from '../../scripts/n8n/rest/executions';
import { activate, createWorkflow, deactivate, runWorkflow } from '../../scripts/n8n/rest/workflows';
import { accountOf } from '../helpers/broker';
import { startTcpProxy, type TcpProxy } from '../helpers/tcpProxy';
import { chain, doNothing, lookAtQueue, openPlace, trigger, until, type Place } from './place';

let place: Place;
/** Between n8n and the broker, to count n8n's connections. */
let proxy: TcpProxy;
let account: CredentialData;
let credential: StoredCredential;
beforeAll(async () => {
	place = await openPlace();
	const { url } = place.queue;
	proxy = await startTcpProxy(accountOf(url).port);
	account = { ...queueAccount(url), port: proxy.port };
	credential = await createCredential(place.session, 'Queue behind a proxy', 'cargoExchangeQueueApi', account);
});
afterAll(async () => {
	await proxy.stop();
	await place.close();
});

const workflow = (queue: string, queueCredential = credential) => {
	const reading = trigger(queue, queueCredential, { events: ['signed', 'issued'] });
	return createWorkflow(place.session, chain(`Trigger on ${queue}`, [reading, doNothing]));
};
const untilConnections = (count: number) => until(() => proxy.connections() === count);

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
		await untilConnections(0);
	});

	it('is not published with a wrong password, and says so', async () => {
		const data = { ...account, password: 'wrong' };
		const wrong = await createCredential(place.session, 'Wrong password', 'cargoExchangeQueueApi', data);
		await expect(activate(place.session, await workflow(place.queue.name, wrong))).rejects.toThrow(/password/i);
		await untilConnections(0);
	});

	it('shows the next message in the editor and leaves it and its neighbour on the queue', async () => {
		const [first] = await signSets(2);
		const run = await finished(
			place.session,
			await runWorkflow(place.session, await workflow(place.queue.name), 'Trigger'),
		);
		expect(run.problem).toBeNull();
		expect(run.items('Trigger')).toMatchObject([{ json: { event: 'signed', setId: first } }]);
		await until(async () => (await lookAtQueue(place.queue)).messages === 2);
		await untilConnections(0);
	});

	it('takes both once it is published, over one connection, and leaves none when it is deactivated', async () => {
		const live = await workflow(place.queue.name);
		await activate(place.session, live);
		await until(async () => (await executionsOf(place.session, live.id)).length === 2);
		await until(async () => (await lookAtQueue(place.queue)).messages === 0);
		await untilConnections(1);

		await deactivate(place.session, live);
		await untilConnections(0);
		await sleep(3_000);
		expect(proxy.connections()).toBe(0);
		expect((await lookAtQueue(place.queue)).consumers).toBe(0);
	});
});
