import 'reflect-metadata';
import type { Readable } from 'node:stream';
import { n8nFolder } from './n8nFolder';
import { Container } from '@n8n/di';
import {
	BinaryDataConfig,
	BinaryDataService,
	CredentialTestContext,
	ExecutionLifecycleHooks,
	LoadOptionsContext,
	WorkflowExecute,
} from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ExecutionError,
	type IConnections,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type NodeExecutionHint,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

/** What one run through n8n's own engine gave. */
export type Outcome = {
	/** The items of the node's first output. */
	items: INodeExecutionData[];
	/** The second output, where `onError` is `continueErrorOutput`. */
	errorItems: INodeExecutionData[];
	/** The error that ended the run, as n8n shows it. */
	error?: ExecutionError;
	hints: NodeExecutionHint[];
	run: IRun;
};

export type NodeUnderTest = {
	parameters: INodeParameters;
	credentials?: Record<string, IDataObject>;
	items?: INodeExecutionData[];
	onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	mode?: WorkflowExecuteMode;
	/** How often n8n tries the node ("Retry On Fail"): once unless given. */
	tries?: number;
	/** Called with a function that cancels the execution as the user's Stop button does. */
	onStart?: (cancel: () => void) => void;
	/** Settings of the workflow, e.g. `timezone`. */
	settings?: IDataObject;
};

const workflowId = 'workflow-under-test';

/** What stands before the node under test: passes its input on. */
const inputNode: INodeType = {
	description: {
		displayName: 'Input',
		name: 'input',
		group: ['input'],
		version: 1,
		description: '',
		defaults: { name: 'Input' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	execute() {
		return Promise.resolve([this.getInputData()]);
	},
};

/** Runs one action node in n8n-core's own WorkflowExecute, fed with `items`, and tells what came out. */
export async function runNode(nodeType: INodeType, node: NodeUnderTest): Promise<Outcome> {
	const name = 'Under Test';
	const credentials = node.credentials ?? {};
	const run = await runWorkflow({
		types: { [nodeType.description.name]: nodeType },
		nodes: [
			{
				name,
				type: nodeType.description.name,
				parameters: node.parameters,
				credentials: Object.fromEntries(Object.keys(credentials).map((type) => [type, { id: type, name: type }])),
				onError: node.onError ?? 'stopWorkflow',
				...(node.tries !== undefined && { retryOnFail: true, maxTries: node.tries, waitBetweenTries: 1 }),
			},
		],
		credentials,
		connections: { Input: { main: [[{ node: name, type: 'main', index: 0 }]] } },
		items: node.items ?? [{ json: {} }],
		...(node.mode ? { mode: node.mode } : {}),
		...(node.onStart ? { onStart: node.onStart } : {}),
		...(node.settings ? { settings: node.settings } : {}),
	});
	const task = run.data.resultData.runData[name]?.at(-1);
	const error = task?.error ?? run.data.resultData.error;
	return {
		items: task?.data?.main?.[0] ?? [],
		errorItems: task?.data?.main?.[1] ?? [],
		...(error ? { error } : {}),
		hints: task?.hints ?? [],
		run,
	};
}

export type WorkflowUnderTest = {
	types: Record<string, INodeType>;
	nodes: Array<Partial<INode> & Pick<INode, 'name' | 'type' | 'parameters'>>;
	connections: IConnections;
	/** Decrypted credential data by credential type. */
	credentials?: Record<string, IDataObject>;
	items: INodeExecutionData[];
	mode?: WorkflowExecuteMode;
	onStart?: (cancel: () => void) => void;
	settings?: IDataObject;
};

/** Runs a workflow that starts at a node named `Input` which gives `items`. */
export async function runWorkflow(work: WorkflowUnderTest): Promise<IRun> {
	await binaryDataOnDisk();
	const workflow = createWorkflow({ ...work, types: { input: inputNode, ...work.types } }, [
		{ name: 'Input', type: 'input', parameters: {} },
		...work.nodes,
	]);
	const mode = work.mode ?? 'trigger';
	const start = workflow.getNode('Input');
	if (!start) throw new Error('The workflow has no Input node');
	const runData = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node: start, data: { main: [work.items] }, source: null }] },
	});
	const execute = new WorkflowExecute(additionalData(work.credentials ?? {}, mode), mode, runData);
	const running = execute.processRunExecutionData(workflow);
	work.onStart?.(() => {
		running.cancel();
	});
	return await running;
}

