/** n8n's queue mode: imports by two workers, which share what has begun through n8n's database. */
import { apiAccount } from '../../scripts/demo/accounts';
import { finished, type Execution, type Item } from '../../scripts/n8n/rest/executions';
import { createCredential, type StoredCredential } from '../../scripts/n8n/rest/resources';
import { signIn, type Session } from '../../scripts/n8n/rest/session';
import { createWorkflow, runWorkflow, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { startSimulator, type Simulator } from '../../simulator';
import { action, chain, itemsNode, manualTrigger } from '../e2e/place';
import { useHiddenSets } from '../helpers/hiddenSets';
import { shipmentNamed } from '../helpers/shipment';
import { until } from '../helpers/until';
import { startDistributedN8n, type DistributedN8n } from './distributed';

jest.setTimeout(1_500_000);

let n8n: DistributedN8n | undefined;
let session: Session;
let simulator: Simulator;
let api: StoredCredential;

beforeAll(async () => {
	simulator = await startSimulator();
	// A click in the editor is otherwise an execution of the main process.
	n8n = await startDistributedN8n({ workers: 2, environment: { OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true' } });
	session = await signIn(n8n.main.url);
	api = await createCredential(session, 'API', 'cargoExchangeApi', apiAccount(simulator));
});
useHiddenSets(() => simulator);
afterAll(async () => {
	await n8n?.stop();
	await simulator.stop();
});

const references = (name: string) => Array.from({ length: 50 }, (_, index) => `${name}-${index}`);
/** How often each shipment of a sheet was sent. */
function sent(name: string): number[] {
	const all = simulator.requests
		.filter(({ path }) => path.endsWith('/shipments'))
		.map(({ query }) => query['importRef']);
	return references(name).map((reference) => all.filter((one) => one === reference).length);
}

/** A workflow that imports a sheet of 50 shipments, and goes on after a failed one. */
async function sheetOf(name: string): Promise<StoredWorkflow> {
	const node = action(
		{ credentials: { api } },
		{ ...{ resource: 'shipment', operation: 'import', dryRun: false, ifPresent: 'skip' }, ...eachItem },
	);
	const items = itemsNode(references(name).map((reference) => shipmentNamed(reference)));
	return await createWorkflow(session, chain(name, [manualTrigger, items, { ...node, ...goesOn }]));
}
const eachItem = { inputMode: 'json', payload: '={{ $json }}', options: { validation: 'warn', waitSeconds: 0 } };
const goesOn = { onError: 'continueRegularOutput' };
const start = (workflow: StoredWorkflow) => runWorkflow(session, workflow, manualTrigger.name);
const run = async (workflow: StoredWorkflow): Promise<Execution> => await finished(session, await start(workflow));
const isNotKnown = ({ json }: Item) => String(json['error']).includes('It is not known whether');

it('a sheet is imported once by workers that run it one after the other', async () => {
	const workflow = await sheetOf('AFTER');
	await run(workflow);
	expect(sent('AFTER')).toEqual(references('AFTER').map(() => 1));
	await Promise.all(n8n!.workers.map((worker) => worker.kill()));
	await n8n!.addWorker();
	expect((await run(workflow)).items('Exchange').filter(isNotKnown)).toHaveLength(50);
	expect(sent('AFTER')).toEqual(references('AFTER').map(() => 1));
});

it('a sheet is imported once, although workers and main process are killed between request and response', async () => {
	const workflow = await sheetOf('KILLED');
	const fault = { kind: 'slowHeaders', delayMs: 600_000 } as const;
	simulator.faults.next({ match: { path: /shipments$/ }, fault, after: 20 });
	await start(workflow);
	await until(() => sent('KILLED')[20] === 1);
	await n8n!.killAndStart();
	session = await signIn(n8n!.main.url);
	// n8n may repeat the execution, too.
	const again = await run(workflow);
	expect(again.items('Exchange').slice(0, 21).filter(isNotKnown)).toHaveLength(21);
	await until(() => sent('KILLED').every((count) => count > 0));
	expect(sent('KILLED')).toEqual(references('KILLED').map(() => 1));
});

it('a sheet that two workers import at the same moment is not imported twice as a whole', async () => {
	await n8n!.addWorker();
	const twice: number[] = [];
	for (const name of ['FIRST', 'SECOND', 'THIRD', 'FOURTH']) {
		const workflow = await sheetOf(name);
		await Promise.all([run(workflow), run(workflow)]);
		expect(Math.min(...sent(name))).toBe(1);
		twice.push(sent(name).filter((count) => count > 1).length);
	}
	expect(Math.max(...twice)).toBeLessThan(50);
});
