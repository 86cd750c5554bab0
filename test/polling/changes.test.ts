import { startSimulator, addManySets, type Simulator } from '../../simulator';
import type { ParcelStatus, Transaction } from '../../simulator/entities';
import { textLike } from '../helpers/exchangeNode';
import { PollingN8n } from './polledWorkflow';

let simulator: Simulator;
let n8n: PollingN8n;

beforeEach(async () => {
	simulator = await startSimulator({ seed: 'empty' });
	// With two customers, the simulator looks at what each may see now.
	simulator.store.addCounterparty('Harbour Bank');
	addManySets(simulator.store, { count: 8 });
	n8n = new PollingN8n(simulator);
});
afterEach(async () => {
	n8n.kill();
	await simulator.stop();
});

const rows = () => simulator.store.transactions.all();
let time = Date.UTC(2026, 0, 1);

/** Somebody changes the status of a set in the exchange. */
function change(row: Transaction | undefined, status: ParcelStatus): void {
	time += 60_000;
	Object.assign(row!, { status, modifiedAt: new Date(time) });
}
const hide = (...hidden: Transaction[]) => {
	const owners = hidden.map(({ visibleTo }) => visibleTo);
	for (const row of hidden) row.visibleTo = [];
	return () => {
		for (const [index, row] of hidden.entries()) row.visibleTo = owners[index]!;
	};
};
const refOf = (row: Transaction | undefined) => simulator.store.sets.get(row!.setId)?.shipmentRef;

it('starts nothing for what it sees first, then one execution for each change, in their order', async () => {
	await n8n.activate();
	expect(n8n.executions).toEqual([]);
	change(rows()[5], 'signed');
	change(rows()[1], 'drafted');
	// In the same minute: in the order in which a set has these statuses.
	for (const number of [0, 7]) Object.assign(rows()[number]!, { status: 'issued', modifiedAt: new Date(time) });
	await n8n.poll();
	await n8n.poll();
	expect(n8n.fields('shipmentRef')).toEqual([5, 1, 0, 7].map((number) => refOf(rows()[number])));
	expect(n8n.fields('event')).toEqual(['signed', 'drafted', 'issued', 'issued']);
});

it('gives the same fields as the trigger of the queue, as far as a search knows them', async () => {
	await n8n.activate();
	const [row] = rows();
	change(row, 'title_held');
	await n8n.poll();
	const [event] = n8n.executions[0]!.items;
	expect(event).toMatchObject({
		event: 'titleHeld',
		status: 'Title Held',
		statusRaw: 'title_held',
		shipmentRef: refOf(row),
		setId: row!.setId,
		transactionId: row!.transactionId,
		customerId: null,
		changedAt: row!.modifiedAt.toISOString(),
		actor: null,
		redelivered: false,
		extra: { cargoName: 'Green coffee', signature: '0 of 2' },
	});
	expect(event!['extra']).not.toHaveProperty('status');
});

it.each([
	['raw', ['setId', 'transactionId', 'parcelRef', 'shipmentRef', 'status']],
	['table', ['parcelRef', 'status', 'changedAt', 'shipmentRef', 'event', 'setId', 'transactionId']],
])('gives %s output when asked for it', async (output, keys) => {
	n8n.parameters['options'] = { output };
	await n8n.activate();
	change(rows()[0], 'issued');
	await n8n.poll();
	expect(Object.keys(n8n.executions[0]!.items[0]!).slice(0, keys.length)).toEqual(keys);
	if (output === 'table') expect(Object.keys(n8n.executions[0]!.items[0]!)).toEqual(keys);
});

it('forgets nothing that is absent for a while', async () => {
	await n8n.activate();
	const show = hide(rows()[2]!, rows()[3]!);
	await n8n.poll();
	change(rows()[3], 'issued');
	show();
	await n8n.poll();
	expect(n8n.fields('shipmentRef')).toEqual([refOf(rows()[3])]);
});

describe('a search that cannot be trusted', () => {
	it.each([
		[
			'one that fails',
			() => {
				simulator.faults.next({ match: { path: /search/ }, fault: { kind: 'html' } });
			},
		],
		['one that shows too little', () => void hide(...rows().slice(0, 5))],
		['one that shows nothing', () => void hide(...rows())],
	])('changes nothing: %s', async (_what, spoil) => {
		await n8n.activate();
		change(rows()[7], 'signed');
		spoil();
		await n8n.poll();
		expect(n8n.executions).toEqual([]);
		expect(n8n.reports).toEqual([]);
	});

	it('is told once if it lasts for five minutes, and believed after an hour if it only shows fewer sets', async () => {
		await n8n.activate();
		hide(...rows().slice(0, 7));
		change(rows()[7], 'signed');
		await n8n.advance(20);
		expect(n8n.reports.map(({ message }) => message)).toEqual([
			textLike(
				/^The exchange has not been searched successfully since \d\d \w{3}, \d\d:\d\d UTC: The last search was incomplete: it shows 1 of the 8 entries of the one before$/,
			),
		]);
		expect(n8n.executions).toEqual([]);
		await n8n.advance(60);
		expect(n8n.fields('event')).toEqual(['signed']);
	});
});

describe('the sets of a customer who is new', () => {
	const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);

	/** Another customer with five sets of the week before and one of today; the owner gets a set, too. */
	function add() {
		const customerId = simulator.store.addCounterparty('Nordhavn Trading').customerId;
		const sets = addManySets(simulator.store, { count: 5, customerId });
		for (const row of rows()) if (sets.some(({ setId }) => setId === row.setId)) row.modifiedAt = daysAgo(3);
		const [today] = addManySets(simulator.store, { count: 1, customerId });
		const [fresh] = addManySets(simulator.store, { count: 1 });
		return { customerId, expected: [today!.setId, fresh!.setId].sort() };
	}

	it.each(['the workflow chooses', 'the login sees'])(
		'start nothing unless they changed within a day of the last search: one that %s',
		async (whoever) => {
			const isChosen = whoever === 'the workflow chooses';
			const owner = simulator.store.owner().customerId;
			if (isChosen) Object.assign(n8n.parameters, { allCustomers: false, customerIds: [owner] });
			await n8n.activate();
			const { customerId, expected } = add();
			if (isChosen) await n8n.edit({ customerIds: [owner, customerId] });
			else await n8n.poll();
			expect(n8n.fields('setId').sort()).toEqual(expected);
			const [later] = addManySets(simulator.store, { count: 1, customerId });
			await n8n.poll();
			expect(n8n.fields('setId').slice(2)).toEqual([later!.setId]);
		},
	);
});

it('starts only for the events and sets that are asked for, and does not make up for them later', async () => {
	n8n.parameters['events'] = ['issued'];
	n8n.parameters['filters'] = { text: 'coffee' };
	await n8n.activate();
	change(rows()[0], 'signed');
	change(rows()[1], 'issued');
	await n8n.poll();
	await n8n.edit({ events: ['any'] });
	await n8n.poll();
	expect(n8n.fields('event')).toEqual(['issued']);
});
