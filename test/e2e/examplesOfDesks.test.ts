/** The examples that come in variants for several desks, with n8n's own nodes. `office/` stands in for Microsoft and Google. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/v4';
import { fill, otherLogins, readExample, type ExampleName } from '../../scripts/demo/examples';
import { documentsHeld } from '../../scripts/demo/heldDocuments';
import { readMail } from '../../scripts/demo/mailbox';
import { projectRoot } from '../../scripts/n8n/processes';
import { executionsOf, finished } from '../../scripts/n8n/rest/executions';
import {
	createCredential,
	dataTableRows,
	findDataTable,
	type StoredCredential,
} from '../../scripts/n8n/rest/resources';
import {
	activate,
	createWorkflow,
	deactivate,
	runWorkflow,
	type StoredWorkflow,
} from '../../scripts/n8n/rest/workflows';
import { openConnection, type TestConnection } from '../helpers/broker';
import { Google } from './office/google';
import { Grid } from './office/grid';
import { Microsoft, type SentMail } from './office/microsoft';
import { account, startOfficeProxy, type OfficeProxy } from './office/proxy';
import { atSpeed, startOwnN8n, type OwnN8n } from './ownN8n';
import { openPlace, sha256, until, type Place } from './place';

const microsoft = new Microsoft();
const google = new Google();
let proxy: OfficeProxy;
let n8n: OwnN8n;
let place: Place;
let connection: TestConnection;
let logins: StoredCredential[];
/** The queue of the workflow that was imported last. */
let queue: string;

beforeAll(async () => {
	proxy = await startOfficeProxy({ ...microsoft.hosts, ...google.hosts });
	// A minute of the trigger is three seconds here.
	n8n = await startOwnN8n({ ...proxy.environment, ...atSpeed(20) });
	place = await openPlace({}, await n8n.session());
	connection = await openConnection(place.queue.url);
	logins = await Promise.all(otherLogins.map((type) => logIn(type)));
});
afterAll(async () => {
	await connection.close();
	await place.close();
	await n8n.remove();
	await proxy.stop();
});

/** A login as n8n stores it once a person has logged in on the pages of the service. */
async function logIn(type: string): Promise<StoredCredential> {
	if (type === 'httpBasicAuth')
		return await createCredential(place.session, type, type, { user: 'ada', password: 'x' });
	if (type === 'openAiApi') return await createCredential(place.session, type, type, { apiKey: 'x', header: false });
	const tokens = { access_token: account.token, refresh_token: 'old', token_type: 'Bearer', expires_in: 3600 };
	const data = { clientId: 'id', clientSecret: 'secret', oauthTokenData: tokens };
	const stored = z.looseObject({ id: z.string(), name: z.string(), type: z.string() });
	return await place.session.call('POST', '/credentials', stored, { name: type, type, data });
}

const folder = 'FOLDER0001';
const worksheet = '{00000000-0001-0000-0000-000000000000}';
const chosen = { workbook: 'BOOK0001', worksheet, folderId: folder, folderToWatch: folder };

/** The example with what its notes tell a person to choose. Each has a queue of its own. */
async function imported(name: ExampleName, imports = false): Promise<StoredWorkflow> {
	const { session, credentials } = place;
	queue = await connection.queue();
	const fillIn = { credentials, queue, folder: '', logins, chosen, imports };
	return await createWorkflow(session, fill(await readExample(name), fillIn));
}

async function published(name: ExampleName, imports = false): Promise<StoredWorkflow> {
	const workflow = await imported(name, imports);
	await activate(place.session, workflow);
	return workflow;
}

type Event = {
	setId: string;
	newStatus: string;
	updatedDate?: string;
	parcelReference?: string;
	transactionId?: string;
	actor?: string;
	actorCompany?: string;
};

async function send(...events: Event[]): Promise<void> {
	await connection.publish(
		queue,
		events.map((event) => JSON.stringify(event)),
	);
}

const runs = (workflow: StoredWorkflow) => executionsOf(place.session, workflow.id);

async function untilRuns(workflow: StoredWorkflow, succeeded: number): Promise<void> {
	const problems = async () =>
		(await runs(workflow)).map(({ status, problem }) => `${status} ${JSON.stringify(problem)}`);
	await until(
		async () => (await runs(workflow)).filter(({ status }) => status === 'success').length >= succeeded,
		async () => (await problems()).join('\n'),
	);
}

