/** The examples with the polling trigger: every change once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod/v4';
import { mailAccount } from '../../scripts/demo/accounts';
import { fill, readExample, type ExampleName } from '../../scripts/demo/examples';
import { documentsHeld } from '../../scripts/demo/heldDocuments';
import { executionsOf } from '../../scripts/n8n/rest/executions';
import { createCredential, dataTableRows, findDataTable } from '../../scripts/n8n/rest/resources';
import { activate, createWorkflow, deactivate, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { atSpeed, startOwnN8n, type OwnN8n } from './ownN8n';
import { openPlace, until, type Place } from './place';

const utcOffsetHours = -5;

let n8n: OwnN8n;
let place: Place;
let published: StoredWorkflow[] = [];
beforeAll(async () => {
	// A minute of the trigger is three seconds here.
	n8n = await startOwnN8n(atSpeed(20));
	// The exchange writes its dates in New York time, and the credential says UTC.
	place = await openPlace({ now: () => new Date(Date.now() + utcOffsetHours * 3_600_000) }, await n8n.session());
});
afterEach(async () => {
	for (const workflow of published) await deactivate(place.session, workflow);
	published = [];
});
afterAll(async () => {
	await place.close();
	await n8n.remove();
});

/** Imports an example that searches every minute, in a time zone far from that of the exchange. */
async function imported(name: ExampleName, credentials = place.credentials): Promise<StoredWorkflow> {
	const { session, queue } = place;
	const file = fill(await readExample(name), { credentials, queue: queue.name, folder: '' });
	const nodes = file.nodes.map((node) =>
		node.type.endsWith('PollingTrigger') ? { ...node, parameters: { ...node.parameters, everyMinutes: 1 } } : node,
	);
	return await createWorkflow(session, {
		...file,
		nodes,
		settings: { ...file.settings, timezone: 'Pacific/Auckland' },
	});
}

async function publish(workflow: StoredWorkflow): Promise<void> {
	const before = searches();
	await activate(place.session, workflow);
	published.push(workflow);
	// The first search is silent.
	await until(() => searches() > before);
	await sleep(2_000);
}

const searches = () => place.simulator.requests.filter(({ path }) => path.endsWith('/search')).length;

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

const subjects = () => place.mailbox.mails.map(({ subject }) => subject);

it('emails each set that is issued once, with all its PDFs', async () => {
	await issuedSet();
	const workflow = await imported('email-pdfs-without-queue');
	await publish(workflow);
	expect(subjects()).toEqual([]);
	const sets = [await issuedSet(), await issuedSet()];
	await until(
		() => subjects().length >= sets.length,
		() => problemsOf(workflow),
	);
	expect(subjects().sort()).toEqual(sets.map(({ parcelRef }) => `Issued: ${parcelRef}`).sort());
	for (const { setId, parcelRef } of sets) {
		const mail = place.mailbox.mails.find(({ subject }) => subject === `Issued: ${parcelRef}`);
		const held = await documentsHeld(place.simulator, setId);
		expect(held).not.toEqual([]);
		expect(mail?.attachments.map(({ bytes }) => bytes.length).sort()).toEqual(held.map(({ size }) => size).sort());
	}
});

it('sends a failed email again once the mail server works, without a click', async () => {
	const { session, credentials, mailbox } = place;
	const nobody = { ...mailAccount(mailbox), port: 1 };
	const mail = await createCredential(session, 'Mail server that is down', 'smtp', nobody);
	const workflow = await imported('email-pdfs-without-queue', { ...credentials, mail });
	const before = subjects().length;
	await publish(workflow);
	const { parcelRef } = await issuedSet();
	await until(async () => (await runsOf(workflow)).some((run) => run.problemOf('Send Email') !== null));
	await session.call('PATCH', `/credentials/${mail.id}`, z.unknown(), { ...mail, data: mailAccount(mailbox) });
	await until(() => subjects().length > before);
	expect(subjects().slice(before)).toEqual([`Issued: ${parcelRef}`]);
});

it('keeps one row per set with its latest status', async () => {
	const { session, simulator } = place;
	const workflow = await imported('sync-statuses-without-queue');
	await publish(workflow);
	const { setId, parcelRef } = await issuedSet();
	const rows = async () => {
		const table = await findDataTable(session, 'Cargo statuses');
		const all = table ? await dataTableRows(session, table) : [];
		return all.filter((row) => row['setId'] === setId);
	};
	await until(
		async () => (await rows()).length > 0,
		() => problemsOf(workflow),
	);
	expect(await rows()).toEqual([expect.objectContaining({ setId, parcelRef, status: 'Issued' })]);

	await simulator.life.draftTransfer(setId);
	await until(
		async () => (await rows()).some((row) => row['status'] === 'Transfer Drafted'),
		() => problemsOf(workflow),
	);
});
