/** The polling trigger in a real n8n that is killed, edited and kept from starting executions. Its clock runs faster. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/v4';
import { apiAccount } from '../../scripts/demo/accounts';
import { n8nVersion } from '../../scripts/n8n/install';
import { createCredential } from '../../scripts/n8n/rest/resources';
import { activate, createWorkflow, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { addManySets, startSimulator, type Simulator } from '../../simulator';
import type { ParcelStatus, Transaction } from '../../simulator/entities';
import type { Fault } from '../../simulator/faults';
import { atSpeed, startOwnN8n, type OwnN8n } from './ownN8n';
import { chain, until } from './place';
import { RunRecorder } from './recordedRuns';

const savedVersion = z.looseObject({ versionId: z.string() });

/** POLLING_SETS=2000 POLLING_CHANGES=30 shows more, and takes five minutes. */
const sets = Number(process.env['POLLING_SETS'] ?? 300);
const changesPerPoll = Number(process.env['POLLING_CHANGES'] ?? 10);
const polls = 10;
const databaseAway = 7;
const speed = sets > 1_000 ? 15 : 30;
const pages = Math.ceil(sets / 100);
const statuses: ParcelStatus[] = ['drafted', 'signed', 'issued'];

/** A search that succeeds and shows no set. */
const nothing = { offset: 0, limit: 100, total: 0, count: 0, results: [] };
const noSets: Fault = { kind: 'json', body: { code: 200, status: 'OK', data: nothing, links: [] } };

let simulator: Simulator;
let n8n: OwnN8n;
let rows: Transaction[];
const recorder = new RunRecorder();

beforeAll(async () => {
	simulator = await startSimulator({ seed: 'empty' });
	// With two customers, the simulator looks at what each may see now.
	simulator.store.addCounterparty('Harbour Bank');
	addManySets(simulator.store, { count: sets });
	rows = simulator.store.transactions.all();
	await recorder.open();
	n8n = await startOwnN8n(atSpeed(speed));
});
afterAll(async () => {
	await n8n.remove();
	recorder.close();
	await simulator.stop();
});

/** The workflow requests the number of each change: that of the shipment, and one digit for the status. */
function fileOf(credential: { id: string; name: string }, parallel: number) {
	const status = '{{ { drafted: 1, signed: 2, issued: 3 }[$json.event] }}';
	const file = chain('changes', [
		{
			name: 'Polling',
			type: 'n8n-nodes-cargo-exchange.cargoExchangePollingTrigger',
			typeVersion: 1,
			parameters: { everyMinutes: 1, events: ['any'], options: { parallel, freeSlotAfterMinutes: 2 } },
			credentials: { cargoExchangeApi: credential },
		},
		{
			name: 'Record',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url: `=${recorder.url}/changes/{{ Number($json.shipmentRef.slice(5)) }}${status}`, options: {} },
		},
	]);
	return { ...file, settings: { ...file.settings, saveDataSuccessExecution: 'none' } };
}

let time = Date.UTC(2026, 0, 1);
const expected: number[] = [];

/** So many sets change, one minute after the other. Gives the numbers of the changes. */
function change(round: number): number[] {
	const numbers = Array.from({ length: changesPerPoll }, (_, index) => {
		const position = ((round * 17 + index * 61) * 7) % sets;
		const row = rows[position]!;
		const next = (statuses.indexOf(row.status) + 1) % statuses.length;
		time += 60_000;
		Object.assign(row, { status: statuses[next], modifiedAt: new Date(time) });
		return (position + 1) * 10 + next + 1;
	});
	expected.push(...numbers);
	return numbers;
}

const done = (numbers: readonly number[]) =>
	until(
		() => recorder.missing('changes', numbers).length === 0,
		() => `Missing: ${recorder.missing('changes', numbers).join()}`,
	);
const started = (numbers: readonly number[], count: number) =>
	until(() => numbers.length - recorder.missing('changes', numbers).length >= count);
const searches = () => simulator.requests.filter(({ path }) => path.endsWith('/search')).length;
/** What changes while pages are being read is found in two searches. */
const betweenSearches = async () => {
	let [count, since] = [-1, 0];
	await until(() => {
		if (searches() !== count) [count, since] = [searches(), performance.now()];
		return performance.now() - since > 400;
	});
};
const searched = async () => {
	const before = searches();
	await until(() => searches() > before + pages);
};

