import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../n8n/processes';
import { createWorkflow, workflowFile, type StoredWorkflow, type WorkflowFile } from '../n8n/rest/workflows';
import type { Session } from '../n8n/rest/session';
import type { Credentials } from './accounts';

export type ExampleName =
	| 'import-shipment'
	| 'import-from-spreadsheet'
	| 'email-pdfs-on-issued'
	| 'sync-statuses-to-spreadsheet'
	| 'save-statuses-as-xlsx';

/** What a user types after importing an example. */
export type FillIn = {
	credentials: Credentials;
	queue: string;
	xlsxFile: string;
	/** The table to choose where n8n cannot find it by its name. */
	dataTableId?: string;
};

export async function readExample(name: ExampleName): Promise<WorkflowFile> {
	const text = await readFile(join(projectRoot, 'examples', `${name}.json`), 'utf8');
	const parsed: unknown = JSON.parse(text);
	return workflowFile.parse(parsed);
}

/** Imports an example as it is in the repository, with only the fields filled in that its notes tell the user to fill in. */
export async function importExample(session: Session, name: ExampleName, fillIn: FillIn): Promise<StoredWorkflow> {
	return await createWorkflow(session, fill(await readExample(name), fillIn));
}

function fill(file: WorkflowFile, { credentials, queue, xlsxFile, dataTableId }: FillIn): WorkflowFile {
	const { api, queue: queueCredential, mail } = credentials;
	const nodes = file.nodes.map((node) => {
		switch (node.type) {
			case 'n8n-nodes-cargo-exchange.cargoExchange':
				return { ...node, credentials: { [api.type]: api } };
			case 'n8n-nodes-cargo-exchange.cargoExchangeTrigger':
				return {
					...node,
					credentials: { [queueCredential.type]: queueCredential },
					parameters: { ...node.parameters, queue },
				};
			case 'n8n-nodes-base.emailSend':
				return { ...node, credentials: { [mail.type]: mail } };
			case 'n8n-nodes-base.readWriteFile':
				return { ...node, parameters: { ...node.parameters, [fileParameterOf(node.parameters)]: xlsxFile } };
			case 'n8n-nodes-base.dataTable': {
				const chosen = { dataTableId: { __rl: true, mode: 'list', value: dataTableId } };
				return dataTableId && 'dataTableId' in node.parameters
					? { ...node, parameters: { ...node.parameters, ...chosen } }
					: node;
			}
			default:
				return node;
		}
	});
	return { ...file, nodes };
}

function fileParameterOf({ operation }: Record<string, unknown>): string {
	return operation === 'read' ? 'fileSelector' : 'fileName';
}
