/** What n8n's database knows of imports after n8n has ended. */
import { apiAccount } from '../../scripts/demo/accounts';
import { finished } from '../../scripts/n8n/rest/executions';
import { createCredential } from '../../scripts/n8n/rest/resources';
import { createWorkflow, runWorkflow, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { startSimulator, type Simulator } from '../../simulator';
import { useHiddenSets } from '../helpers/hiddenSets';
import { shipmentNamed } from '../helpers/shipment';
import { startOwnN8n, type OwnN8n } from './ownN8n';
import { action, chain, itemsNode, manualTrigger, until } from './place';

let n8n: OwnN8n;
let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
	n8n = await startOwnN8n();
});
useHiddenSets(() => simulator);
afterAll(async () => {
	await n8n.remove();
	await simulator.stop();
});

const sent = (name: string) =>
	simulator.requests.filter(({ path, query }) => path.endsWith('/shipments') && query['importRef']?.startsWith(name))
		.length;

async function importing(payloads: object[], parameters: object): Promise<StoredWorkflow> {
	const session = await n8n.session();
	const api = await createCredential(session, 'API', 'cargoExchangeApi', apiAccount(simulator));
	const options = { validation: 'warn', waitSeconds: 0 };
	const node = action(
		{ credentials: { api } },
		{
			...{ resource: 'shipment', operation: 'import', dryRun: false, inputMode: 'json', payload: '={{ $json }}' },
			...{ ifPresent: 'skip', options, ...parameters },
		},
	);
	const items = itemsNode(payloads.map((payload) => ({ ...payload })));
	return await createWorkflow(
		session,
		chain('Imports', [manualTrigger, items, { ...node, onError: 'continueRegularOutput' }]),
	);
}

async function outputOf(workflow: StoredWorkflow) {
	const session = await n8n.session();
	const execution = await finished(session, await runWorkflow(session, workflow, manualTrigger.name));
	return execution.items('Exchange').map(({ json }) => json);
}

it.each([
	['killed', () => n8n.kill()],
	['stopped', () => n8n.stop()],
])('an import is not repeated after n8n was %s between request and response, nor those before it', async (how, end) => {
	const names = Array.from({ length: 5 }, (_, index) => `${how}-${index}`);
	const workflow = await importing(
		names.map((name) => shipmentNamed(name)),
		{},
	);
	const fault = { kind: 'slowHeaders', delayMs: 600_000 } as const;
	simulator.faults.next({ match: { path: /shipments$/ }, fault, after: 3 });
	await runWorkflow(await n8n.session(), workflow, manualTrigger.name);
	await until(() => sent(how) === 4);
	await end();
	await n8n.start();
	const notKnown = { error: expect.stringContaining('It is not known whether') as unknown };
	expect(await outputOf(workflow)).toMatchObject([notKnown, notKnown, notKnown, notKnown, { imported: true }]);
	expect(sent(how)).toBe(5);
	expect(await outputOf(workflow)).toHaveLength(5);
	expect(sent(how)).toBe(5);
});

it('an import that was refused leaves no note, so that it is sent after a restart', async () => {
	const workflow = await importing([shipmentNamed('refused')], {});
	simulator.faults.next({ match: { path: /shipments$/ }, fault: { kind: 'status', status: 422 } });
	expect(await outputOf(workflow)).toMatchObject([{ error: expect.stringContaining('did not accept') as unknown }]);
	await n8n.kill();
	await n8n.start();
	expect(await outputOf(workflow)).toMatchObject([{ imported: true }]);
	expect(sent('refused')).toBe(2);
});

it('an import without a reference leaves no note once it was imported, but one if n8n was killed', async () => {
	const payload = { ...shipmentNamed('X'), shipmentReference: undefined };
	const workflow = await importing([payload], { ifPresent: 'import', importRef: 'nameless' });
	expect(await outputOf(workflow)).toMatchObject([{ imported: true }]);
	expect(await outputOf(workflow)).toMatchObject([{ imported: true }]);
	simulator.faults.next({ match: { path: /shipments$/ }, fault: { kind: 'slowHeaders', delayMs: 600_000 } });
	await runWorkflow(await n8n.session(), workflow, manualTrigger.name);
	await until(() => sent('nameless') === 3);
	await n8n.kill();
	await n8n.start();
	expect(await outputOf(workflow)).toMatchObject([{ error: expect.stringContaining('It is not known') as unknown }]);
	expect(sent('nameless')).toBe(3);
});

it('"Import Anyway" is sent again after a restart', async () => {
	const workflow = await importing([shipmentNamed('anyway')], { ifPresent: 'import' });
	expect(await outputOf(workflow)).toMatchObject([{ imported: true }]);
	await n8n.kill();
	await n8n.start();
	expect(await outputOf(workflow)).toMatchObject([{ imported: true }]);
	expect(sent('anyway')).toBe(2);
});