it('runs every change once, oldest first, while n8n is killed and edited and the exchange misbehaves', async () => {
	let session = await n8n.session();
	const credential = await createCredential(session, 'Exchange', 'cargoExchangeApi', apiAccount(simulator));
	let workflow: StoredWorkflow = await createWorkflow(session, fileOf(credential, 1));
	await activate(session, workflow);
	await searched();
	expect(recorder.runs('changes')).toEqual([]);
	const edit = async (parallel: number) => {
		session = await n8n.session();
		const file = fileOf(credential, parallel);
		const { name, nodes, connections, settings } = file;
		const { versionId } = await session.call('PATCH', `/workflows/${workflow.id}`, savedVersion, {
			...{ name, nodes, connections, settings },
			versionId: workflow.versionId,
		});
		workflow = { id: workflow.id, versionId, file };
		await activate(session, workflow);
	};
	const kill = async (whileDown = () => {}) => {
		await n8n.kill();
		whileDown();
		await n8n.start();
	};
	const fail = (fault: Fault, times: number, after = 0) => {
		simulator.faults.next({ match: { path: /search/ }, fault, times, after });
	};
	const around: Record<number, (numbers: number[]) => Promise<void>> = {
		1: async () => {
			fail({ kind: 'truncated' }, 4, 1);
			await searched();
			fail(noSets, 1, 1);
			await searched();
		},
		2: async (numbers) => {
			await started(numbers, Math.ceil(changesPerPoll / 3));
			await kill(() => {
				// The search of inbox and filed shows none, and those of each show them.
				fail(noSets, 1);
			});
		},
		3: () => edit(1),
		4: async () => {
			fail({ kind: 'status', status: 500 }, 10);
			await searched();
		},
		5: async () => {
			const hidden = rows.filter((_, index) => index % 5 > 0).map((row) => ({ row, seenBy: row.visibleTo }));
			for (const { row } of hidden) row.visibleTo = [];
			await searched();
			for (const { row, seenBy } of hidden) row.visibleTo = seenBy;
		},
		6: async () => {
			const seenBy = rows.map(({ visibleTo }) => visibleTo);
			for (const row of rows) row.visibleTo = [];
			await sleep((2 * 60_000) / speed);
			for (const [index, row] of rows.entries()) row.visibleTo = seenBy[index]!;
		},
		[databaseAway]: async (numbers) => {
			await started(numbers, 2);
			const database = new DatabaseSync(n8n.database, { timeout: 60_000 });
			const refusals = async () => (await n8n.log()).split('SQLITE_BUSY').length;
			const before = await refusals();
			database.exec('BEGIN EXCLUSIVE');
			await until(async () => (await refusals()) > before);
			database.exec('ROLLBACK');
			database.close();
		},
		8: async (numbers) => {
			await started(numbers, Math.ceil(changesPerPoll / 2));
			await kill();
			await edit(1);
		},
		9: async () => {
			fail(noSets, 2);
			await searched();
		},
	};
	const repeats: number[] = [];
	for (let round = 0; round < polls; round++) {
		await betweenSearches();
		const before = recorder.runs('changes').length;
		const numbers = change(round);
		await around[round]?.(numbers);
		await done(numbers);
		repeats.push(recorder.repeats('changes'));
		const inOrder = [...new Set(recorder.runs('changes').slice(before))].filter((number) => numbers.includes(number));
		expect(inOrder).toEqual(numbers);
	}
	// What was done is not done again by a process that knows nothing but what n8n has stored.
	const before = recorder.runs('changes').length;
	await sleep(2_000);
	await kill();
	await searched();
	process.stderr.write(
		`n8n ${n8nVersion}: ${expected.length} changes of ${sets} sets, ${recorder.runs('changes').length} runs; repeated after each round: ${repeats.join(' ')}\n`,
	);
	expect(recorder.runs('changes')).toHaveLength(before);
	expect(recorder.missing('changes', expected)).toEqual([]);
	// One that was running at each kill, and those whose start n8n did not report.
	expect(recorder.repeats('changes')).toBeLessThanOrEqual(4);
});
