import { accountOf, connectionNames, until as untilBy } from '../helpers/broker';
import { useProxiedBroker } from '../helpers/proxiedBroker';
import { edited, published } from './fakeQueue';
import { liveDispatcher } from './liveDispatcher';
import { numberOf, statusMessage, type TestWorkflow } from './workflows';

jest.setTimeout(400_000);

// Short versions; `npm run test:chaos` and `npm run test:brokers` have the long ones.
const events = 100;
const sets = 20;
const bodies = Array.from({ length: events }, (_, number) => statusMessage(`set ${number % sets}`, number));
const numbers = bodies.map((_, number) => number);

const proxied = useProxiedBroker();
/** A broker that restarts takes its time. */
const until = (condition: () => boolean | Promise<boolean>) => untilBy(condition, 180_000);

/** An empty quorum queue; what it has delivered too often goes to the dead-letter queue. */
async function queueWithLimit(deliveryLimit: number) {
	const dead = await proxied.connection.queue();
	const queue = await proxied.connection.queue({
		deadLetterExchange: '',
		deadLetterRoutingKey: dead,
		arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': deliveryLimit },
	});
	return { queue, dead };
}

/** Every number once, and the numbers of each set in the order they were published. */
function expectEachOnceInOrder(seen: number[], expected: number[]): void {
	expect(seen.toSorted((one, other) => one - other)).toEqual(expected);
	for (let set = 0; set < sets; set++) {
		const ofSet = seen.filter((number) => number % sets === set);
		expect(ofSet).toEqual(ofSet.toSorted((one, other) => one - other));
	}
}

const wants: TestWorkflow['wants'] = (message) => numberOf(message) % 2 === 0;
const even = numbers.filter((number) => number % 2 === 0);

it('runs each message once and in order although the connection is cut 8 times and each may be delivered 5 times', async () => {
	const { queue, dead } = await queueWithLimit(5);
	const { dispatcher, workflow } = liveDispatcher(proxied.account, queue);
	const all = workflow('all', { parallel: 2 }, { lastsMs: () => 50 });
	const some = workflow('even', { parallel: 2 }, { lastsMs: () => 50, wants });
	const handles = [await dispatcher.subscribe(all, published), await dispatcher.subscribe(some, published)];
	// What comes before both have joined, only one of them runs.
	await proxied.connection.publish(queue, bodies);
	for (let cut = 0; cut < 8; cut++) {
		const before = all.runs.length;
		await until(() => all.runs.length >= before + 6);
		proxied.proxy.cut();
	}
	await until(() => all.runs.length >= events && some.runs.length >= events / 2);
	await until(async () => (await proxied.connection.ready(queue)) === 0);
	expectEachOnceInOrder(all.started.flat(), numbers);
	expectEachOnceInOrder(some.started.flat(), even);
	expect(await proxied.connection.ready(dead)).toBe(0);
	await until(() => proxied.proxy.connections() === 1);
	for (const handle of handles) handle.unsubscribe();
	await until(() => proxied.proxy.connections() === 0);
	expect(await proxied.connection.ready(queue)).toBe(0);
});

it('runs each message once although the workflow is edited 30 times and each may be delivered 20 times', async () => {
	const { queue, dead } = await queueWithLimit(20);
	const { dispatcher, workflow } = liveDispatcher(proxied.account, queue);
	const versions = [workflow('w', { parallel: 2 }, { lastsMs: () => 500 })];
	let handle = await dispatcher.subscribe(versions[0]!, published);
	await proxied.connection.publish(queue, bodies);
	for (let edit = 0; edit < 30; edit++) {
		handle.unsubscribe();
		const next = workflow('w', { parallel: 2 }, { lastsMs: () => (edit < 29 ? 500 : 10) });
		versions.push(next);
		handle = await dispatcher.subscribe(next, edited);
	}
	const seen = () => versions.flatMap(({ started }) => started.flat());
	await until(() => seen().length >= events);
	await until(async () => (await proxied.connection.ready(queue)) === 0);
	expectEachOnceInOrder(seen(), numbers);
	expect(await proxied.connection.ready(dead)).toBe(0);
	handle.unsubscribe();
});

it('loses nothing over a restart of the broker, reads again within seconds, and leaves one connection', async () => {
	const queue = await proxied.connection.queue();
	const { dispatcher, workflow } = liveDispatcher(accountOf(proxied.broker.url), queue);
	// So that the restart finds some runs in progress.
	const lastsMs = () => Math.random() * 4;
	const all = workflow('all', { parallel: 10 }, { lastsMs });
	const some = workflow('even', {}, { lastsMs, wants });
	const handles = [await dispatcher.subscribe(all, published), await dispatcher.subscribe(some, published)];
	await proxied.connection.publish(queue, bodies);
	await until(() => all.runs.length > events / 3);
	await proxied.broker.restart();
	await until(() => all.runs.length >= events && some.runs.length >= events / 2);
	expectEachOnceInOrder(all.started.flat(), numbers);
	expectEachOnceInOrder(some.started.flat(), even);
	const ours = async () => (await connectionNames(proxied.broker)).filter((name) => name.includes('cargo-exchange'));
	await until(async () => (await ours()).length === 1);
	for (const handle of handles) handle.unsubscribe();
	await until(async () => (await ours()).length === 0);
	await proxied.reconnect();
	expect(await proxied.connection.ready(queue)).toBe(0);
});
