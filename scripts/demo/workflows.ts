import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../n8n/processes';
import { finished } from '../n8n/rest/executions';
import { createCredential } from '../n8n/rest/resources';
import type { Session } from '../n8n/rest/session';
import { activate, runWorkflow, type StoredWorkflow } from '../n8n/rest/workflows';
import { createCredentials, sheetsPage, type Credentials, type Places } from './accounts';
import { type ExampleName, type FillIn, importExample } from './examples';

/** The workflows of the two stories in n8n. Those that wait for events are published, the other two wait to be run. */
export type DemoWorkflows = {
	credentials: Credentials;
	importing: StoredWorkflow;
	emailing: StoredWorkflow;
	syncing: StoredWorkflow;
	saving: StoredWorkflow;
	xlsxFile: string;
};

type WorkflowEnvironment = Places & { queue: { url: string; name: string }; outputFolder: string };

/** Does what the notes in the examples ask of a user: credentials, import, publish. */
export async function setUpWorkflows(environment: WorkflowEnvironment): Promise<DemoWorkflows> {
	const { session, queue, outputFolder } = environment;
	const credentials = await createCredentials(environment);
	const xlsxFile = join(outputFolder, 'cargo-statuses.xlsx');
	const fillIn = { credentials, queue: queue.name, folder: outputFolder };

	const importing = await importExample(session, 'import-shipment', { ...fillIn, imports: true });
	const emailing = await importExample(session, 'email-pdfs-smtp', fillIn);
	const syncing = await importExample(session, 'sync-statuses-to-data-table', fillIn);
	const saving = await importExample(session, 'save-statuses-as-xlsx', fillIn);

	await activate(session, emailing);
	await activate(session, syncing);
	return { credentials, importing, emailing, syncing, saving, xlsxFile };
}

/** Imports the other examples that can run on this machine, none of them published. What needs an account elsewhere is left out. */
export async function importOtherExamples(
	environment: WorkflowEnvironment & { deadLetterQueue: string },
	credentials: Credentials,
): Promise<StoredWorkflow[]> {
	const { session, queue, deadLetterQueue, outputFolder } = environment;
	const samples = join(outputFolder, 'samples');
	const archive = join(outputFolder, 'archive');
	await mkdir(archive, { recursive: true });
	await copySamples(samples);
	const imported = async (name: ExampleName, more: Partial<FillIn> = {}) =>
		await importExample(session, name, { credentials, queue: queue.name, folder: outputFolder, ...more });

	const page = await createCredential(session, 'Page for sheets', 'httpBasicAuth', sheetsPage);
	const collecting = await imported('collect-rejected-messages', { queue: deadLetterQueue });
	await makeTable(session, collecting);
	return [
		await imported('email-pdfs-without-queue'),
		await imported('sync-statuses-without-queue'),
		await imported('import-from-form', { logins: [page] }),
		await imported('import-from-spreadsheet-with-pdfs', { folder: samples }),
		await imported('import-after-approval', { folder: samples }),
		await imported('import-with-results', { folder: samples }),
		await imported('daily-digest-of-signatures'),
		await imported('alert-on-stuck-sets'),
		await imported('archive-issued-pdfs', { folder: archive }),
		await imported('evidence-of-a-set'),
		await imported('notify-on-failed-executions'),
		await imported('warn-about-a-queue'),
		collecting,
	];
}

/** Copies the sample spreadsheet and its PDFs. */
async function copySamples(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const examples = join(projectRoot, 'examples');
	const samples = (await readdir(examples)).filter((name) => /\.(xlsx|pdf)$/.test(name));
	for (const name of samples) await copyFile(join(examples, name), join(folder, name));
}

/** Has the workflow create its table. */
export async function makeTable(session: Session, workflow: StoredWorkflow): Promise<void> {
	const run = await finished(session, await runWorkflow(session, workflow, 'Run once'));
	if (run.status !== 'success')
		throw new Error(`The data table could not be created: ${run.problem?.message ?? run.status}`);
}
