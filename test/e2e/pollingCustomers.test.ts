/** Two workflows poll one account, and customers are added later: by the account, and in a workflow. */
import { join } from 'node:path';
import { z } from 'zod/v4';
import { apiAccount } from '../../scripts/demo/accounts';
import { createCredential, type StoredCredential } from '../../scripts/n8n/rest/resources';
import { activate, createWorkflow, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { addManySets, startSimulator, type Simulator } from '../../simulator';
import { startOwnN8n, type OwnN8n } from './ownN8n';
import { chain, until } from './place';
import { RunRecorder } from './recordedRuns';

let simulator: Simulator;
let n8n: OwnN8n;
const recorder = new RunRecorder();
beforeAll(async () => {
	simulator = await startSimulator({ seed: 'empty' });
	await recorder.open();
	n8n = await startOwnN8n({
		NODE_OPTIONS: `--require ${join(__dirname, 'setup', 'fastClock.cjs')}`,
		TRIGGER_SPEED: '30',
	});
});
afterAll(async () => {
	await n8n.remove();
	recorder.close();
	await simulator.stop();
});

/** Each run says the number of its set. */
function fileOf(name: string, credential: StoredCredential, customers: object) {
	const polling = {
		name: 'Polling',
		type: 'n8n-nodes-cargo-exchange.cargoExchangePollingTrigger',
		typeVersion: 1,
		parameters: { everyMinutes: 1, events: ['any'], ...customers },
		credentials: { cargoExchangeApi: credential },
	};
	const record = {
		name: 'Record',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url: `=${recorder.url}/${name}/{{ Number($json.parcelRef.slice(5)) }}`, options: {} },
	};
	return chain(name, [polling, record]);
}

const added = (count: number, customerId: string) =>
	addManySets(simulator.store, { count, customerId }).map(({ parcelRef }) => Number(parcelRef.slice(5)));
/** Changed long before anybody searched for them. */
const addedLongAgo = (count: number, customerId: string) => {
	const numbers = new Set(added(count, customerId));
	for (const set of simulator.store.sets.all())
		if (numbers.has(Number(set.parcelRef.slice(5))))
			for (const row of simulator.store.transactionsOfSet(set.setId)) row.modifiedAt = new Date(Date.UTC(2026, 0, 1));
};
const searches = () => simulator.requests.filter(({ path }) => path.endsWith('/search')).length;
/** Both workflows have searched twice from now on. */
const polled = async () => {
	const before = searches();
	await until(() => searches() >= before + 8);
};

const stored = async (workflow: string) =>
	(await n8n.log()).split(`what the workflow "${workflow}" has processed`).length;

it('starts nothing for the sets of new customers, and everything for what changes afterwards', async () => {
	const session = await n8n.session();
	const credential = await createCredential(session, 'Exchange', 'cargoExchangeApi', apiAccount(simulator));
	const { customerId: owner } = simulator.store.owner();
	const other = simulator.store.addCounterparty('Harbour Bank').customerId;
	added(40, owner);
	addedLongAgo(40, other);
	const all: StoredWorkflow = await createWorkflow(session, fileOf('all', credential, {}));
	const chosen = { allCustomers: false, customerIds: [owner] };
	const some: StoredWorkflow = await createWorkflow(session, fileOf('some', credential, chosen));
	await activate(session, all);
	await activate(session, some);
	await polled();

	const third = simulator.store.addCounterparty('Nordhavn Trading').customerId;
	addedLongAgo(40, third);
	const { name, nodes, connections, settings } = fileOf('some', credential, {
		...chosen,
		customerIds: [owner, other, third],
	});
	const { versionId } = await session.call('PATCH', `/workflows/${some.id}`, z.looseObject({ versionId: z.string() }), {
		...{ name, nodes, connections, settings, versionId: some.versionId },
	});
	await activate(session, { ...some, versionId });
	await polled();
	expect([recorder.runs('all'), recorder.runs('some')]).toEqual([[], []]);

	const before = await Promise.all([stored('all'), stored('some')]);
	const fresh = [owner, other, third].flatMap((customerId) => added(1, customerId));
	await until(() => recorder.runs('all').length >= 3 && recorder.runs('some').length >= 3);
	// n8n says so when it has stored what is processed: see docs/operating.md.
	await until(async () => (await stored('all')) > before[0] && (await stored('some')) > before[1]);
	await n8n.kill();
	await n8n.start();
	await polled();
	// What was not stored before the kill comes again.
	for (const workflow of ['all', 'some']) {
		expect([...new Set(recorder.runs(workflow))].sort()).toEqual([...fresh].sort());
		expect(recorder.runs(workflow).length).toBeLessThanOrEqual(2 * fresh.length);
	}
});
