import type { Page } from 'playwright-core';
import { apiAccount } from '../demo/accounts';
import type { Program } from '../demo/cleanup';
import { startEnvironment, type Environment } from '../demo/environment';
import { playStory } from '../demo/story';
import { setUpWorkflows } from '../demo/workflows';
import { openByDoubleClick } from '../editor/browserWindow';
import { temporaryFolder } from '../n8n/processes';
import { createCredential, type StoredCredential } from '../n8n/rest/resources';
import type { Session } from '../n8n/rest/session';
import { createWorkflow } from '../n8n/rest/workflows';
import { inEditor, takePicture } from './browser';
import { examplePictures } from './examplePictures';

type Editor = { page: Page; url: string };

/** The panels of the nodes, from the story of the demo, and the examples. */
export async function editorPictures({ step, cleanup, signal }: Program): Promise<void> {
	const environment = await startEnvironment({ step, cleanup, outputFolder: temporaryFolder(), signal });
	const workflows = await step('Import and publish the example workflows', () => setUpWorkflows(environment));
	await playStory(environment, workflows, step);
	const { session, n8n } = environment;
	const { credentials } = workflows;
	await inEditor(n8n.url, async (page) => {
		const editor = { page, url: n8n.url };
		await page.setViewportSize(panelSize);
		await step('The action node', () => actionNode(editor, session, credentials.api));
		await step('The trigger node', () => triggerNode(editor, session, credentials.queue));
		await step('The form of an import', () => importForm(editor, session, credentials.api));
		await step('The panels after an error', () => errorPanels(editor, environment, credentials.queue));
		await step('The examples', () => examplePictures(page, session, credentials));
	});
}

/** Small enough to be read at the width that pages have. */
const panelSize = { width: 1200, height: 800 };

const testId = (id: string) => `[data-test-id="${id}"]`;

/** Opens a page with a workflow on it, and the panel of a node. */
async function openNode({ page, url }: Editor, path: string, node: string): Promise<void> {
	await page.goto(`${url}${path}`);
	const canvasNode = page.locator(`${testId('canvas-node')}[data-node-name="${node}"]`);
	await openByDoubleClick(canvasNode, page.locator(testId('ndv')));
}

type TestNode = { name: string; type: string; parameters: object; credential: StoredCredential };

/** Creates a workflow with these nodes in a row, after a manual trigger unless the first is a trigger itself, and opens the last one. */
async function openNewNode(editor: Editor, session: Session, ...row: TestNode[]): Promise<void> {
	const type = 'n8n-nodes-base.manualTrigger';
	const start = { id: 'start', name: 'Start', type, typeVersion: 1, position: [0, 0], parameters: {} };
	const nodes = row.map(({ credential, ...rest }, index) => ({
		...rest,
		id: rest.name,
		typeVersion: 1,
		position: [220 * (index + 1), 0],
		credentials: { [credential.type]: credential },
	}));
	const all = row[0]?.type.endsWith('Trigger') === true ? nodes : [start, ...nodes];
	const connections: Record<string, object> = {};
	for (const [index, { name }] of all.slice(1).entries())
		connections[all[index]?.name ?? ''] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	const last = row.at(-1)?.name ?? '';
	const { id } = await createWorkflow(session, { name: last, nodes: all, connections });
	await openNode(editor, `/workflow/${id}`, last);
}

const actionType = 'n8n-nodes-cargo-exchange.cargoExchange';
const triggerType = 'n8n-nodes-cargo-exchange.cargoExchangeTrigger';

/** Step 4 of the README's first workflow. */
async function actionNode(editor: Editor, session: Session, credential: StoredCredential): Promise<void> {
	const search = { resource: 'set', operation: 'search', limit: 1, filters: { statuses: ['Issued'] } };
	await openNewNode(
		editor,
		session,
		{ name: 'Search bills of lading (sets)', type: actionType, parameters: search, credential },
		{
			name: 'Download all documents of a set',
			type: actionType,
			parameters: { resource: 'document', operation: 'downloadAll' },
			credential,
		},
	);
	const { page } = editor;
	await execute(page);
	await page.locator(testId('output-panel')).getByText('Binary', { exact: true }).click();
	await page.locator(testId('ndv-download-binary-data')).first().waitFor();
	await page.getByText('Node executed successfully').waitFor({ state: 'hidden' });
	await takePicture(page, 'action-node');
}

/** The trigger with its sample event. */
async function triggerNode(editor: Editor, session: Session, credential: StoredCredential): Promise<void> {
	const parameters = { queue: 'parcel-status-0b9f1c52', events: ['issued'], testWith: 'sampleEvent' };
	await openNewNode(editor, session, { name: 'Cargo Exchange Trigger', type: triggerType, parameters, credential });
	const { page } = editor;
	await execute(page);
	await page.locator(testId('output-panel')).getByText('Schema', { exact: true }).click();
	await page.locator(testId('output-panel')).getByText('Meridian Ocean Lines').first().waitFor();
	await page.getByText('Node executed successfully').waitFor({ state: 'hidden' });
	// n8n's hint about pinned data would hide the output.
	await page.addStyleTag({
		content: '[role="tooltip"], [data-reka-popper-content-wrapper] { visibility: hidden !important }',
	});
	await takePicture(page, 'trigger-node');
}

async function execute(page: Page): Promise<void> {
	await page.locator(testId('ndv')).locator(testId('node-execute-button')).first().click();
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
		type: actionType,
		parameters: { resource: 'set', operation: 'search' },
		credential: await createCredential(session, 'Cargo Exchange', 'cargoExchangeApi', account),
	};
	const trigger: TestNode = {
		name: 'Cargo Exchange Trigger',
		type: triggerType,
		parameters: { queue: 'parcel-statuz' },
		credential: queue,
	};
	for (const [node, fileName] of [
		[search, 'error-password'],
		[trigger, 'error-queue-name'],
	] as const) {
		const { page } = editor;
		await openNewNode(editor, session, node);
		await execute(page);
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
};

/** The form of an import, filled in. */
async function importForm(editor: Editor, session: Session, credential: StoredCredential): Promise<void> {
	const { page } = editor;
	await openNewNode(editor, session, { name: 'Import', type: actionType, parameters: filledForm, credential });
	const before = page.viewportSize();
	// The form is longer than a screen.
	await page.setViewportSize({ width: 1440, height: 1900 });
	await takePicture(page, 'import-form', async () => {
		const box = await page.locator(testId('node-parameters')).first().boundingBox();
		if (!box) throw new Error('The panel has no parameters');
		// More would be too small to read, or too long to scroll past.
		return { ...box, height: Math.min(box.height, 1000) };
	});
	if (before) await page.setViewportSize(before);
}
