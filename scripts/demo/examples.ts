import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../n8n/processes';
import { createWorkflow, workflowFile, type StoredWorkflow, type WorkflowFile } from '../n8n/rest/workflows';
import type { Session } from '../n8n/rest/session';
import type { StoredCredential } from '../n8n/rest/resources';
import type { Credentials } from './accounts';

type WorkflowNode = WorkflowFile['nodes'][number];

export const exampleNames = [
	'alert-on-stuck-sets',
	'archive-issued-pdfs',
	'ask-where-a-bill-of-lading-is',
	'collect-rejected-messages',
	'daily-digest-of-signatures',
	'email-pdfs-on-issued',
	'email-pdfs-without-queue',
	'import-after-approval',
	'import-by-form',
	'import-from-spreadsheet',
	'import-from-spreadsheet-with-pdfs',
	'import-shipment',
	'import-with-results',
	'notify-on-failed-executions',
	'save-statuses-as-xlsx',
	'sync-statuses-to-google-sheets',
	'sync-statuses-to-spreadsheet',
	'sync-statuses-without-queue',
	'warn-about-a-queue',
] as const;
export type ExampleName = (typeof exampleNames)[number];

/** What a user chooses and types after importing an example. */
export type FillIn = {
	credentials: Credentials & { chatModel?: StoredCredential; form?: StoredCredential };
	queue: string;
	/** Where the files are that examples read and write. */
	folder: string;
	/** Whether somebody has looked at the draft and switched **Dry Run** off. */
	imports?: boolean;
};

export async function readExample(name: ExampleName): Promise<WorkflowFile> {
	const text = await readFile(join(projectRoot, 'examples', `${name}.json`), 'utf8');
	const parsed: unknown = JSON.parse(text);
	return workflowFile.parse(parsed);
}

/** Imports an example as it is in the repository, filled in. */
export async function importExample(session: Session, name: ExampleName, fillIn: FillIn): Promise<StoredWorkflow> {
	return await createWorkflow(session, fill(await readExample(name), fillIn));
}

/** An example with only the fields filled in that its notes tell the user to fill in. */
export function fill(file: WorkflowFile, fillIn: FillIn): WorkflowFile {
	return { ...file, nodes: file.nodes.map((node) => ({ ...node, ...filledIn(node, fillIn) })) };
}

/** The folder that the examples name. */
const folderOfExamples = '/home/node/.n8n-files';

function filledIn({ name, type, parameters }: WorkflowNode, fillIn: FillIn): Partial<WorkflowNode> {
	const { api, queue, mail, chatModel, form } = fillIn.credentials;
	const choose = (credential: StoredCredential | undefined) =>
		credential && { credentials: { [credential.type]: credential } };
	switch (type) {
		case 'n8n-nodes-cargo-exchange.cargoExchange':
		case 'n8n-nodes-cargo-exchange.cargoExchangeTool':
			if (parameters['resource'] === 'queue')
				return { ...choose(queue), parameters: { ...parameters, queue: fillIn.queue } };
			return {
				...choose(api),
				...(fillIn.imports && name.startsWith('Import ') && { parameters: { ...parameters, dryRun: false } }),
			};
		case 'n8n-nodes-cargo-exchange.cargoExchangePollingTrigger':
			return { ...choose(api) };
		case 'n8n-nodes-cargo-exchange.cargoExchangeTrigger':
			return { ...choose(queue), parameters: { ...parameters, queue: fillIn.queue } };
		case 'n8n-nodes-base.emailSend':
			return { ...choose(mail) };
		case 'n8n-nodes-base.formTrigger':
			return { ...choose(form) };
		case '@n8n/n8n-nodes-langchain.lmChatOpenAi':
			return { ...choose(chatModel) };
		case 'n8n-nodes-base.readWriteFile':
			return { parameters: mapTexts(parameters, (text) => text.replace(folderOfExamples, fillIn.folder)) };
		default:
			return {};
	}
}

function mapTexts(parameters: Record<string, unknown>, change: (text: string) => string): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
	);
}
