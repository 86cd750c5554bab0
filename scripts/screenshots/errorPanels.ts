import { apiAccount } from '../demo/accounts';
import type { Environment } from '../demo/environment';
import { createCredential, type StoredCredential } from '../n8n/rest/resources';
import { createWorkflow, type WorkflowFile } from '../n8n/rest/workflows';
import type { Camera } from './pictures';

type WorkflowNode = WorkflowFile['nodes'][number];

const testId = (id: string) => `[data-test-id="${id}"]`;
const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };

/** What a user reads after the two likeliest slips: a wrong password, and a queue that does not exist. */
export async function errorPanels(
	camera: Camera,
	{ session, simulator }: Pick<Environment, 'session' | 'simulator'>,
	queue: StoredCredential,
): Promise<void> {
	const account = { ...apiAccount(simulator), password: 'mistyped' };
	const api = await createCredential(session, 'Cargo Exchange', 'cargoExchangeApi', account);
	const search = {
		name: 'Search',
		type: 'n8n-nodes-cargo-exchange.cargoExchange',
		parameters: { resource: 'set', operation: 'search', customerIds: [simulator.customerId] },
		credentials: { [api.type]: api },
	};
	const trigger = {
		name: 'Cargo Exchange Trigger',
		type: 'n8n-nodes-cargo-exchange.cargoExchangeTrigger',
		parameters: { queue: 'parcel-statuz' },
		credentials: { [queue.type]: queue },
	};
	await panelAfterRun(camera, session, [start, search], 'error-password.png');
	await panelAfterRun(camera, session, [trigger], 'error-queue-name.png');
}

/** Runs the last of these nodes by its button and takes the picture of what its panel says. */
async function panelAfterRun(
	{ page, url, take }: Camera,
	session: Environment['session'],
	nodes: WorkflowNode[],
	fileName: string,
): Promise<void> {
	const name = nodes.at(-1)?.name ?? '';
	const placed = nodes.map((node, index) => ({
		...node,
		id: `node-${index}`,
		typeVersion: 1,
		position: [index * 220, 0],
	}));
	const connections = nodes.length > 1 ? { Start: { main: [[{ node: name, type: 'main', index: 0 }]] } } : {};
	const { id } = await createWorkflow(session, { name: fileName, nodes: placed, connections });
	await page.goto(`${url}/workflow/${id}`);
	await page.locator(`${testId('canvas-node')}[data-node-name="${name}"]`).dblclick();
	await page.locator(testId('ndv')).locator(testId('node-execute-button')).first().click();
	await page.locator(testId('node-error-message')).first().waitFor();
	// The message that says the same would lie over the panel, and stays until it is closed.
	await page.locator('.el-notification__closeBtn').first().click();
	await page.locator('.el-notification').first().waitFor({ state: 'hidden' });
	await take(fileName);
}
