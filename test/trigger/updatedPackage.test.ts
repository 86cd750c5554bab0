/** The package is updated while n8n runs: copies of different versions are in one process, and share what reads the queue. */
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { accountOf, useSharedBroker } from '../helpers/broker';
import { until } from '../helpers/until';
import { ActiveWorkflow } from './activeWorkflow';

const broker = useSharedBroker();
const active: ActiveWorkflow[] = [];
afterEach(async () => {
	for (const workflow of active.splice(0)) await workflow.close();
});

/** What copies share, by name. */
const registry = () => Reflect.get(globalThis, Symbol.for('n8n-nodes-cargo-exchange')) as Record<string, Shared>;
type Shared = { version: number; made: Record<string, unknown> };

/** The package as n8n loads it again. */
function laterCopy(): CargoExchangeTrigger {
	type Copy = { CargoExchangeTrigger: typeof CargoExchangeTrigger };
	let copy: Copy | undefined;
	jest.isolateModules(() => {
		copy = jest.requireActual<Copy>('../../nodes/CargoExchange/CargoExchangeTrigger.node');
	});
	expect(copy?.CargoExchangeTrigger).not.toBe(CargoExchangeTrigger);
	return new copy!.CargoExchangeTrigger();
}

async function publishedBefore() {
	const queue = await broker.connection.queue();
	const setup = { parameters: { queue }, queueAccount: accountOf(broker.url) };
	const before = await ActiveWorkflow.start(new CargoExchangeTrigger(), 'before', setup);
	active.push(before);
	const consumers = async () => (await broker.connection.channel.checkQueue(queue)).consumerCount;
	await until(async () => (await consumers()) === 1);
	const send = () => broker.connection.publish(queue, [JSON.stringify({ newStatus: 'ISSUED', setId: 'a' })]);
	return { setup, before, consumers, send };
}

it('reads a queue together with the version before, through its connection', async () => {
	const { setup, before, consumers, send } = await publishedBefore();
	const after = await ActiveWorkflow.start(laterCopy(), 'after', setup);
	await send();
	await until(() => before.executions.length === 1 && after.executions.length === 1);
	expect(await consumers()).toBe(1);
	await after.close();
});

it.each<[string, (shared: Shared) => Shared]>([
	['lacks a method that it needs', ({ version, made }) => ({ version, made: { subscribe: made['subscribe'] } })],
	['has another interface', ({ version, made }) => ({ version: version - 1, made })],
])(
	'does not read the queue a second time if that version %s: publishing asks for a restart of n8n',
	async (_how, as) => {
		const { setup, before, consumers, send } = await publishedBefore();
		const shared = registry();
		const { dispatcher } = shared;
		shared['dispatcher'] = as(dispatcher!);
		await expect(ActiveWorkflow.start(laterCopy(), 'after', setup)).rejects.toMatchObject({
			message: expect.stringMatching(/^Another version of this package is still running\. .*Restart n8n/) as string,
		});
		await send();
		await until(() => before.executions.length === 1);
		expect(await consumers()).toBe(1);
		shared['dispatcher'] = dispatcher!;
		await before.close();
	},
);
