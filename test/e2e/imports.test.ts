import { z } from 'zod/v4';
import { finished, type Execution } from '../../scripts/n8n/rest/executions';
import { createWorkflow, runWorkflow, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { shipmentNamed } from '../helpers/shipment';
import { action, chain, itemsNode, manualTrigger, openPlace, until, type Place } from './place';

/** Longer than n8n takes to start a second execution, on a slow machine too. */
const slowMs = 15_000;

describe('an import in a real n8n', () => {
	let place: Place;
	beforeAll(async () => {
		place = await openPlace();
	});
	afterEach(() => {
		place.simulator.faults.clear();
	});
	afterAll(() => place.close());

	const arrived = () => place.simulator.requests.filter(({ path }) => path.endsWith('/shipments')).length;
	const start = (workflow: StoredWorkflow) => runWorkflow(place.session, workflow, manualTrigger.name);
	const end = (id: string): Promise<Execution> => finished(place.session, id);
	const stop = (id: string) => place.session.call('POST', `/executions/${id}/stop`, z.unknown(), {});
	const outputOf = (execution: Execution) => execution.items('Exchange').map(({ json }) => json);

	function slowDown(times: number, delayMs = slowMs): void {
		place.simulator.faults.next({ match: { path: /shipments$/ }, fault: { kind: 'slowHeaders', delayMs }, times });
	}

	/** A workflow that imports these shipments, one item each; `node` and `settings`: further ones of the node and the workflow. */
	async function importing(
		payloads: object[],
		parameters: object = {},
		{ node = {}, settings = {} }: { node?: object; settings?: object } = {},
	): Promise<StoredWorkflow> {
		const importNode = action(place, {
			resource: 'shipment',
			operation: 'import',
			dryRun: false,
			inputMode: 'json',
			payload: '={{ $json }}',
			ifPresent: 'skip',
			options: { validation: 'warn' },
			...parameters,
		});
		const nodes = [manualTrigger, itemsNode(payloads.map((payload) => ({ ...payload }))), { ...importNode, ...node }];
		const file = chain('Imports', nodes);
		return await createWorkflow(place.session, { ...file, settings: { ...file.settings, ...settings } });
	}

	/** The exchange carries imports out, and their answers are lost. */
	function loseAnswers(times = Infinity): void {
		const fault = { kind: 'resetBeforeHeaders', processed: true } as const;
		place.simulator.faults.next({ match: { path: /shipments$/ }, fault, times });
	}

	const unnamed = (content: string) => ({ ...shipmentNamed(content), shipmentReference: undefined });
	const withoutReference = { ifPresent: 'import', importRef: '={{ "R-" + Math.random() }}' };
	const retries = { node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 } };

	it('is made once by two executions at the same time', async () => {
		const before = arrived();
		const workflow = await importing([shipmentNamed('AT-ONCE')]);
		slowDown(1);
		const first = await start(workflow);
		await until(() => arrived() === before + 1);
		const second = await end(await start(workflow));
		expect(outputOf(await end(first))).toMatchObject([{ imported: true }]);
		expect(outputOf(second)).toMatchObject([{ imported: false, warnings: [{ rule: 'beingImported' }] }]);
		expect(arrived()).toBe(before + 1);
	});

	it('is made once for each shipment of a sheet that is started again', async () => {
		const before = arrived();
		const rows = Array.from({ length: 5 }, (_, index) => ({
			'Shipment Reference': `AGAIN-${index}`,
			'B/L Number': `BL-${index}`,
		}));
		const workflow = await importing(rows, { inputMode: 'rows' });
		slowDown(1);
		const first = await start(workflow);
		await until(() => arrived() === before + 1);
		const second = await end(await start(workflow));
		const outputs = [...outputOf(await end(first)), ...outputOf(second)];
		expect(outputs.filter(({ imported }) => imported === true)).toHaveLength(rows.length);
		expect(arrived()).toBe(before + rows.length);
	});

	it('is not repeated by the next execution after a person stopped it', async () => {
		const before = arrived();
		const workflow = await importing([shipmentNamed('STOPPED')]);
		slowDown(1, 600_000);
		const first = await start(workflow);
		await until(() => arrived() === before + 1);
		await stop(first);
		expect((await end(first)).status).toBe('canceled');
		const second = await end(await start(workflow));
		expect(second.problem?.message).toContain('It is not known whether the shipment STOPPED was imported');
		expect(arrived()).toBe(before + 1);
	});

	it.each([
		['with a shipment reference', [shipmentNamed('RETRIED')], {}],
		['with "Import Anyway"', [shipmentNamed('RETRIED-ANYWAY')], { ifPresent: 'import' }],
	])('is confirmed by the search if its answer is lost, and not repeated: %s', async (_how, payloads, parameters) => {
		const before = arrived();
		loseAnswers();
		const workflow = await importing(payloads, parameters, retries);
		expect(outputOf(await end(await start(workflow)))).toMatchObject([
			{ imported: true, setIds: [expect.any(String)], warnings: [{ rule: 'unclearResponse' }] },
		]);
		expect(arrived()).toBe(before + 1);
	});

	it('without a reference is not repeated by "Retry On Fail" if its answer is lost', async () => {
		const before = arrived();
		loseAnswers();
		const workflow = await importing([unnamed('RETRIED')], withoutReference, retries);
		expect((await end(await start(workflow))).problem?.message).toContain('It is not known whether the shipment');
		expect(arrived()).toBe(before + 1);
	});

	it('is not repeated by "Retry On Fail" if another item fails after it', async () => {
		const before = arrived();
		const fault = { kind: 'status', status: 400 } as const;
		place.simulator.faults.next({ match: { path: /shipments$/ }, fault, after: 1 });
		const workflow = await importing([shipmentNamed('FIRST'), shipmentNamed('SECOND')], {}, retries);
		const outcome = await end(await start(workflow));
		expect(outputOf(outcome)).toMatchObject([
			{ importRef: 'FIRST', imported: true, warnings: [{ rule: 'notSentAgain' }] },
			{ importRef: 'SECOND', imported: true },
		]);
		expect(arrived()).toBe(before + 3);
	});

	it.each([
		['with a shipment reference', [shipmentNamed('TIMED-OUT')], {}],
		['without a shipment reference', [unnamed('TIMED-OUT')], withoutReference],
	])(
		'is not repeated by the next execution if the time limit of the workflow ended it: %s',
		async (_how, payloads, parameters) => {
			const before = arrived();
			slowDown(1, 600_000);
			const settings = { executionTimeout: slowMs / 1_000 };
			const workflow = await importing(payloads, parameters, { settings });
			const first = await end(await start(workflow));
			expect(first.status).toBe('canceled');
			expect(arrived()).toBe(before + 1);
			const second = await end(await start(workflow));
			expect(second.problem?.message).toContain('It is not known whether the shipment');
			expect(arrived()).toBe(before + 1);
		},
	);

	it('without a reference is sent by every execution that knows of no doubt', async () => {
		const before = arrived();
		const workflow = await importing([unnamed('EACH')], withoutReference);
		const ends = [await end(await start(workflow)), await end(await start(workflow))];
		expect(ends.map(outputOf)).toMatchObject([[{ imported: true }], [{ imported: true }]]);
		expect(arrived()).toBe(before + 2);
	});
});
