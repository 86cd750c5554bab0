import { accountOf, connectionNames, until as untilBy } from '../helpers/broker';
import { useProxiedBroker } from '../helpers/proxiedBroker';
import { published } from './fakeQueue';
import { liveDispatcher } from './liveDispatcher';
import { numberOf, statusMessage, type TestWorkflow } from './workflows';

jest.setTimeout(400_000);

// A short version; `npm run test:chaos` has the long one.
const events = 600;
const cuts = 3;
const restarts = 1;
const sets = 20;
const bodies = Array.from({ length: events }, (_, number) => statusMessage(`set ${number % sets}`, number));
const numbers = bodies.map((_, number) => number);

const proxied = useProxiedBroker();
/** A broker that restarts takes its time. */
const until = (condition: () => boolean | Promise<boolean>) => untilBy(condition, 180_000);

/** The runs of a workflow, checked: every number once, and the numbers of each set in the order they were published. */
function expectEachOnceInOrder(workflow: TestWorkflow, expected: number[]): void {
	const seen = workflow.started.flat();
	expect(seen.toSorted((one, other) => one - other)).toEqual(expected);
	for (let set = 0; set < sets; set++) {
		const ofSet = seen.filter((number) => number % sets === set);
		expect(ofSet).toEqual(ofSet.toSorted((one, other) => one - other));
	}
}

/** So that cuts find some runs in progress. */
const lastsMs = () => Math.random() * 4;
const wants: TestWorkflow['wants'] = (message) => numberOf(message) % 2 === 0;

it('loses nothing and repeats nothing over cut connections, for two workflows with different filters', async () => {
	const queue = await proxied.connection.queue();
	const { dispatcher, workflow } = liveDispatcher(proxied.account, queue);
	const all = workflow('all', { parallel: 10 }, { lastsMs });
	const even = workflow('even', { parallel: 5 }, { lastsMs, wants });
	const handles = [await dispatcher.subscribe(all, published), await dispatcher.subscribe(even, published)];
	const publishing = proxied.connection.publish(queue, bodies);
	for (let cut = 0; cut < cuts; cut++) {
		const before = all.runs.length;
		proxied.proxy.cut();
		await until(() => all.runs.length > Math.min(before + events / cuts / 2, events - 1));
	}
	await publishing;
	await until(() => all.runs.length >= events && even.runs.length >= events / 2);
	await until(async () => (await proxied.connection.ready(queue)) === 0);
	expectEachOnceInOrder(all, numbers);
	expectEachOnceInOrder(
		even,
		numbers.filter((number) => number % 2 === 0),
	);
	await until(() => proxied.proxy.connections() === 1);
	for (const handle of handles) handle.unsubscribe();
	await until(() => proxied.proxy.connections() === 0);
	expect(await proxied.connection.ready(queue)).toBe(0);
});

it('loses nothing over restarts of the broker, reads again within seconds, and leaves one connection', async () => {
	const queue = await proxied.connection.queue();
	const { dispatcher, workflow } = liveDispatcher(accountOf(proxied.broker.url), queue);
	const all = workflow('all', { parallel: 10 }, { lastsMs });
	const even = workflow('even', {}, { lastsMs, wants });
	const handles = [await dispatcher.subscribe(all, published), await dispatcher.subscribe(even, published)];
	const perRestart = events / restarts;
	for (let restart = 0; restart < restarts; restart++) {
		const before = all.runs.length;
		await proxied.connection.publish(queue, bodies.slice(restart * perRestart, (restart + 1) * perRestart));
		await until(() => all.runs.length > before + perRestart / 3);
		await proxied.broker.restart();
		await proxied.reconnect();
		await until(() => all.runs.length >= (restart + 1) * perRestart);
	}
	await until(() => even.runs.length >= events / 2);
	expectEachOnceInOrder(all, numbers);
	expectEachOnceInOrder(
		even,
		numbers.filter((number) => number % 2 === 0),
	);
	const ours = async () => (await connectionNames(proxied.broker)).filter((name) => name.includes('cargo-exchange'));
	await until(async () => (await ours()).length === 1);
	expect(await ours()).toEqual(['n8n-nodes-cargo-exchange']);
	for (const handle of handles) handle.unsubscribe();
	await until(async () => (await ours()).length === 0);
	expect(await proxied.connection.ready(queue)).toBe(0);
});
