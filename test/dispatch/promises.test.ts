import fc from 'fast-check';
import { useSharedBroker, sharedAccount, until } from '../helpers/broker';
import { edited, published } from './fakeQueue';
import { liveDispatcher } from './liveDispatcher';
import { statusMessage } from './workflows';

const shared = useSharedBroker();

it('keeps messages for a workflow that is edited and published again while another one reads on', async () => {
	const queue = await shared.connection.queue();
	const { dispatcher, workflow } = liveDispatcher(sharedAccount(), queue);
	const stays = workflow('stays', {}, { answer: () => 'done' });
	const versions = [workflow('edited', {}, { answer: () => 'done' })];
	const handle = await dispatcher.subscribe(stays, published);
	let current = await dispatcher.subscribe(versions[0]!, published);
	const bodies = Array.from({ length: 1_000 }, (_, number) => statusMessage(`set ${number % 10}`, number));
	for (let part = 0; part < 10; part++) {
		await shared.connection.publish(queue, bodies.slice(part * 100, part * 100 + 50));
		current.unsubscribe();
		await shared.connection.publish(queue, bodies.slice(part * 100 + 50, part * 100 + 100));
		const next = workflow('edited', {}, { answer: () => 'done' });
		versions.push(next);
		current = await dispatcher.subscribe(next, edited);
	}
	const seen = () => versions.flatMap(({ started }) => started.flat());
	await until(() => seen().length >= 1_000 && stays.runs.length >= 1_000);
	await until(async () => (await shared.connection.ready(queue)) === 0);
	expect(seen().toSorted((one, other) => one - other)).toEqual(bodies.map((_, number) => number));
	expect(stays.runs).toHaveLength(1_000);
	expect((await shared.connection.channel.checkQueue(queue)).consumerCount).toBe(1);
	for (const each of [handle, current]) each.unsubscribe();
	await until(async () => (await shared.connection.channel.checkQueue(queue)).consumerCount === 0);
	expect(await shared.connection.ready(queue)).toBe(0);
});

it('settles every message, whatever its body is, and accounts for each', async () => {
	const dead = await shared.connection.queue();
	const queue = await shared.connection.queue({ deadLetterExchange: '', deadLetterRoutingKey: dead });
	const { dispatcher, workflow } = liveDispatcher(sharedAccount(), queue);
	const all = workflow(
		'all',
		{ parallel: 50, skipDuplicates: false, keepOrderPerSet: false },
		{ answer: () => 'done' },
	);
	const handle = await dispatcher.subscribe(all, published);
	const message = { newStatus: 'ISSUED', setId: 'a', updatedDate: 'Thu May 12 10:20:30 UTC 2022', actor: 'Ada' };
	const mutated = fc.record({
		key: fc.constantFrom(...Object.keys(message), '__proto__', 'constructor', ''),
		value: fc.anything({ maxDepth: 4 }),
		cut: fc.nat(80),
		whole: fc.boolean(),
	});
	const bodies = [
		...fc.sample(fc.uint8Array({ maxLength: 300 }), { numRuns: 1_000, seed: 11 }).map((bytes) => Buffer.from(bytes)),
		...fc.sample(mutated, { numRuns: 2_000, seed: 12 }).map(({ key, value, cut, whole }) => {
			// A bigint or a symbol has no JSON; what remains is a message like any other.
			const text = JSON.stringify({ ...message, [key]: value }, (_key, each: unknown) =>
				typeof each === 'bigint' ? String(each) : each,
			);
			return Buffer.from(whole ? text : text.slice(0, cut));
		}),
	];
	await shared.connection.publish(queue, bodies);
	await until(() => all.runs.length + all.recorded.length >= bodies.length);
	handle.unsubscribe();
	await until(async () => (await shared.connection.channel.checkQueue(queue)).consumerCount === 0);
	expect(await shared.connection.ready(queue)).toBe(0);
	expect(all.runs.length + all.recorded.length).toBe(bodies.length);
	expect(all.runs.length).toBeGreaterThan(500);
	await until(async () => (await shared.connection.ready(dead)) === all.recorded.length);
});
