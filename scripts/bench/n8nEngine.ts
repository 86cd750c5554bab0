/** n8n's engine in this process: the test helper, which cleans up when the process ends instead of after a test file. */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeExecutionData, INodeParameters, INodeType, INodeTypeBaseDescription } from 'n8n-workflow';
import * as z from 'zod/v4';
import type { WorkflowUnderTest } from '../../test/helpers/engine';
import { installN8n } from '../n8n/install';

Object.assign(globalThis, {
	afterAll: (cleanUp: () => void) => {
		process.on('exit', cleanUp);
	},
});

export async function loadEngine() {
	return await import('../../test/helpers/engine');
}

const nodeClass = z.custom<new (base?: INodeTypeBaseDescription) => INodeType>((value) => typeof value === 'function');

/** The action node. The extension is needed: `….node` alone would load the codex file beside it. */
export function loadOurNode(): INodeType {
	const load = createRequire(__filename);
	const { CargoExchange } = z
		.object({ CargoExchange: nodeClass })
		.parse(load('../../nodes/CargoExchange/CargoExchange.node.ts'));
	return new CargoExchange();
}

/** n8n's HTTP Request node, from the n8n that `npm start` installs. */
async function loadHttpRequestNode(): Promise<INodeType> {
	const { folder } = await installN8n({ onProgress: (note) => process.stderr.write(`n8n: ${note}\n`) });
	const load = createRequire(path.join(folder, 'package.json'));
	const { HttpRequestV3 } = z
		.object({ HttpRequestV3: nodeClass })
		.parse(load('n8n-nodes-base/dist/nodes/HttpRequest/V3/HttpRequestV3.node.js'));
	return new HttpRequestV3({ displayName: 'HTTP Request', name: 'httpRequest', group: ['output'], description: '' });
}

/** A workflow that runs the action node once for all items. */
export function ourNode(url: string, parameters: INodeParameters, items: INodeExecutionData[]): WorkflowUnderTest {
	const account = {
		baseUrl: url,
		importUrl: url,
		username: 'bench',
		password: 'bench-password',
		ignoreSslIssues: true,
	};
	const node = { type: 'cargoExchange', typeVersion: 1, parameters };
	return oneNode(loadOurNode(), node, { cargoExchangeApi: account }, items);
}

/** A workflow that runs n8n's HTTP Request node with a bearer token. */
export async function httpRequestNode(
	{ options, ...parameters }: INodeParameters & { options: INodeParameters },
	items: INodeExecutionData[],
): Promise<WorkflowUnderTest> {
	const node = {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			...parameters,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			options: { allowUnauthorizedCerts: true, ...options },
		},
	};
	const token = { name: 'authorization', value: 'Bearer opaque-token' };
	return oneNode(await loadHttpRequestNode(), node, { httpHeaderAuth: token }, items);
}

const name = 'Under Test';

function oneNode(
	nodeType: INodeType,
	node: { type: string; typeVersion: number; parameters: INodeParameters },
	credentials: NonNullable<WorkflowUnderTest['credentials']>,
	items: INodeExecutionData[],
): WorkflowUnderTest {
	const ids = Object.keys(credentials).map((type) => [type, { id: type, name: type }] as const);
	return {
		types: { [node.type]: nodeType },
		nodes: [{ ...node, name, credentials: Object.fromEntries(ids) }],
		credentials,
		connections: { Input: { main: [[{ node: name, type: 'main', index: 0 }]] } },
		items,
	};
}

/** Runs a workflow. Returns the items of the node, or throws its error. */
export async function outputOf(work: WorkflowUnderTest): Promise<INodeExecutionData[]> {
	const { runWorkflow } = await loadEngine();
	const task = (await runWorkflow(work)).data.resultData.runData[name]?.at(-1);
	const items = task?.data?.main?.[0] ?? [];
	if (items.length === 0) throw new Error(`The node returned no items: ${task?.error?.message ?? ''}`);
	return items;
}