describe('the email with all PDFs', () => {
	const large = 4_300_000;
	type Desk = { sent(): Promise<SentMail[]>; refuse(): void; refusedNode: string };
	const desks: Array<[ExampleName, Desk]> = [
		[
			'email-pdfs-smtp',
			{
				sent: () => Promise.resolve(place.mailbox.mails),
				refuse: () => {
					place.mailbox.refuseOnce();
				},
				refusedNode: 'Send Email',
			},
		],
		[
			'email-pdfs-outlook',
			{
				sent: () => Promise.resolve(microsoft.sent),
				refuse: () => {
					proxy.refuseOnce('/send', 503);
				},
				refusedNode: 'Send the draft',
			},
		],
		[
			'email-pdfs-gmail',
			{
				sent: () => Promise.all(google.sent.map(readMail)),
				refuse: () => {
					proxy.refuseOnce('/gmail/', 503);
				},
				refusedNode: 'Send with Gmail',
			},
		],
	];

	/** A set with PDFs of these sizes. */
	function issuedSet(...sizes: number[]) {
		const { store } = place.simulator;
		const set = store.addSet();
		sizes.forEach((bytes, index) => store.addDocument({ setId: set.setId, name: `Paper ${index + 1}`, bytes }));
		return set;
	}

	it.each(desks)('has each of them, byte for byte, once for each set, whatever is refused: %s', async (name, desk) => {
		const workflow = await published(name);
		const sets = [
			issuedSet(40_000),
			issuedSet(40_000, 3_100_000, 2_900_000),
			issuedSet(...Array.from({ length: 12 }, (_, index) => 20_000 + index), large),
		];
		desk.refuse();
		// The same event twice.
		const events = sets.map(({ setId }) => ({ setId, newStatus: 'ISSUED' }));
		await send(...events, ...events);
		await untilRuns(workflow, 3);

		const sent = await desk.sent();
		expect(sent.map(({ subject }) => subject).sort()).toEqual(
			sets.map(({ parcelRef }) => `Issued: ${parcelRef}`).sort(),
		);
		for (const { setId, parcelRef, shipmentRef } of sets) {
			const mail = sent.find(({ subject }) => subject === `Issued: ${parcelRef}`);
			const held = await documentsHeld(place.simulator, setId);
			const wanted = held.map(({ name: document, ...one }) => [`${shipmentRef} ${document}.pdf`, one.sha256]);
			const attached = mail?.attachments.map(({ fileName, bytes }) => [fileName, sha256(bytes)]);
			expect(attached?.sort()).toEqual(wanted.sort());
			expect(mail?.to).toEqual(['documents@example.com']);
			for (const [fileName] of wanted) expect(mail?.text).toContain(`- ${fileName}\n`);
		}
		const failed = (await runs(workflow)).filter(({ status }) => status === 'error');
		expect(failed.map((run) => run.problemOf(desk.refusedNode)?.message)).toHaveLength(1);
		await deactivate(place.session, workflow);
	});
});

describe('the table of statuses', () => {
	type Row = Record<string, unknown>;
	type Desk = { rows: () => Promise<Row[]>; isElsewhere: boolean; prepare: () => void };
	const headers = ['parcelRef', 'status', 'changedAt', 'changedBy', 'setId'];
	const desks: Array<[ExampleName, Desk]> = [
		[
			'sync-statuses-to-data-table',
			{
				isElsewhere: false,
				prepare: () => undefined,
				async rows() {
					const table = await findDataTable(place.session, 'Cargo statuses');
					return table ? await dataTableRows(place.session, table) : [];
				},
			},
		],
		[
			'sync-statuses-to-excel',
			{
				prepare() {
					// The columns are formatted as text, as the note says.
					microsoft.sheet = new Grid([...headers], true);
				},
				rows: () => Promise.resolve(microsoft.sheet.records()),
				isElsewhere: true,
			},
		],
		[
			'sync-statuses-to-google-sheets',
			{
				prepare() {
					google.sheet = new Grid([...headers, 'my own notes'], false);
				},
				rows: () => Promise.resolve(google.sheet.records()),
				isElsewhere: true,
			},
		],
	];

	it.each(desks)(
		'has one row for each set, which never goes back: %s',
		async (name, { rows, prepare, isElsewhere }) => {
			prepare();
			const workflow = await published(name);
			const [setId, other] = [crypto.randomUUID(), crypto.randomUUID()];
			const rowOf = async (id: string) => (await rows()).filter((row) => row['setId'] === id);
			let done = 0;
			const after = async (...events: Array<Omit<Event, 'setId'>>) => {
				await send(...events.map((event) => ({ setId, parcelReference: '0471', ...event })));
				await untilRuns(workflow, (done += events.length));
				return await rowOf(setId);
			};
			const issued = { newStatus: 'ISSUED', updatedDate: 'Thu May 12 10:20:30 UTC 2022', actor: 'Ada Lindgren' };
			const held = { parcelRef: '0471', status: 'Issued', changedBy: 'Ada Lindgren' };

			if (isElsewhere) {
				const { token } = account;
				account.token = 'token of another account';
				await send({ setId: other, newStatus: 'DRAFTED', parcelReference: '0001' });
				await until(async () => (await runs(workflow)).some(({ status }) => status === 'error'));
				account.token = token;
				await untilRuns(workflow, (done += 1));
				expect(await rowOf(other)).toMatchObject([{ parcelRef: '0001', status: 'Drafted' }]);
			}
			expect(await after(issued)).toMatchObject([held]);
			// What a message does not know stays.
			const late = { newStatus: 'SIGNED', updatedDate: 'Thu May 12 09:00:00 UTC 2022' };
			expect(await after(late)).toMatchObject([held]);
			const next = { newStatus: 'TITLE_HELD', updatedDate: 'Thu May 12 10:20:30 UTC 2022' };
			expect(await after(next)).toMatchObject([{ ...held, status: 'Title Held' }]);
			expect(await after({ newStatus: 'TRANSFER_DRAFTED' })).toMatchObject([{ ...held, status: 'Transfer Drafted' }]);
			expect(await after({ ...late, newStatus: 'DRAFTED' })).toMatchObject([{ ...held, status: 'Transfer Drafted' }]);
			if (isElsewhere) expect(await rowOf(other)).toMatchObject([{ parcelRef: '0001', status: 'Drafted' }]);
			await deactivate(place.session, workflow);
		},
	);
});

