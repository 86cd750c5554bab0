import { AmqpError } from '../../nodes/CargoExchange/errors';
import { FakeClock, settled } from './fakeClock';
import { dispatcherAt, edited, published, starting, unreachable, wrongPassword } from './fakeQueue';
import { TestWorkflow } from './workflows';

describe('joining', () => {
	it('shares one consumer per queue, whatever the user, and opens another one for another queue', async () => {
		const { dispatcher, consumers, verified } = dispatcherAt(new FakeClock());
		const other = new TestWorkflow('other').withCredential({ username: 'someone else', hostname: 'LOCALHOST' });
		await dispatcher.subscribe(new TestWorkflow('one'), published);
		await dispatcher.subscribe(other, published);
		await dispatcher.subscribe(new TestWorkflow('elsewhere', {}, { queue: 'second' }), published);
		await settled();
		expect(consumers.map(({ options }) => options.queue)).toEqual(['queue', 'second']);
		expect(verified).toEqual(['u@queue', 'someone else@queue', 'u@second']);
	});

	it('shares it among workflows that are published at the same moment', async () => {
		const { dispatcher, consumers } = dispatcherAt(new FakeClock(), { verify: async () => (await settled(), null) });
		const workflows = ['one', 'two', 'three'].map((id) => new TestWorkflow(id));
		await Promise.all(workflows.map((workflow) => dispatcher.subscribe(workflow, published)));
		await settled();
		expect(consumers).toHaveLength(1);
		consumers[0]!.deliverEvent('a', 1);
		await settled();
		expect(workflows.map(({ started }) => started)).toEqual([[[1]], [[1]], [[1]]]);
	});

	it.each([
		[published, wrongPassword],
		[published, unreachable],
		[edited, wrongPassword],
	])('throws at once what the user has to hear', async (joining, fault) => {
		const { dispatcher, consumers } = dispatcherAt(new FakeClock(), { verify: () => Promise.resolve(fault) });
		await expect(dispatcher.subscribe(new TestWorkflow('w'), joining)).rejects.toBe(fault);
		await settled();
		expect(consumers).toEqual([]);
	});

	it('reads with the newest credential first and tries the others in turn', async () => {
		const { dispatcher, consumers } = dispatcherAt(new FakeClock());
		for (const user of ['old', 'new'])
			await dispatcher.subscribe(new TestWorkflow(user).withCredential({ username: user }), published);
		await settled();
		const { options } = consumers[0]!;
		const users = [];
		for (let attempt = 0; attempt < 3; attempt++) users.push((await options.settings()).username);
		expect(users).toEqual(['new', 'old', 'new']);
	});

	it('reads with the credential of another workflow if one cannot be read any more', async () => {
		const { dispatcher, consumers } = dispatcherAt(new FakeClock());
		const [old, newest] = [new TestWorkflow('old'), new TestWorkflow('new')];
		for (const workflow of [old, newest]) await dispatcher.subscribe(workflow, published);
		await settled();
		const { settings } = consumers[0]!.options;
		newest.credential = () => Promise.reject(new Error('The credential was deleted'));
		expect(await settings()).toEqual(await old.credential());
		old.credential = newest.credential;
		await expect(settings()).rejects.toThrow('The credential was deleted');
	});

	it('says once per connection when readers elsewhere share the queue', async () => {
		const { dispatcher, consumers, log } = dispatcherAt(new FakeClock());
		await dispatcher.subscribe(new TestWorkflow('w'), published);
		await settled();
		consumers[0]!.options.onReady?.(0);
		consumers[0]!.options.onReady?.(2);
		const shown = log.lines.filter((line) => !line.startsWith('debug'));
		expect(shown).toEqual([expect.stringContaining('2 other readers')]);
	});
});

describe('when n8n starts', () => {
	it('reads only when the last workflow of all queues has joined, so that a slow n8n leaves out none', async () => {
		const clock = new FakeClock();
		const { dispatcher, consumers } = dispatcherAt(clock);
		const workflows = Array.from({ length: 20 }, (_, number) =>
			['first', 'second', 'third'].map((queue) => new TestWorkflow(`${queue} ${number}`, {}, { queue })),
		).flat();
		for (const workflow of workflows) {
			await dispatcher.subscribe(workflow, starting);
			await clock.advance(8_000);
		}
		expect(consumers).toEqual([]);
		await clock.advance(2_000);
		expect(consumers.map(({ options }) => options.queue).toSorted()).toEqual(['first', 'second', 'third']);
		for (const consumer of consumers) consumer.deliverEvent('a', 1);
		await settled();
		expect(workflows.map(({ started }) => started)).toEqual(Array(60).fill([[1]]));
	});

	it('reads after ten minutes even when workflows keep coming, and warns of each that comes later', async () => {
		const clock = new FakeClock();
		const { dispatcher, consumers } = dispatcherAt(clock);
		const workflows = Array.from({ length: 102 }, (_, number) => new TestWorkflow(`w ${number}`));
		for (const [number, workflow] of workflows.entries()) {
			await dispatcher.subscribe(workflow, starting);
			expect(consumers).toHaveLength(number < 100 ? 0 : 1);
			await clock.advance(6_000);
		}
		const late = workflows.filter(({ log }) => log.lines.some((line) => /^warn .*may have missed messages/.test(line)));
		expect(late.map(({ id }) => id)).toEqual(['w 100', 'w 101']);
	});

	it('begins to read at once what a user publishes after the start, and what another start opens after that', async () => {
		const clock = new FakeClock();
		const { dispatcher, consumers } = dispatcherAt(clock);
		await dispatcher.subscribe(new TestWorkflow('first'), starting);
		await clock.advance(15 * 60_000);
		await dispatcher.subscribe(new TestWorkflow('second', {}, { queue: 'second' }), published);
		expect(consumers).toHaveLength(2);
		await dispatcher.subscribe(new TestWorkflow('third', {}, { queue: 'third' }), starting);
		await clock.advance(9_000);
		expect(consumers).toHaveLength(2);
		await clock.advance(1_000);
		expect(consumers).toHaveLength(3);
	});
});

it('runs nothing for an edited workflow that arrives before its old version leaves, until its credential works', async () => {
	const clock = new FakeClock();
	let fault: AmqpError | null = null;
	const { dispatcher, consumers } = dispatcherAt(clock, { verify: () => Promise.resolve(fault) });
	await dispatcher.subscribe(new TestWorkflow('reader'), published);
	const old = await dispatcher.subscribe(new TestWorkflow('w'), published);
	fault = unreachable;
	const after = new TestWorkflow('w');
	await dispatcher.subscribe(after, edited);
	old.unsubscribe();
	consumers[0]!.deliverEvent('a', 1);
	await clock.advance(1_000);
	expect(after.started).toEqual([]);
	fault = null;
	await clock.advance(5_000);
	expect(after.started).toEqual([[1]]);
});
