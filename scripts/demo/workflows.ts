import { join } from 'node:path';
import * as z from 'zod/v4';
import { column, createDataTable, findDataTable } from '../n8n/rest/resources';
import { finished } from '../n8n/rest/executions';
import type { Session } from '../n8n/rest/session';
import { activate, runWorkflow, type StoredWorkflow } from '../n8n/rest/workflows';
import { createCredentials, type Credentials, type Places } from './accounts';
import { importExample, readExample } from './examples';

/** The examples as they stand in n8n: the two stories are active, the other two wait to be run. */
export type DemoWorkflows = {
	credentials: Credentials;
	importing: StoredWorkflow;
	emailing: StoredWorkflow;
	syncing: StoredWorkflow;
	saving: StoredWorkflow;
	xlsxFile: string;
};

/** Does what the notes in the examples tell a user to do: credentials, import, the table, publish. */
export async function setUpWorkflows(
	environment: Places & { queue: { url: string; name: string }; outputFolder: string },
): Promise<DemoWorkflows> {
	const { session, queue, outputFolder } = environment;
	const credentials = await createCredentials(environment);
	const xlsxFile = join(outputFolder, 'cargo-statuses.xlsx');
	const byHand = session.version.startsWith('1.');
	const fillIn = {
		credentials,
		queue: queue.name,
		folder: outputFolder,
		...(byHand && { dataTableId: await makeTableByHand(session) }),
	};

	const importing = await importExample(session, 'import-shipment', fillIn);
	const emailing = await importExample(session, 'email-pdfs-on-issued', fillIn);
	const syncing = await importExample(session, 'sync-statuses-to-spreadsheet', fillIn);
	const saving = await importExample(session, 'save-statuses-as-xlsx', fillIn);

	if (!byHand) await makeTable(session, syncing);
	await activate(session, emailing);
	await activate(session, syncing);
	return { credentials, importing, emailing, syncing, saving, xlsxFile };
}

async function makeTable(session: Session, syncing: StoredWorkflow): Promise<void> {
	const run = await finished(session, await runWorkflow(session, syncing, 'Run once'));
	if (run.status !== 'success')
		throw new Error(`The data table could not be made: ${run.problem?.message ?? run.status}`);
}

const tableNode = z.looseObject({ tableName: z.string(), columns: z.looseObject({ column: z.array(column) }) });

/** What the workflow's note asks of users of n8n 1.x, whose node cannot make tables: gives the id to choose. */
async function makeTableByHand(session: Session): Promise<string> {
	const { nodes } = await readExample('sync-statuses-to-spreadsheet');
	const { tableName, columns } = tableNode.parse(nodes.find(({ name }) => name === 'Create the table')?.parameters);
	return ((await findDataTable(session, tableName)) ?? (await createDataTable(session, tableName, columns.column))).id;
}
