import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importExample } from '../../scripts/demo/examples';
import { projectRoot } from '../../scripts/n8n/processes';
import { finished } from '../../scripts/n8n/rest/executions';
import { runWorkflow, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import writeWorkbook from 'write-excel-file/node';
import { action, execute, openPlace, type Place, type WorkflowNode } from './place';

describe('importing the sample spreadsheet', () => {
	let place: Place;
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		place = await openPlace({ seed: 'demo' });
		const { session, credentials, queue, outputFolder: folder } = place;
		const sheet = 'import-from-spreadsheet.xlsx';
		await copyFile(join(projectRoot, 'examples', sheet), join(folder, sheet));
		workflow = await importExample(session, 'import-from-spreadsheet', {
			...{ credentials, queue: queue.name, folder },
			imports: true,
		});
	});
	afterAll(() => place.close());

	async function importedSets(): Promise<unknown[][]> {
		const run = await finished(place.session, await runWorkflow(place.session, workflow, 'Click to start'));
		expect(run.problem).toBeNull();
		return run.items('Import the shipments').map(({ json }) => [json['setIds']].flat());
	}

	it('imports each of its shipments once, however often the workflow runs', async () => {
		const { shipments } = place.simulator.store;
		const before = shipments.size;
		const first = await importedSets();
		expect(first).toHaveLength(2);
		for (const setIds of first) expect(setIds).not.toEqual([]);
		expect(shipments.size).toBe(before + 2);
		await importedSets();
		expect(shipments.size).toBe(before + 2);
	});
});

it('imports every row and every column below titles, with Range as the message says', async () => {
	const place = await openPlace({ seed: 'demo' });
	try {
		const columns = Array.from({ length: 30 }, (_, index) => `Remark ${index}`);
		const headers = ['Shipment Reference', 'B/L Number', ...columns, 'Goods'];
		const rows = Array.from({ length: 1_200 }, (_, row) => ['S1', `B${row}`, ...columns, `Shirts ${row}`]);
		const sheet = [['Packing list'], ['Of a very large shipment'], headers, ...rows];
		const file = join(place.outputFolder, 'titles.xlsx');
		const cells = sheet.map((cellsOfRow) => cellsOfRow.map((value) => ({ value })));
		await writeFile(file, await writeWorkbook(cells).toBuffer());
		const read = (range: string): WorkflowNode[] => [
			{ name: 'Read', type: 'n8n-nodes-base.readWriteFile', typeVersion: 1, parameters: { fileSelector: file } },
			{
				...{ name: 'Extract', type: 'n8n-nodes-base.extractFromFile', typeVersion: 1.1 },
				parameters: { operation: 'xlsx', options: { rawData: true, ...(range !== '' && { range }) } },
			},
		];
		const parameters = {
			...{ resource: 'shipment', operation: 'import', ifPresent: 'import' },
			options: { validation: 'warn', ignoreColumns: columns.join(', ') },
		};
		const importing = action(place, parameters, 'Import');
		const wrong = await execute(place, ...read(''), importing);
		const [, above = ''] = /set Range to (\d+)/.exec(wrong.problem?.message ?? '') ?? [];
		const right = await execute(place, ...read(above), importing);
		expect(right.problem).toBeNull();
		const [item] = right.items('Import');
		const payload = JSON.stringify(item?.json['payload']);
		expect(payload).toContain('"blNumber":"B1199"');
		expect(payload).toContain('Shirts 1199');
	} finally {
		await place.close();
	}
});
