import { join } from 'node:path';
import { finished } from '../n8n/rest/executions';
import { activate, runWorkflow, type StoredWorkflow } from '../n8n/rest/workflows';
import { createCredentials, type Credentials, type Places } from './accounts';
import { importExample } from './examples';

/** The examples as they stand in n8n: the two stories are active, the other two wait to be run. */
export type Desk = {
	credentials: Credentials;
	importing: StoredWorkflow;
	emailing: StoredWorkflow;
	syncing: StoredWorkflow;
	saving: StoredWorkflow;
	xlsxFile: string;
};

/** Does what the notes in the examples tell a user to do: credentials, import, the table, publish. */
export async function setUpDesk(world: Places & { queue: { url: string; name: string }; outputFolder: string }): Promise<Desk> {
	const { session, queue, outputFolder } = world;
	const credentials = await createCredentials(world);
	const xlsxFile = join(outputFolder, 'cargo-statuses.xlsx');
	const fillIn = { credentials, queue: queue.name, xlsxFile };

	const importing = await importExample(session, 'import-shipment', fillIn);
	const emailing = await importExample(session, 'email-pdfs-on-issued', fillIn);
	const syncing = await importExample(session, 'sync-statuses-to-spreadsheet', fillIn);
	const saving = await importExample(session, 'save-statuses-as-xlsx', fillIn);

	const table = await finished(session, await runWorkflow(session, syncing, 'Run once'));
	if (table.status !== 'success') throw new Error(`The data table could not be made: ${table.problem?.message ?? table.status}`);
	await activate(session, emailing);
	await activate(session, syncing);
	return { credentials, importing, emailing, syncing, saving, xlsxFile };
}
