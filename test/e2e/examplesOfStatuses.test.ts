/** The examples that keep one row per set from the queue. Google Sheets is not available here: a data table takes its place. */
import { fill, readExample } from '../../scripts/demo/examples';
import { makeTable } from '../../scripts/demo/workflows';
import { executionsOf } from '../../scripts/n8n/rest/executions';
import { createDataTable, dataTableRows, findDataTable, type DataTable } from '../../scripts/n8n/rest/resources';
import {
	activate,
	createWorkflow,
	deactivate,
	type StoredWorkflow,
	type WorkflowFile,
} from '../../scripts/n8n/rest/workflows';
import { openConnection, type TestConnection } from '../helpers/broker';
import { openPlace, until, type Place } from './place';

let place: Place;
let connection: TestConnection;
beforeAll(async () => {
	place = await openPlace();
	connection = await openConnection(place.queue.url);
});
afterAll(async () => {
	await connection.close();
	await place.close();
});

type Example = 'sync-statuses-to-google-sheets' | 'sync-statuses-to-spreadsheet';

async function imported(example: Example): Promise<{ workflow: StoredWorkflow; table: DataTable | null }> {
	const { session, credentials, queue } = place;
	const fillIn = { credentials, queue: queue.name, folder: '' };
	if (example === 'sync-statuses-to-spreadsheet') {
		const workflow = await createWorkflow(session, fill(await readExample(example), fillIn));
		await makeTable(session, workflow);
		return { workflow, table: await findDataTable(session, 'Cargo statuses') };
	}
	const columns = ['setId', 'parcelRef', 'status', 'changedAt', 'changedBy', 'company', 'customerId'];
	const typed = columns.map((name) => ({ name, type: 'string' as const }));
	const table = await createDataTable(session, `Sheet of ${queue.name}`, typed);
	const file = onDataTable(fill(await readExample(example), fillIn), table);
	return { workflow: await createWorkflow(session, file), table };
}

/** The nodes of Google Sheets as the same steps on a data table. */
function onDataTable(file: WorkflowFile, { id: value }: DataTable): WorkflowFile {
	const table = { resource: 'row', dataTableId: { __rl: true, mode: 'id', value }, matchType: 'allConditions' };
	const filters = { conditions: [{ keyName: 'setId', condition: 'eq', keyValue: '={{ $json.setId }}' }] };
	const nodes = file.nodes.map((node) => {
		if (node.type !== 'n8n-nodes-base.googleSheets') return node;
		const { operation, columns } = node.parameters;
		const step = operation === 'read' ? { operation: 'get', returnAll: true } : { operation: 'upsert', columns };
		return { ...node, type: 'n8n-nodes-base.dataTable', typeVersion: 1, parameters: { ...table, filters, ...step } };
	});
	return { ...file, nodes };
}

it.each<Example>(['sync-statuses-to-spreadsheet', 'sync-statuses-to-google-sheets'])(
	'a row of %s keeps its status when an earlier message comes again',
	async (example) => {
		const { session, queue } = place;
		const { workflow, table } = await imported(example);
		const setId = crypto.randomUUID();
		const message = (newStatus: string, updatedDate: string) =>
			JSON.stringify({ newStatus, updatedDate, setId, parcelReference: 'SET-0101-1', actor: 'Ada Lindgren' });
		const rows = async () => (table ? await dataTableRows(session, table) : []).filter((row) => row['setId'] === setId);
		await activate(session, workflow);

		const after = async (...messages: string[]) => {
			const before = (await executionsOf(session, workflow.id)).length;
			await connection.publish(queue.name, messages);
			const ended = async () => (await executionsOf(session, workflow.id)).filter(({ status }) => status !== 'running');
			await until(async () => (await ended()).length === before + messages.length);
			expect((await ended()).flatMap(({ problem }) => problem ?? [])).toEqual([]);
			return await rows();
		};
		const issued = message('ISSUED', 'Thu May 12 10:20:30 UTC 2022');
		const held = { status: 'Issued', parcelRef: 'SET-0101-1', changedBy: 'Ada Lindgren' };
		expect(await after(issued)).toMatchObject([held]);
		expect(await after(message('SIGNED', 'Thu May 12 09:00:00 UTC 2022'))).toMatchObject([held]);
		expect(await after(message('TITLE_HELD', 'Thu May 12 10:20:30 UTC 2022'))).toMatchObject([
			{ status: 'Title Held' },
		]);
		expect(await after(message('TRANSFER_DRAFTED', ''))).toMatchObject([{ status: 'Transfer Drafted' }]);
		await deactivate(session, workflow);
	},
);
