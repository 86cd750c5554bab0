import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import readSheets from 'read-excel-file/node';
import * as z from 'zod/v4';
import { dataTableRows, findDataTable } from '../n8n/rest/resources';
import { executionsOf, finished } from '../n8n/rest/executions';
import { runWorkflow } from '../n8n/rest/workflows';
import type { DemoWorkflows } from './workflows';
import { documentsHeld, type HeldDocument } from './heldDocuments';
import type { Mail } from './mailbox';
import type { Step } from './terminal';
import type { Environment } from './environment';

export type Imported = { importRef: string; setId: string };
export type Status = { event: string; status: string; setId: string; changedAt: string; changedBy: string };
export type SavedFile = { name: string; path: string; size: number; sha256: string };

/** What came out of the story. */
export type Outcome = {
	imported: Imported;
	/** The queue's events for this set, as the spreadsheet workflow got them, in order. */
	statuses: Status[];
	mail: Mail;
	/** The attachments of the mail, saved. */
	files: SavedFile[];
	/** What the exchange gives when it is asked for the same documents without our package. */
	held: HeldDocument[];
	rows: Array<Record<string, unknown>>;
	/** The Excel file and its cells, header first. */
	sheet: { path: string; cells: unknown[][] };
};

const patienceMs = 180_000;

/** Imports a shipment through n8n, has people sign and issue it in the exchange, and collects what n8n made of it. */
export async function playStory(environment: Environment, workflows: DemoWorkflows, step: Step): Promise<Outcome> {
	const imported = await step('Import a shipment through n8n', () => importShipment(environment, workflows));
	const { setId } = imported;
	const person = environment.simulator.person;
	await step('Sign it in the exchange', async () => {
		environment.simulator.life.sign(setId);
		await environment.simulator.life.authorize(setId, person);
		await statusInTable(environment, setId, 'Signed');
	});
	const mail = await step('Issue it, wait for the email and the spreadsheet', async () => {
		await environment.simulator.life.issue(setId, person);
		await statusInTable(environment, setId, 'Issued');
		return await environment.mailbox.waitFor(({ attachments }) => attachments.length > 0, patienceMs);
	});
	return await step('Collect what arrived', async () => ({
		imported,
		mail,
		statuses: await statusesOf(environment, workflows, setId),
		files: await saveAttachments(mail, join(environment.outputFolder, 'email')),
		held: await documentsHeld(environment.simulator, setId),
		rows: await tableRows(environment),
		sheet: await saveSheet(environment, workflows),
	}));
}

const importReply = z.looseObject({ importRef: z.string(), setIds: z.array(z.string()).min(1) });

async function importShipment({ session }: Environment, { importing }: DemoWorkflows): Promise<Imported> {
	const execution = await finished(session, await runWorkflow(session, importing, 'Click to start'));
	if (execution.problem) throw new Error(`n8n could not import the shipment: ${execution.problem.message}`);
	const { importRef, setIds } = importReply.parse(execution.items('Import the shipment')[0]?.json);
	return { importRef, setId: setIds[0] ?? '' };
}

/** The rows of the spreadsheet; none before its table exists. */
export async function tableRows({ session }: Environment): Promise<Array<Record<string, unknown>>> {
	const table = await findDataTable(session, 'Cargo statuses');
	return table ? await dataTableRows(session, table) : [];
}

async function statusInTable(environment: Environment, setId: string, status: string): Promise<void> {
	const until = Date.now() + patienceMs;
	while (!(await tableRows(environment)).some((row) => row['setId'] === setId && row['status'] === status)) {
		if (Date.now() > until) throw new Error(`The spreadsheet did not show "${status}" within ${patienceMs / 1000} s`);
		await sleep(200);
	}
}

const text = z
	.string()
	.nullish()
	.transform((value) => value ?? '');
const status = z.looseObject({
	event: z.string(),
	status: z.string(),
	setId: z.string(),
	changedAt: text,
	changedBy: text,
});

/** The row is written a moment before its execution ends, so the last execution is waited for. */
async function statusesOf({ session }: Environment, { syncing }: DemoWorkflows, setId: string): Promise<Status[]> {
	const until = Date.now() + patienceMs;
	for (;;) {
		const executions = await executionsOf(session, syncing.id);
		const events = executions.flatMap((execution) => execution.items('Cargo Exchange Trigger'));
		const statuses = events.map(({ json }) => status.parse(json)).filter((event) => event.setId === setId);
		if (statuses.at(-1)?.event === 'issued' || Date.now() > until) return statuses;
		await sleep(200);
	}
}

async function saveAttachments({ attachments }: Mail, folder: string): Promise<SavedFile[]> {
	await mkdir(folder, { recursive: true });
	const saved: SavedFile[] = [];
	for (const { fileName, bytes } of attachments) {
		const path = join(folder, basename(fileName));
		await writeFile(path, bytes);
		saved.push({ name: fileName, path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
	}
	return saved;
}

async function saveSheet({ session }: Environment, { saving, xlsxFile }: DemoWorkflows): Promise<Outcome['sheet']> {
	const execution = await finished(session, await runWorkflow(session, saving, 'Run now'));
	if (execution.problem) throw new Error(`n8n could not write the Excel file: ${execution.problem.message}`);
	const [sheet] = await readSheets(xlsxFile);
	return { path: xlsxFile, cells: sheet?.data ?? [] };
}
