import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importExample } from '../../scripts/demo/examples';
import { projectRoot } from '../../scripts/n8n/processes';
import { finished } from '../../scripts/n8n/rest/executions';
import { runWorkflow, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { openPlace, type Place } from './place';

describe('importing the sample spreadsheet', () => {
	let place: Place;
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		place = await openPlace({ seed: 'demo' });
		const { session, credentials, queue, outputFolder: folder } = place;
		const sheet = 'import-from-spreadsheet.xlsx';
		await copyFile(join(projectRoot, 'examples', sheet), join(folder, sheet));
		workflow = await importExample(session, 'import-from-spreadsheet', { credentials, queue: queue.name, folder });
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
