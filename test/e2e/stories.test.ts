import { existsSync, readFileSync } from 'node:fs';
import { setUpWorkflows, type DemoWorkflows } from '../../scripts/demo/workflows';
import { documentsHeld } from '../../scripts/demo/heldDocuments';
import { dataTableRows, findDataTable } from '../../scripts/n8n/rest/resources';
import { executionsOf, finished } from '../../scripts/n8n/rest/executions';
import { deactivate, runWorkflow } from '../../scripts/n8n/rest/workflows';
import { given, lookAtQueue, openPlace, sha256, until, type Place } from './place';

describe('both stories on one queue', () => {
	let place: Place;
	let workflows: DemoWorkflows;
	const setIds: string[] = [];

	beforeAll(async () => {
		place = await openPlace();
		workflows = await setUpWorkflows(place);
		for (const count of [1, 2]) {
			const run = await finished(
				place.session,
				await runWorkflow(place.session, workflows.importing, 'Click to start'),
			);
			const ids = run.items('Import the shipment')[0]?.json['setIds'];
			if (!Array.isArray(ids)) throw new Error(`Import ${count} gave no set: ${run.problem?.message ?? run.status}`);
			setIds.push(String(ids[0]));
		}
		const { life, person } = place.simulator;
		for (const setId of setIds) {
			life.sign(setId);
			await life.authorize(setId, person);
		}
		for (const setId of setIds) await life.issue(setId, person);
	});
	afterAll(() => place.close());

	async function whatFailed(): Promise<string> {
		const runs = await Promise.all(
			[workflows.emailing, workflows.syncing].map(({ id }) => executionsOf(place.session, id)),
		);
		return runs
			.flat()
			.flatMap(({ problem }) => (problem ? [`${problem.message} (${problem.description ?? ''})`] : []))
			.join('\n');
	}

	async function rows() {
		const table = await findDataTable(place.session, 'Cargo statuses');
		return table
			? (await dataTableRows(place.session, table)).filter((row) => setIds.includes(String(row['setId'])))
			: [];
	}

	it('emails the PDFs of each issued set, once, byte for byte as the exchange holds them', async () => {
		await until(() => place.mailbox.mails.length >= 2, whatFailed);
		const sent = place.mailbox.mails.map(({ attachments }) =>
			attachments
				.map(({ bytes }) => sha256(bytes))
				.sort()
				.join(),
		);
		const held = await Promise.all(setIds.map((setId) => documentsHeld(place.simulator, setId)));
		expect(held.every((documents) => documents.length > 1)).toBe(true);
		expect(sent.sort()).toEqual(
			held
				.map((documents) =>
					documents
						.map((document) => document.sha256)
						.sort()
						.join(),
				)
				.sort(),
		);
	});

	it('shows each set once in the spreadsheet, with its latest status', async () => {
		await until(async () => (await rows()).filter((row) => row['status'] === 'Issued').length === 2, whatFailed);
		expect((await rows()).map((row) => row['setId']).sort()).toEqual([...setIds].sort());
	});

	it('hands every status to both workflows that want it, in order per set', async () => {
		await until(
			async () =>
				(await executionsOf(place.session, workflows.syncing.id)).filter(
					(run) => run.items('Cargo Exchange Trigger').length > 0,
				).length >= 4,
			whatFailed,
		);
		const events = (await executionsOf(place.session, workflows.syncing.id)).flatMap((run) =>
			run.items('Cargo Exchange Trigger'),
		);
		for (const setId of setIds) {
			expect(events.filter(({ json }) => json['setId'] === setId).map(({ json }) => json['event'])).toEqual([
				'signed',
				'issued',
			]);
		}
		await until(async () => (await executionsOf(place.session, workflows.emailing.id)).length === 2, whatFailed);
	});

	it('leaves nothing on the queue', async () => {
		await until(async () => (await lookAtQueue(place.queue)).messages === 0, whatFailed);
	});

	it('reads the queue through one consumer, and none once both workflows are deactivated', async () => {
		const readBy = (count: number) =>
			until(async () => (await lookAtQueue(place.queue)).consumers === count, whatFailed);
		await readBy(1);
		await deactivate(place.session, workflows.emailing);
		await readBy(1);
		await deactivate(place.session, workflows.syncing);
		await readBy(0);
	});

	it('has made n8n call nobody outside this machine', () => {
		const log = given('E2E_OUTBOUND_LOG');
		expect(existsSync(log) ? readFileSync(log, 'utf8') : '').toBe('');
	});
});
