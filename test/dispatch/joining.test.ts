import { AmqpError } from '../../nodes/CargoExchange/amqp';
import { FakeClock, settled } from './fakeClock';
import { hubAt, published } from './fakeQueue';
import { TestWorkflow } from './workflows';

const wrongPassword = new AmqpError('login', true, 'The broker refused the user name or password', 'Check both.');
const unreachable = new AmqpError('unreachable', false, 'The broker cannot be reached', 'Check the host.');
const starting = { ...published, throws: 'none', others: true } as const;
const edited = { ...published, throws: 'certain' } as const;

describe('joining', () => {
	it('shares one consumer per queue, whatever the user, and opens another one for another queue', async () => {
		const { hub, consumers, proved } = hubAt(new FakeClock());
		const other = new TestWorkflow('other');
		other.account = async () => ({
			...(await new TestWorkflow('x').account()),
			username: 'someone else',
			hostname: 'LOCALHOST',
		});
		await hub.subscribe(new TestWorkflow('one'), published);
		await hub.subscribe(other, published);
		await hub.subscribe(new TestWorkflow('elsewhere', {}, { queue: 'second' }), published);
		await settled();
		expect(consumers.map(({ options }) => options.queue)).toEqual(['queue', 'second']);
		expect(proved).toEqual(['u@queue', 'someone else@queue', 'u@second']);
	});

	it.each([
		[published, wrongPassword],
		[published, unreachable],
		[edited, wrongPassword],
	])('throws at once what the user has to hear', async (joining, fault) => {
		const { hub, consumers } = hubAt(new FakeClock(), { prove: () => Promise.resolve(fault) });
		await expect(hub.subscribe(new TestWorkflow('w'), joining)).rejects.toBe(fault);
		await settled();
		expect(consumers).toEqual([]);
	});

	it('waits out an unreachable broker after an edit', async () => {
		const clock = new FakeClock();
		let fault: AmqpError | null = unreachable;
		const { hub, consumers } = hubAt(clock, { prove: () => Promise.resolve(fault) });
		const workflow = new TestWorkflow('w');
		await hub.subscribe(workflow, edited);
		await settled();
		consumers[0]!.deliverEvent('a', 1);
		consumers[0]!.deliverEvent('b', 2);
		await clock.advance(10_000);
		expect(workflow.started).toEqual([]);
		fault = null;
		await clock.advance(30_000);
		expect(workflow.started).toEqual([[1], [2]]);
	});

	it('reads with the newest credential first and tries the others in turn', async () => {
		const { hub, consumers } = hubAt(new FakeClock());
		for (const user of ['old', 'new']) {
			const workflow = new TestWorkflow(user);
			workflow.account = async () => ({ ...(await new TestWorkflow('x').account()), username: user });
			await hub.subscribe(workflow, published);
		}
		await settled();
		const { options } = consumers[0]!;
		const users = [];
		for (let attempt = 0; attempt < 3; attempt++) users.push((await options.account()).username);
		expect(users).toEqual(['new', 'old', 'new']);
	});

	it('says once per connection when readers elsewhere share the queue', async () => {
		const { hub, consumers, log } = hubAt(new FakeClock());
		await hub.subscribe(new TestWorkflow('w'), published);
		await settled();
		consumers[0]!.options.onReady?.({ messages: 0, otherConsumers: 0 });
		consumers[0]!.options.onReady?.({ messages: 0, otherConsumers: 2 });
		expect(log.lines).toEqual([expect.stringContaining('2 other readers')]);
	});
});

describe('when n8n starts', () => {
	it('reads only after ten seconds without a new workflow', async () => {
		const clock = new FakeClock();
		const { hub, consumers } = hubAt(clock);
		await hub.subscribe(new TestWorkflow('first'), starting);
		await clock.advance(9_000);
		await hub.subscribe(new TestWorkflow('second'), starting);
		await clock.advance(9_000);
		expect(consumers).toEqual([]);
		await clock.advance(1_000);
		expect(consumers).toHaveLength(1);
	});

	it('reads after sixty seconds even when workflows keep coming', async () => {
		const clock = new FakeClock();
		const { hub, consumers } = hubAt(clock);
		for (let number = 0; number < 10; number++) {
			await hub.subscribe(new TestWorkflow(`w ${number}`), starting);
			await clock.advance(6_000);
		}
		expect(consumers).toHaveLength(1);
	});

	it('throws nothing, and tells once of a fault that only the user can mend, until it is mended', async () => {
		const clock = new FakeClock();
		let fault: AmqpError | null = wrongPassword;
		const { hub, consumers } = hubAt(clock, { prove: () => Promise.resolve(fault) });
		const told: AmqpError[] = [];
		const workflow = new TestWorkflow('w');
		await hub.subscribe(workflow, { ...starting, onCertainFault: (each) => void told.push(each) });
		await clock.advance(120_000);
		expect(told).toEqual([wrongPassword]);
		expect(consumers).toEqual([]);
		fault = null;
		await clock.advance(60_000);
		consumers[0]!.deliverEvent('a', 1);
		expect(workflow.started).toEqual([[1]]);
	});

	it('holds what a workflow wants whose credential is not proved yet, while another one works', async () => {
		const clock = new FakeClock();
		const faults = [null, unreachable, null];
		const { hub, consumers, verdicts } = hubAt(clock, { prove: () => Promise.resolve(faults.shift() ?? null) });
		const proved = new TestWorkflow('proved', {}, { answer: () => 'done' });
		const later = new TestWorkflow('later', {}, { answer: () => 'done' });
		await hub.subscribe(proved, published);
		await hub.subscribe(later, edited);
		consumers[0]!.deliverEvent('a', 1);
		consumers[0]!.deliverEvent('b', 2);
		await settled();
		expect(proved.started).toEqual([[1], [2]]);
		expect(later.started).toEqual([]);
		expect(verdicts).toEqual([]);
		await clock.advance(5_000);
		expect(later.started).toEqual([[1], [2]]);
		expect(verdicts).toEqual([
			['P-1', 'ack'],
			['P-2', 'ack'],
		]);
	});
});
