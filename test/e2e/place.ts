import { createHash } from 'node:crypto';
import { z } from 'zod/v4';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator';
import { createCredentials, type Credentials } from '../../scripts/demo/accounts';
import { startMailbox, type Mailbox } from '../../scripts/demo/mailbox';
import { makeQueue, removeQueue, type Queue } from '../../scripts/demo/queue';
import { finished, type Execution } from '../../scripts/n8n/rest/executions';
import type { StoredCredential } from '../../scripts/n8n/rest/resources';
import { signIn, type Session } from '../../scripts/n8n/rest/session';
import { createWorkflow, runWorkflow, type WorkflowFile } from '../../scripts/n8n/rest/workflows';
import { openConnection } from '../helpers/broker';
import { until as untilTrue } from '../helpers/until';

/** What one test file works with: the suite's n8n and broker, and an exchange, a mail server, a queue and credentials of its own. */
export type Place = {
	session: Session;
	simulator: Simulator;
	mailbox: Mailbox;
	queue: Queue;
	credentials: Credentials;
	outputFolder: string;
	close(): Promise<void>;
};

/** What the suite's setup left for the test files. */
export function given(name: 'E2E_N8N_URL' | 'E2E_AMQP_URL' | 'E2E_OUTBOUND_LOG' | 'E2E_FOLDER'): string {
	const value = process.env[name];
	if (!value) throw new Error(`${name} is not set: run the suite with npm run test:e2e`);
	return value;
}

let places = 0;

/** `n8n`: a session with another n8n than the suite's. */
export async function openPlace(options: SimulatorOptions = {}, n8n?: Session): Promise<Place> {
	const session = n8n ?? (await signIn(given('E2E_N8N_URL')));
	const queue = { url: given('E2E_AMQP_URL'), name: `e2e-${process.pid}-${Date.now().toString(36)}-${++places}` };
	await makeQueue(queue);
	const simulator = await startSimulator({ queue, ...options });
	const mailbox = await startMailbox();
	const credentials = await createCredentials({ session, simulator, mailbox, queue });
	const close = async () => {
		await simulator.stop();
		await mailbox.stop();
		await removeQueue(queue);
	};
	return { session, simulator, mailbox, queue, credentials, outputFolder: given('E2E_FOLDER'), close };
}

/** Waits patiently: each look at n8n is work for n8n. */
export const until = (condition: () => boolean | Promise<boolean>, explain?: () => string | Promise<string>) =>
	untilTrue(condition, 180_000, { everyMs: 100, ...(explain && { explain }) });

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export type WorkflowNode = WorkflowFile['nodes'][number];

/** A chain of nodes as a workflow file: each is connected to the one after it. */
export function chain(name: string, nodes: WorkflowNode[]): WorkflowFile {
	const placed = nodes.map((node, index) => ({ id: `node-${index}`, ...node, position: [index * 220, 0] }));
	const links = nodes.slice(1).map((node, index) => {
		const before = nodes[index]?.name ?? '';
		return [before, { main: [[{ node: node.name, type: 'main', index: 0 }]] }] as const;
	});
	return { name, nodes: placed, connections: Object.fromEntries(links), settings: { executionOrder: 'v1' } };
}

export const manualTrigger: WorkflowNode = {
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

export const doNothing: WorkflowNode = {
	name: 'Nothing',
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	parameters: {},
};

/** The action node with one operation's parameters. */
export function action(
	{ credentials: { api } }: { credentials: { api: StoredCredential } },
	parameters: Record<string, unknown>,
	name = 'Exchange',
): WorkflowNode {
	const type = 'n8n-nodes-cargo-exchange.cargoExchange';
	return { name, type, typeVersion: 1, parameters, credentials: { [api.type]: api } };
}

/** The trigger on a queue. */
export function trigger(
	queue: string,
	credential: StoredCredential,
	parameters: Record<string, unknown> = {},
): WorkflowNode {
	return {
		name: 'Trigger',
		type: 'n8n-nodes-cargo-exchange.cargoExchangeTrigger',
		typeVersion: 1,
		parameters: { queue, ...parameters },
		credentials: { [credential.type]: credential },
	};
}

/** A node that gives these items. */
export function itemsNode(items: Array<Record<string, unknown>>): WorkflowNode {
	const jsCode = `return ${JSON.stringify(items.map((json) => ({ json })))};`;
	return { name: 'Items', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}

/** Runs nodes one after the other in a workflow of their own and waits for the end. */
export async function execute({ session }: { session: Session }, ...nodes: WorkflowNode[]): Promise<Execution> {
	const workflow = await createWorkflow(session, chain(`e2e ${++places}`, [manualTrigger, ...nodes]));
	return await finished(session, await runWorkflow(session, workflow, manualTrigger.name));
}

/** The names in the node's list of customers, as the editor asks for them. */
export async function customerChoices(session: Session, credential: StoredCredential): Promise<string[]> {
	const choices = z.array(z.looseObject({ name: z.string() }));
	const found = await session.call('POST', '/dynamic-node-parameters/options', choices, {
		path: 'parameters.customerIds',
		methodName: 'getCounterparties',
		nodeTypeAndVersion: { name: 'n8n-nodes-cargo-exchange.cargoExchange', version: 1 },
		currentNodeParameters: { resource: 'set', operation: 'search' },
		credentials: { [credential.type]: credential },
	});
	return found.map(({ name }) => name);
}

/** How many messages wait in the queue, and how many read it. */
export async function lookAtQueue({ url, name }: Queue): Promise<{ messages: number; consumers: number }> {
	const { channel, close } = await openConnection(url);
	const { messageCount: messages, consumerCount: consumers } = await channel.checkQueue(name).finally(close);
	return { messages, consumers };
}
