import { until } from '../helpers/broker';
import { useProxiedBroker } from '../helpers/proxiedBroker';
import { edited, published } from './fakeQueue';
import { liveDispatcher } from './liveDispatcher';
import { statusMessage } from './workflows';

const events = 100;
const numbers = Array.from({ length: events }, (_, number) => number);
const bodies = numbers.map((number) => statusMessage(`set ${number}`, number));
const proxied = useProxiedBroker();

/** A queue of either kind; what a quorum queue has delivered too often goes to the dead-letter queue. */
async function queueOf(type: 'classic' | 'quorum', deliveryLimit: number): Promise<{ queue: string; dead: string }> {
	const dead = await proxied.connection.queue();
	const deadLetters = { deadLetterExchange: '', deadLetterRoutingKey: dead };
	const queue = await proxied.connection.queue(
		type === 'classic'
			? deadLetters
			: { ...deadLetters, arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': deliveryLimit } },
	);
	await proxied.connection.publish(queue, bodies);
	return { queue, dead };
}

async function expectEachOnce(seen: () => number[], { queue, dead }: { queue: string; dead: string }): Promise<void> {
	await until(() => seen().length >= events, 50_000);
	await until(async () => (await proxied.connection.ready(queue)) === 0);
	expect(seen().toSorted((one, other) => one - other)).toEqual(numbers);
	expect(await proxied.connection.ready(dead)).toBe(0);
}

describe.each(['classic', 'quorum'] as const)('messages that wait behind slow runs on a %s queue', (type) => {
	// A cut takes up to four seconds, so this is the short version; `npm run test:brokers` has 30 cuts and a limit of 20.
	it('are each run once although the connection is cut 8 times and each may be delivered 5 times', async () => {
		const queues = await queueOf(type, 5);
		const { dispatcher, workflow } = liveDispatcher(proxied.account, queues.queue);
		const all = workflow('all', { parallel: 2 }, { lastsMs: () => 50 });
		const handle = await dispatcher.subscribe(all, published);
		for (let cut = 0; cut < 8; cut++) {
			const before = all.runs.length;
			await until(() => all.runs.length >= before + 6);
			proxied.proxy.cut();
		}
		await expectEachOnce(() => all.started.flat(), queues);
		handle.unsubscribe();
	});

	it('are each run once although the workflow is edited 30 times and each may be delivered 20 times', async () => {
		const queues = await queueOf(type, 20);
		const { dispatcher, workflow } = liveDispatcher(proxied.account, queues.queue);
		const versions = [workflow('w', { parallel: 2 }, { lastsMs: () => 500 })];
		let handle = await dispatcher.subscribe(versions[0]!, published);
		for (let edit = 0; edit < 30; edit++) {
			handle.unsubscribe();
			const next = workflow('w', { parallel: 2 }, { lastsMs: () => (edit < 29 ? 500 : 10) });
			versions.push(next);
			handle = await dispatcher.subscribe(next, edited);
		}
		await expectEachOnce(() => versions.flatMap(({ started }) => started.flat()), queues);
		handle.unsubscribe();
	});
});
