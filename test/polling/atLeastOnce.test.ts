import { startSimulator, addManySets, type Simulator } from '../../simulator';
import { PollingN8n } from './polledWorkflow';

let simulator: Simulator;
let n8n: PollingN8n;

beforeEach(async () => {
	simulator = await startSimulator({ seed: 'empty' });
	addManySets(simulator.store, { count: 30 });
	n8n = new PollingN8n(simulator);
});
afterEach(async () => {
	n8n.kill();
	await simulator.stop();
});

const rows = () => simulator.store.transactions.all();
const sets = (...numbers: number[]) => numbers.map((number) => rows()[number]!.setId);

/** Each set gets this status, one minute after the other. */
function change(numbers: number[], status: 'signed' | 'issued'): void {
	for (const [index, number] of numbers.entries()) {
		Object.assign(rows()[number]!, { status, modifiedAt: new Date(Date.UTC(2026, 0, 1, 0, index)) });
	}
}

it('finds what changed while n8n was down, also if nothing had started before', async () => {
	await n8n.activate();
	n8n.kill();
	change([7, 2], 'issued');
	await n8n.activate('init');
	expect(n8n.fields('setId')).toEqual(sets(7, 2));
});

it('starts again what was running when n8n was killed, and nothing else', async () => {
	await n8n.activate();
	n8n.ends = ({ items: [item] }) => (item!['setId'] === rows()[3]!.setId ? undefined : 'success');
	change([1, 3, 5], 'signed');
	await n8n.poll();
	expect(n8n.fields('setId')).toEqual(sets(1, 3, 5));
	n8n.ends = () => 'success';
	await n8n.restart();
	expect(n8n.fields('setId')).toEqual(sets(1, 3, 5, 3));
});

it('waits while n8n starts nothing, and loses nothing', async () => {
	await n8n.activate();
	change([0, 1, 2, 3, 4, 5, 6], 'signed');
	n8n.refusesStarts = true;
	await n8n.poll();
	n8n.refusesStarts = false;
	await n8n.advance(10);
	expect(n8n.fields('setId')).toHaveLength(7);
	expect(new Set(n8n.fields('setId'))).toEqual(new Set(sets(0, 1, 2, 3, 4, 5, 6)));
});

it('tries a failed execution again, before the next change of the set', async () => {
	await n8n.activate();
	let failures = 2;
	n8n.ends = () => (failures-- > 0 ? 'error' : 'success');
	change([9], 'signed');
	await n8n.poll();
	change([9], 'issued');
	await n8n.poll();
	expect(n8n.fields('event')).toEqual(['signed', 'signed', 'signed', 'issued']);
});

it('goes on after an edit without repeating or missing anything', async () => {
	await n8n.activate();
	change([1, 2], 'signed');
	await n8n.poll();
	await n8n.edit({ everyMinutes: 2 });
	change([3], 'signed');
	await n8n.poll(2);
	await n8n.deactivate();
	change([4], 'signed');
	await n8n.advance(30);
	await n8n.activate();
	expect(n8n.fields('setId')).toEqual(sets(1, 2, 3, 4));
});

it('delivers 30 changes, although only ten may be unfinished at a time', async () => {
	n8n.parameters['options'] = { parallel: 1 };
	await n8n.activate();
	change([...rows().keys()].reverse(), 'signed');
	await n8n.poll();
	expect(n8n.fields('setId')).toEqual(sets(...[...rows().keys()].reverse()));
});

describe('a login that does not work', () => {
	it('is thrown when a user publishes the workflow', async () => {
		n8n.password = 'wrong';
		await expect(n8n.activate()).rejects.toThrow(/user name|password/i);
	});

	it('is told once when n8n starts, and heals by itself', async () => {
		await n8n.activate();
		n8n.kill();
		change([5], 'issued');
		n8n.password = 'wrong';
		await n8n.activate('init');
		await n8n.advance(20);
		expect(n8n.reports).toHaveLength(1);
		expect(n8n.reports[0]!.message).toMatch(/user name|password/i);
		n8n.password = null;
		await n8n.poll();
		expect(n8n.fields('setId')).toEqual(sets(5));
	});
});

it('refuses a list of customers that is empty', async () => {
	n8n.parameters['allCustomers'] = false;
	await expect(n8n.activate()).rejects.toThrow('No customer was chosen');
});
