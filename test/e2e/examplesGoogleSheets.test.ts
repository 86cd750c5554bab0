/** The example whose last service is not available here: Google Sheets gives way to a node that shows the row it is told to write. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import { fill, readExample } from '../../scripts/demo/examples';
import { executionsOf } from '../../scripts/n8n/rest/executions';
import { activate, createWorkflow, deactivate } from '../../scripts/n8n/rest/workflows';
import { openPlace, until, type Place } from './place';

const googleSheets = 'n8n-nodes-base.googleSheets';
const written = z.object({ columns: z.object({ value: z.record(z.string(), z.string()) }) });

let place: Place;
beforeAll(async () => {
	place = await openPlace({ seed: 'demo' });
});
afterAll(() => place.close());

it('the row for Google Sheets holds the latest status of the set, one run for each message', async () => {
	const { session, credentials, queue, simulator } = place;
	const file = fill(await readExample('sync-statuses-to-google-sheets'), {
		credentials,
		queue: queue.name,
		folder: '',
	});
	const nodes = file.nodes.map((node) => {
		if (node.type !== googleSheets) return node;
		const { columns } = written.parse(node.parameters);
		const assignments = Object.entries(columns.value).map(([name, value]) => ({
			id: randomUUID(),
			name,
			value,
			type: 'string',
		}));
		return {
			...node,
			credentials: {},
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { assignments: { assignments } },
		};
	});
	const workflow = await createWorkflow(session, { ...file, nodes });
	await activate(session, workflow);

	const { store, life, person } = simulator;
	const set = store.sets.all().find(({ setId, stage }) => stage !== 'Issued' && store.documentsOfSet(setId).length > 0);
	if (!set) throw new Error('The demo stock has no set that can still be signed');
	life.sign(set.setId);
	await life.authorize(set.setId, person);
	await life.issue(set.setId, person);

	const rows = async () =>
		(await executionsOf(session, workflow.id))
			.flatMap((run) => run.items('Add or update the row'))
			.map(({ json }) => json);
	await until(async () => (await rows()).length === 2);
	expect((await rows()).map(({ setId, parcelRef, status }) => [setId, parcelRef, status])).toEqual([
		[set.setId, set.parcelRef, 'Signed'],
		[set.setId, set.parcelRef, 'Issued'],
	]);
	for (const row of await rows()) {
		expect(row['changedAt']).toMatch(/^\d{4}-\d{2}-\d{2}T/);
		expect(row['changedBy']).toEqual(expect.stringMatching(/./));
	}
	await deactivate(session, workflow);
});
