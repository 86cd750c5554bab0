/** n8n's queue mode: imports by two workers, of which none knows what the other one imports. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiAccount } from '../../scripts/demo/accounts';
import { projectRoot } from '../../scripts/n8n/processes';
import { finished } from '../../scripts/n8n/rest/executions';
import { createCredential, type StoredCredential } from '../../scripts/n8n/rest/resources';
import { signIn, type Session } from '../../scripts/n8n/rest/session';
import { createWorkflow, runWorkflow, workflowFile, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { startSimulator, type Simulator } from '../../simulator';
import { action, chain, manualTrigger } from '../e2e/place';
import { shipmentNamed } from '../helpers/shipment';
import { startDistributedN8n, type DistributedN8n } from './distributed';

jest.setTimeout(1_500_000);

let n8n: DistributedN8n | undefined;
let session: Session;
let simulator: Simulator;
let api: StoredCredential;
const arrived = () => simulator.requests.filter(({ path }) => path.endsWith('/shipments')).length;
const run = async (workflow: StoredWorkflow, from = manualTrigger.name) =>
	await finished(session, await runWorkflow(session, workflow, from));

beforeAll(async () => {
	simulator = await startSimulator();
	// A click in the editor is otherwise an execution of the main process.
	n8n = await startDistributedN8n({ workers: 2, environment: { OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true' } });
	session = await signIn(n8n.main.url);
	api = await createCredential(session, 'API', 'cargoExchangeApi', apiAccount(simulator));
});
afterAll(async () => {
	await n8n?.stop();
	await simulator.stop();
});

it('an import has a hint that the workers do not know of each other, unless it is wanted anyway', async () => {
	const hintsOf = async (ifPresent: string) => {
		const payload = JSON.stringify(shipmentNamed(`HINT-${ifPresent}`));
		const node = action(
			{ credentials: { api } },
			{ resource: 'shipment', operation: 'import', dryRun: false, inputMode: 'json', payload, ifPresent },
		);
		const execution = await run(await createWorkflow(session, chain('Imports', [manualTrigger, node])));
		expect(execution.items(node.name)).toMatchObject([{ json: { imported: true } }]);
		return execution.hintsOf(node.name).join();
	};
	expect(await hintsOf('skip')).toContain('make sure that only one does');
	expect(await hintsOf('import')).toBe('');
});

it('a shipment is imported once by the example with a register, however many executions the workers run at once', async () => {
	const before = arrived();
	const text = await readFile(join(projectRoot, 'examples/import-with-register.json'), 'utf8');
	const { nodes, ...file } = workflowFile.parse(JSON.parse(text));
	const withCredential = nodes.map((node) =>
		node.type.endsWith('.cargoExchange') ? { ...node, credentials: { [api.type]: api } } : node,
	);
	const workflow = await createWorkflow(session, { ...file, nodes: withCredential });
	await run(workflow, 'Run once');
	const fault = { kind: 'slowHeaders', delayMs: 3_000 } as const;
	simulator.faults.next({ match: { path: /shipments$/ }, fault, times: Infinity });
	const outcomes = await Promise.all(Array.from({ length: 8 }, () => run(workflow, 'Click to start')));
	expect(outcomes.map(({ problem }) => problem)).toEqual(outcomes.map(() => null));
	expect(outcomes.flatMap((outcome) => outcome.items('Import the shipment'))).toMatchObject([
		{ json: { imported: true } },
	]);
	expect(arrived()).toBe(before + 1);
});