it('the evidence of a set has each event once, with who and when, and each PDF with its SHA-256', async () => {
	const { store } = place.simulator;
	const { setId } = store.addSet();
	for (const name of ['Bill of Lading', 'Packing List']) store.addDocument({ setId, name });
	const workflow = await published('evidence-of-a-set');
	const signed = {
		...{ setId, newStatus: 'SIGNED', parcelReference: '0815', updatedDate: 'Thu May 12 09:00:00 UTC 2022' },
		...{ actor: 'Ada Lindgren', actorCompany: 'Example Line' },
	};
	const issued = { ...signed, newStatus: 'ISSUED', updatedDate: 'Thu May 12 10:20:30 UTC 2022' };
	await send(signed, issued, { ...issued, transactionId: 'another' });
	await untilRuns(workflow, 3);
	const table = await findDataTable(place.session, 'Evidence of bills of lading');
	const rows = await dataTableRows(place.session, table!);
	expect(rows).toMatchObject([{ setId, parcelRef: '0815' }]);
	expect(rows[0]?.['events']).toBe(
		['2022-05-12T09:00:00.000Z: Signed', '2022-05-12T10:20:30.000Z: Issued']
			.map((event) => `${event}, by Ada Lindgren, Example Line`)
			.join('\n'),
	);
	const held = await documentsHeld(place.simulator, setId);
	expect(rows[0]?.['documents']).toBe(
		held.map(({ name, sha256: hash, size }) => `${name}: SHA-256 ${hash}, ${size} bytes`).join('\n'),
	);
	await deactivate(place.session, workflow);
});

it('an Excel sheet without the columns loses no event: it is written once the sheet is right', async () => {
	microsoft.sheet = new Grid(['something', 'else'], true);
	const workflow = await published('sync-statuses-to-excel');
	await send({ setId: '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4', newStatus: 'ISSUED' });
	const errors = async () => (await runs(workflow)).flatMap(({ problem }) => problem?.message ?? []);
	await until(async () => (await errors()).length > 0);
	expect((await errors())[0]).toContain('no column setId');
	microsoft.sheet = new Grid(['setId', 'status', 'changedAt'], true);
	await untilRuns(workflow, 1);
	expect(microsoft.sheet.records()).toMatchObject([{ status: 'Issued' }]);
	await deactivate(place.session, workflow);
});

describe('the import of a sheet', () => {
	const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
	const sample = () => readFile(join(projectRoot, 'examples', 'import-from-spreadsheet.xlsx'));

	const trigger = 'When a file is created';
	const shipments = () => place.simulator.store.shipments.size;
	const drives: Array<[ExampleName, Microsoft | Google]> = [
		['import-from-onedrive', microsoft],
		['import-from-google-drive', google],
	];

	it.each(drives)('shows what it would import, and imports nothing: %s', async (name, drive) => {
		const before = shipments();
		drive.addFile(folder, 'first.xlsx', xlsx, await sample());
		const workflow = await imported(name);
		const run = await finished(place.session, await runWorkflow(place.session, workflow, trigger));
		expect(run.problem).toBeNull();
		const [shipment] = run.items('Import the shipments');
		expect([shipment?.json['outcome'], shipment?.binary?.['draft']?.mimeType]).toEqual(['dryRun', 'text/html']);
		expect(shipments()).toBe(before);
	});

	it('imports each shipment of a sheet in a folder, once, after Dry Run was switched off', async () => {
		const before = shipments();
		const workflows = await Promise.all(drives.map(([name]) => published(name, true)));
		for (const [, drive] of drives) {
			drive.addFile(folder, 'notes.txt', 'text/plain', Buffer.from('not a sheet'));
			drive.addFile('ANOTHER001', 'other.xlsx', xlsx, Buffer.from('not in the folder'));
			drive.addFile(folder, 'second.xlsx', xlsx, await sample());
		}
		for (const workflow of workflows) await untilRuns(workflow, 1);
		const outcomes = await Promise.all(
			workflows.map(async (workflow) =>
				(await runs(workflow)).flatMap((run) => run.items('Import the shipments').map(({ json }) => json['outcome'])),
			),
		);
		// The sheets are the same.
		expect(outcomes.flat().sort()).toEqual(['imported', 'imported', 'skipped', 'skipped']);
		expect(shipments()).toBe(before + 2);
		for (const workflow of workflows) await deactivate(place.session, workflow);
	});
});
