import type { Page } from 'playwright-core';
import { apiAccount } from '../demo/accounts';
import { temporaryFolder, type Program } from '../demo/cleanup';
import { startEnvironment, type Environment } from '../demo/environment';
import { playStory } from '../demo/story';
import { setUpWorkflows } from '../demo/workflows';
import { openByDoubleClick } from '../editor/browserWindow';
import { executionsOf } from '../n8n/rest/executions';
import { createCredential, type StoredCredential } from '../n8n/rest/resources';
import type { Session } from '../n8n/rest/session';
import { createWorkflow } from '../n8n/rest/workflows';
import { inEditor, takePicture } from './browser';
import { examplePictures } from './examplePictures';

type Editor = { page: Page; url: string };

/** The panels of the nodes, from the story of the demo, and the examples. */
export async function editorPictures({ step, cleanup, signal }: Program): Promise<void> {
	const environment = await startEnvironment({ step, cleanup, outputFolder: await temporaryFolder(cleanup), signal });
	const workflows = await step('Import and publish the example workflows', () => setUpWorkflows(environment));
	await playStory(environment, workflows, step);
	const { session, n8n } = environment;
	const { credentials, emailing, syncing } = workflows;
	const emails = `/workflow/${emailing.id}/executions/${(await executionsOf(session, emailing.id))[0]?.id ?? ''}`;
	const rows = `/workflow/${syncing.id}/executions/${(await executionsOf(session, syncing.id)).at(-1)?.id ?? ''}`;
	await inEditor(n8n.url, async (page) => {
		const editor = { page, url: n8n.url };
		await step('The action node', async () => {
			await openNode(editor, emails, 'Get all PDFs of the set');
			await takePicture(page, 'action-node');
		});
		await step('The trigger node', async () => {
			await openNode(editor, rows, 'Cargo Exchange Trigger');
			await takePicture(page, 'trigger-node');
		});
		await step('The form of an import', () => importForm(editor, session, credentials.api));
		await step('The panels after an error', () => errorPanels(editor, environment, credentials.queue));
		await step('The examples', () => examplePictures(page, session, credentials));
	});
}

const testId = (id: string) => `[data-test-id="${id}"]`;

/** Opens a page with a workflow on it, and the panel of a node. */
async function openNode({ page, url }: Editor, path: string, node: string): Promise<void> {
	await page.goto(`${url}${path}`);
	const canvasNode = page.locator(`${testId('canvas-node')}[data-node-name="${node}"]`);
	await openByDoubleClick(canvasNode, page.locator(testId('ndv')));
}

type TestNode = { name: string; type: string; parameters: object; credential: StoredCredential };

/** Creates a workflow with this node, after a manual trigger unless it is a trigger itself, and opens the node. */
async function openNewNode(editor: Editor, session: Session, { credential, ...rest }: TestNode): Promise<void> {
	const node = {
		...rest,
		id: 'node',
		typeVersion: 1,
		position: [220, 0],
		credentials: { [credential.type]: credential },
	};
	const type = 'n8n-nodes-base.manualTrigger';
	const start = { id: 'start', name: 'Start', type, typeVersion: 1, position: [0, 0], parameters: {} };
	const startsItself = rest.type.endsWith('Trigger');
	const { id } = await createWorkflow(session, {
		name: rest.name,
		nodes: startsItself ? [node] : [start, node],
		connections: startsItself ? {} : { Start: { main: [[{ node: rest.name, type: 'main', index: 0 }]] } },
	});
	await openNode(editor, `/workflow/${id}`, rest.name);
}

/** The panels after the two most likely errors: a wrong password, and a queue that does not exist. */
async function errorPanels(
	editor: Editor,
	{ session, simulator }: Pick<Environment, 'session' | 'simulator'>,
	queue: StoredCredential,
): Promise<void> {
	const account = { ...apiAccount(simulator), password: 'mistyped' };
	const search: TestNode = {
		name: 'Search',
		type: 'n8n-nodes-cargo-exchange.cargoExchange',
		parameters: { resource: 'set', operation: 'search', allCustomers: false, customerIds: [simulator.customerId] },
		credential: await createCredential(session, 'Cargo Exchange', 'cargoExchangeApi', account),
	};
	const trigger: TestNode = {
		name: 'Cargo Exchange Trigger',
		type: 'n8n-nodes-cargo-exchange.cargoExchangeTrigger',
		parameters: { queue: 'parcel-statuz' },
		credential: queue,
	};
	for (const [node, fileName] of [
		[search, 'error-password'],
		[trigger, 'error-queue-name'],
	] as const) {
		const { page } = editor;
		await openNewNode(editor, session, node);
		await page.locator(testId('ndv')).locator(testId('node-execute-button')).first().click();
		await page.locator(testId('node-error-message')).first().waitFor();
		// A notification with the same text covers the panel until it is closed.
		await page.locator('.el-notification__closeBtn').first().click();
		await page.locator('.el-notification').first().waitFor({ state: 'hidden' });
		await takePicture(page, fileName);
	}
}

/** A shipment as a clerk would type it; the shipper is a company of the demo. */
const filledForm = {
	resource: 'shipment',
	operation: 'import',
	inputMode: 'form',
	importRef: 'IMPORT-2026-0107',
	formShipmentReference: 'SHP-2026-0107',
	formVesselImo: 9074729,
	formVoyageReference: '402E',
	formMore: { shipmentType: 'liner', loadType: 'FCL', shipAgentName: 'Quay Agents' },
	formSets: {
		entry: [
			{
				blNumber: 'BL-0107-1',
				blDate: '2026-05-12',
				loadingLocation: 'Santos',
				destination: 'Copenhagen',
				carrierName: 'Example Line',
				shipperId: {
					__rl: true,
					mode: 'list',
					value: 'ad07304f-35a2-4ed7-a630-db49b1cf89c1',
					cachedResultName: 'Alta Mira Coffee',
				},
				consigneeName: 'Nordhavn Trading',
				cargos: {
					entry: [
						{ cargoName: 'Green coffee', quantities: { entry: [{ quantityGross: 19400.5, crossRefId: 'KGM' }] } },
					],
				},
				containers: { entry: [{ containerNumber: 'CSQU3054383', containerType: '22G1', sealNumber: 'SL100001' }] },
			},
		],
	},
	options: { dryRun: true },
};

/** The form of an import, filled in, and the payload that it produces. */
async function importForm(editor: Editor, session: Session, credential: StoredCredential): Promise<void> {
	const { page } = editor;
	const type = 'n8n-nodes-cargo-exchange.cargoExchange';
	await openNewNode(editor, session, { name: 'Import', type, parameters: filledForm, credential });
	const before = page.viewportSize();
	// The form is longer than a screen.
	await page.setViewportSize({ width: 1440, height: 1900 });
	await page.getByText('Execute step').first().click();
	await page.getByText(filledForm.importRef).last().waitFor();
	await page.locator(testId('output-panel')).getByText('JSON', { exact: true }).click();
	await page.getByText('Node executed successfully').waitFor({ state: 'hidden' });
	await takePicture(page, 'import-form');
	if (before) await page.setViewportSize(before);
}
