/** The examples that search on a schedule: every change once, none missed between two searches. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod/v4';
import { mailAccount } from '../../scripts/demo/accounts';
import { fill, readExample, type ExampleName } from '../../scripts/demo/examples';
import { documentsHeld } from '../../scripts/demo/heldDocuments';
import { makeTable, tableMadeByHand } from '../../scripts/demo/workflows';
import { executionsOf, type Execution } from '../../scripts/n8n/rest/executions';
import { createCredential, dataTableRows, findDataTable } from '../../scripts/n8n/rest/resources';
import { activate, createWorkflow, deactivate, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { openPlace, until, type Place } from './place';

const scheduleSeconds = 10;
const utcOffsetHours = -5;

let place: Place;
let published: StoredWorkflow[] = [];
beforeAll(async () => {
	// The exchange writes its dates in New York time, and the credential says UTC.
	place = await openPlace({ now: () => new Date(Date.now() + utcOffsetHours * 3_600_000) });
});
afterEach(async () => {
	for (const workflow of published) await deactivate(place.session, workflow);
	published = [];
});
afterAll(() => place.close());

/** Imports an example that runs every few seconds, in a time zone far from that of the exchange. */
async function imported(name: ExampleName, credentials = place.credentials): Promise<StoredWorkflow> {
	const { session, queue } = place;
	const table = await tableMadeByHand(session, 'sync-statuses-without-queue');
	const file = fill(await readExample(name), {
		credentials,
		queue: queue.name,
		folder: '',
		...table,
	});
	const rule = { interval: [{ field: 'seconds', secondsInterval: scheduleSeconds }] };
	const nodes = file.nodes.map((node) =>
		node.type.endsWith('.scheduleTrigger') ? { ...node, parameters: { rule } } : node,
	);
	return await createWorkflow(session, {
		...file,
		nodes,
		settings: { ...file.settings, timezone: 'Pacific/Auckland' },
	});
}

async function publish(workflow: StoredWorkflow): Promise<void> {
	await activate(place.session, workflow);
	published.push(workflow);
}

let imports = 0;

/** Imports a shipment with one set, signs and issues it. */
async function issuedSet(): Promise<{ setId: string; parcelRef: string }> {
	const { life, person, store } = place.simulator;
	const reference = `POLLED-${(imports += 1)}`;
	const { sets } = life.importShipment({ shipmentReference: reference, sets: [{ setRef: reference }] }, reference);
	const setId = sets[0]?.setId ?? '';
	life.sign(setId);
	await life.authorize(setId, person);
	await life.issue(setId, person);
	return { setId, parcelRef: store.sets.get(setId)?.parcelRef ?? '' };
}

const runsOf = (workflow: StoredWorkflow) => executionsOf(place.session, workflow.id);

async function problemsOf(workflow: StoredWorkflow): Promise<string> {
	return (await runsOf(workflow)).map(({ problem }) => `${problem?.message} (${problem?.description})`).join('\n');
}

/** Waits for this many more executions to end. */
async function moreRuns(workflow: StoredWorkflow, count: number): Promise<void> {
	const before = (await runsOf(workflow)).length;
	await until(async () => (await runsOf(workflow)).length >= before + count);
}

const subjects = () => place.mailbox.mails.map(({ subject }) => subject);

it('emails each issued set once with all its PDFs, also those issued between two searches', async () => {
	const sets = [await issuedSet()];
	const workflow = await imported('email-pdfs-without-queue');
	await publish(workflow);
	await until(
		() => subjects().length === 1,
		() => problemsOf(workflow),
	);

	for (const end = Date.now() + 1.5 * scheduleSeconds * 1000; Date.now() < end;) {
		sets.push(await issuedSet());
		await sleep(1000);
	}
	await until(
		() => subjects().length >= sets.length,
		() => problemsOf(workflow),
	);
	await moreRuns(workflow, 2);

	expect(subjects().sort()).toEqual(sets.map(({ parcelRef }) => `Issued: ${parcelRef}`).sort());
	for (const { setId, parcelRef } of sets) {
		const mail = place.mailbox.mails.find(({ subject }) => subject === `Issued: ${parcelRef}`);
		const held = await documentsHeld(place.simulator, setId);
		expect(held).not.toEqual([]);
		expect(mail?.attachments.map(({ bytes }) => bytes.length).sort()).toEqual(held.map(({ size }) => size).sort());
	}
	expect((await runsOf(workflow)).filter(({ status }) => status !== 'success')).toEqual([]);
});

it('sends a failed email after a click on Retry, as its notes say, and not before', async () => {
	const { session, credentials, mailbox } = place;
	const nobody = { ...mailAccount(mailbox), port: 1 };
	const mail = await createCredential(session, 'Mail server that is down', 'smtp', nobody);
	const workflow = await imported('email-pdfs-without-queue', { ...credentials, mail });
	const before = subjects().length;
	const { parcelRef } = await issuedSet();
	await publish(workflow);
	const failed = async (): Promise<Execution[]> =>
		(await runsOf(workflow)).filter((run) => run.problemOf('Send Email') !== null);
	await until(async () => (await failed()).length === 1);
	await moreRuns(workflow, 2);
	await deactivate(session, workflow);
	published = [];
	expect(await failed()).toHaveLength(1);

	const data = mailAccount(mailbox);
	await session.call('PATCH', `/credentials/${mail.id}`, z.unknown(), { ...mail, data });
	const [execution] = await failed();
	await session.call('POST', `/executions/${execution?.id}/retry`, z.unknown(), { loadWorkflow: true });
	const sent = () => subjects().slice(before);
	await until(() => sent().includes(`Issued: ${parcelRef}`));
	expect(sent().filter((subject) => subject === `Issued: ${parcelRef}`)).toHaveLength(1);
});

it('keeps one row per set with its latest status', async () => {
	const { session, simulator } = place;
	const workflow = await imported('sync-statuses-without-queue');
	await makeTable(session, workflow);
	const { setId, parcelRef } = await issuedSet();
	const other = await issuedSet();
	const rows = async () => {
		const table = await findDataTable(session, 'Cargo statuses');
		const all = table ? await dataTableRows(session, table) : [];
		return all.filter((row) => row['setId'] === setId || row['setId'] === other.setId);
	};
	const statuses = async () => (await rows()).map((row) => [row['setId'], row['status']]);
	await publish(workflow);
	await until(
		async () => (await rows()).length === 2,
		() => problemsOf(workflow),
	);
	expect(await rows()).toContainEqual(expect.objectContaining({ setId, parcelRef, status: 'Issued' }));

	await simulator.life.draftTransfer(setId);
	await until(
		async () => (await statuses()).some(([, status]) => status === 'Transfer Drafted'),
		() => problemsOf(workflow),
	);
	await moreRuns(workflow, 1);
	expect((await statuses()).sort()).toEqual(
		[
			[setId, 'Transfer Drafted'],
			[other.setId, 'Issued'],
		].sort(),
	);
});
