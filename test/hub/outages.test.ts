import { setTimeout as sleep } from 'node:timers/promises';
import type { Broker } from '../../scripts/broker';
import { accountOf, connectionNames, lendHand, ownBroker, until, type Hand } from '../helpers/broker';
import { startTcpProxy, type TcpProxy } from '../helpers/tcpProxy';
import { published } from './fakeQueue';
import { liveHub } from './liveHub';
import { numberOf, statusMessage, type TestWorkflow } from './workflows';

jest.setTimeout(180_000);

// A short version; `npm run test:chaos` has the long one.
const events = 600;
const cuts = 3;
const restarts = 1;
const sets = 20;
const bodies = Array.from({ length: events }, (_, number) => statusMessage(`set ${number % sets}`, number));
const numbers = bodies.map((_, number) => number);

let broker: Broker;
let proxy: TcpProxy;
let hand: Hand;

beforeAll(async () => {
	broker = await ownBroker();
	proxy = await startTcpProxy(Number(new URL(broker.url).port));
	hand = await lendHand(broker.url);
});
afterAll(async () => {
	await hand.close();
	await proxy.stop();
	await broker.stop();
});

/** The runs of a workflow, checked: every number once, and the numbers of each set in the order they were published. */
function expectEachOnceInOrder(workflow: TestWorkflow, expected: number[]): void {
	const seen = workflow.started.flat();
	expect(seen.toSorted((one, other) => one - other)).toEqual(expected);
	for (let set = 0; set < sets; set++) {
		const ofSet = seen.filter((number) => number % sets === set);
		expect(ofSet).toEqual(ofSet.toSorted((one, other) => one - other));
	}
}

/** Runs that take a moment, so that cuts find some in progress. */
function lasting(workflow: TestWorkflow): TestWorkflow {
	const { run } = workflow;
	workflow.run = async (messages) => {
		const end = run(messages);
		await sleep(Math.random() * 4);
		workflow.runs.find((each) => each.messages === messages)?.end('done');
		return await end;
	};
	return workflow;
}

it('loses nothing and repeats nothing over cut connections, for two workflows with different filters', async () => {
	const queue = await hand.queue();
	const { hub, workflow } = liveHub({ ...accountOf(broker.url), port: proxy.port }, queue);
	const all = lasting(workflow('all', { parallel: 10 }));
	const even = lasting(workflow('even', { parallel: 5 }, { wants: (message) => numberOf(message) % 2 === 0 }));
	const memberships = [await hub.subscribe(all, published), await hub.subscribe(even, published)];
	const publishing = hand.publish(queue, bodies);
	for (let cut = 0; cut < cuts; cut++) {
		const before = all.runs.length;
		proxy.cut();
		await until(() => all.runs.length > Math.min(before + events / cuts / 2, events - 1), 60_000);
	}
	await publishing;
	await until(() => all.runs.length >= events && even.runs.length >= events / 2, 120_000);
	await until(async () => (await hand.ready(queue)) === 0);
	expectEachOnceInOrder(all, numbers);
	expectEachOnceInOrder(
		even,
		numbers.filter((number) => number % 2 === 0),
	);
	expect(proxy.connections()).toBe(1);
	for (const membership of memberships) membership.leave();
	await until(() => proxy.connections() === 0);
	expect(await hand.ready(queue)).toBe(0);
});

it('loses nothing over restarts of the broker, reads again within seconds, and leaves one connection', async () => {
	const queue = await hand.queue();
	const { hub, workflow } = liveHub(accountOf(broker.url), queue);
	const all = lasting(workflow('all', { parallel: 10 }));
	const even = lasting(workflow('even', {}, { wants: (message) => numberOf(message) % 2 === 0 }));
	const memberships = [await hub.subscribe(all, published), await hub.subscribe(even, published)];
	const perRestart = events / restarts;
	for (let restart = 0; restart < restarts; restart++) {
		const before = all.runs.length;
		await hand.publish(queue, bodies.slice(restart * perRestart, (restart + 1) * perRestart));
		await until(() => all.runs.length > before + perRestart / 3, 60_000);
		await broker.restart();
		await hand.close();
		hand = await lendHand(broker.url);
		await until(() => all.runs.length >= (restart + 1) * perRestart, 60_000);
	}
	await until(() => even.runs.length >= events / 2, 60_000);
	expectEachOnceInOrder(all, numbers);
	expectEachOnceInOrder(
		even,
		numbers.filter((number) => number % 2 === 0),
	);
	const ours = async () => (await connectionNames(broker)).filter((name) => name.includes('cargo-exchange'));
	await until(async () => (await ours()).length === 1);
	expect(await ours()).toEqual(['n8n-nodes-cargo-exchange: all, even']);
	for (const membership of memberships) membership.leave();
	await until(async () => (await ours()).length === 0);
	expect(await hand.ready(queue)).toBe(0);
});
