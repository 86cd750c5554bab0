import fc from 'fast-check';
import { useSharedBroker, sharedAccount, until } from '../helpers/broker';
import { published } from './fakeQueue';
import { liveDispatcher } from './liveDispatcher';

const shared = useSharedBroker();

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
