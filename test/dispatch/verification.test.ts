import { AmqpError } from '../../nodes/CargoExchange/errors';
import { FakeClock, settled } from './fakeClock';
import { dispatcherAt, edited, published, starting, unreachable, wrongPassword } from './fakeQueue';
import { TestWorkflow } from './workflows';

const minute = 60_000;

/** A queue that cannot be read for now, and the times at which a workflow tries to. */
function unreadableQueue(fault: AmqpError) {
	const clock = new FakeClock();
	const at: number[] = [];
	const state = { fault: fault as AmqpError | null };
	const verify = () => {
		at.push(clock.now());
		return Promise.resolve(state.fault);
	};
	return { ...dispatcherAt(clock, { verify, random: () => 1 }), clock, at, state };
}

it.each([
	['within seconds of the end of an outage, however long that was', unreachable, 4_000, 5_000],
	['rarely if only a person can help', wrongPassword, 30_000, 30_000],
])('tries %s, without end', async (_how, fault, least, most) => {
	const { dispatcher, clock, at } = unreadableQueue(fault);
	await dispatcher.subscribe(new TestWorkflow('w'), starting);
	await clock.advance(10 * 60 * minute);
	const gap = at.at(-1)! - at.at(-2)!;
	expect(gap).toBeGreaterThanOrEqual(least);
	expect(gap).toBeLessThanOrEqual(most);
	expect(clock.now() - at.at(-1)!).toBeLessThanOrEqual(most);
});

it('does not try again at once what has just failed', async () => {
	const { dispatcher, clock, at, state, consumers } = unreadableQueue(unreachable);
	await dispatcher.subscribe(new TestWorkflow('w'), edited);
	await settled();
	expect(at).toHaveLength(1);
	state.fault = null;
	await clock.advance(5_000);
	expect(consumers).toHaveLength(1);
});

it('ends when the workflow is deactivated', async () => {
	const { dispatcher, clock, at } = unreadableQueue(unreachable);
	const handle = await dispatcher.subscribe(new TestWorkflow('w'), starting);
	await clock.advance(minute);
	const attempts = at.length;
	handle.unsubscribe();
	await clock.advance(minute);
	expect(at).toHaveLength(attempts);
});

it('tries the others at once when one credential works, because a missing queue may be there now', async () => {
	const { dispatcher, clock, state, consumers } = unreadableQueue(wrongPassword);
	const [first, second] = ['first', 'second'].map((user) => new TestWorkflow(user).withCredential({ username: user }));
	await dispatcher.subscribe(first!, starting);
	await clock.advance(200_000);
	state.fault = null;
	await dispatcher.subscribe(second!, published);
	await settled();
	consumers[0]!.deliverEvent('a', 1);
	expect([first!.started, second!.started]).toEqual([[[1]], [[1]]]);
});
