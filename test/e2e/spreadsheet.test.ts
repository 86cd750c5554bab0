import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeWorkbook from 'write-excel-file/node';
import { action, execute, openPlace, type WorkflowNode } from './place';

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
		const [, above = ''] = /set Range to (\d+)/.exec(wrong.problem?.description ?? '') ?? [];
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