/** A workflow of n8n's own class over the given node types (`n8n-workflow` looks them up by name). */
export function createWorkflow(
	work: Pick<WorkflowUnderTest, 'types' | 'connections' | 'settings'>,
	nodes: WorkflowUnderTest['nodes'],
): Workflow {
	return new Workflow({
		id: workflowId,
		name: 'Workflow under test',
		active: true,
		nodes: nodes.map((node, index) => ({ id: `node-${index}`, typeVersion: 1, position: [0, 0], ...node })),
		connections: work.connections,
		nodeTypes: nodeTypesOf(work.types),
		settings: { executionOrder: 'v1', timezone: 'UTC', ...work.settings },
	});
}

/** What the editor gives a node's list methods: n8n's own context, with the credentials of the node. */
export function listContext(nodeType: INodeType, credentials: Record<string, IDataObject>): ILoadOptionsFunctions {
	const { name } = nodeType.description;
	const names = Object.keys(credentials).map((type) => [type, { id: type, name: type }] as const);
	const workflow = createWorkflow({ types: { [name]: nodeType }, connections: {} }, [
		{ name: 'Under Test', type: name, parameters: {}, credentials: Object.fromEntries(names) },
	]);
	const node = workflow.getNode('Under Test')!;
	const context = new LoadOptionsContext(workflow, node, additionalData(credentials, 'internal'), '');
	// n8n's class and n8n's interface disagree about a workflow without a name.
	return context as unknown as ILoadOptionsFunctions;
}

/** What n8n gives a credential test: its own context, with the old request function and nothing else. */
export function credentialTestContext(): CredentialTestContext {
	return new CredentialTestContext(additionalData({}, 'internal'));
}

/** The bytes of a stored binary (n8n keeps them on disk in these tests, as it does by default). */
export async function readBinary(item: INodeExecutionData | undefined, property: string): Promise<Buffer> {
	const binary = item?.binary?.[property];
	if (!binary) throw new Error(`The item has no binary ${property}`);
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}

/** Puts bytes into n8n's binary store as an earlier node would, for items that carry files. */
export async function storeBinary(bytes: Buffer | Readable, fileName: string, mimeType = 'application/pdf') {
	await binaryDataOnDisk();
	const location = { type: 'execution' as const, workflowId, executionId: 'earlier' };
	return await Container.get(BinaryDataService).store(location, bytes, { data: '', mimeType, fileName });
}

/** What n8n gives a node beside the workflow: here only credentials, read from plain objects. */
export function additionalData(
	credentials: Record<string, IDataObject>,
	mode: WorkflowExecuteMode,
): IWorkflowExecuteAdditionalData {
	const executionId = String(++executions);
	const workflowData = { id: workflowId, name: 'Workflow under test', nodes: [], connections: {} };
	// n8n's interface has some 50 members; a node run needs these.
	return {
		executionId,
		workflowId,
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: '',
		instanceBaseUrl: 'http://localhost/',
		webhookWaitingBaseUrl: 'http://localhost/waiting',
		formWaitingBaseUrl: 'http://localhost/form',
		credentialsHelper: {
			getParentTypes: () => [],
			isCredentialUsableByNode: () => true,
			getCredentialsProperties: () => [],
			getDecrypted: (_data: unknown, _details: unknown, type: string) => Promise.resolve(credentials[type] ?? {}),
			authenticate: (_credentials: unknown, _type: string, options: unknown) => Promise.resolve(options),
			preAuthentication: () => Promise.resolve(undefined),
		},
		hooks: new ExecutionLifecycleHooks(mode, executionId, workflowData as unknown as IWorkflowBase),
		logAiEvent: () => undefined,
	} as unknown as IWorkflowExecuteAdditionalData;
}

let executions = 0;
let binaryData: Promise<void> | undefined;

async function binaryDataOnDisk(): Promise<void> {
	binaryData ??= keepBinaryData('filesystem');
	await binaryData;
}

/** Where n8n keeps files from now on: `default` is its memory. */
export async function keepBinaryData(mode: 'filesystem' | 'default'): Promise<void> {
	const config = Container.get(BinaryDataConfig);
	config.mode = mode;
	config.localStoragePath = binaryFolder;
	binaryData = Container.get(BinaryDataService).init();
	await binaryData;
}

/** Where the binary files lie, to see what a node left there. */
export const binaryFolder = `${n8nFolder}/binary`;

function nodeTypesOf(types: Record<string, INodeType>): INodeTypes {
	const find = (name: string): INodeType => {
		const type = types[name];
		if (!type) throw new Error(`No node type ${name} in this test`);
		return type;
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}
