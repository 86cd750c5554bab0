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

/** The outcome of one execution in n8n's engine. */
export type Outcome = {
	/** The items of the node's first output. */
	items: INodeExecutionData[];
	/** The items of the error output, if `onError` is `continueErrorOutput`. */
	errorItems: INodeExecutionData[];
	/** The error that ended the execution, as n8n shows it. */
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
	/** Max. Tries of Retry On Fail; default 1. */
	tries?: number;
	/** Gets a function that stops the execution as the Stop button does. */
	onStart?: (cancel: () => void) => void;
	/** The workflow's settings, such as `timezone`. */
	settings?: IDataObject;
};

const workflowId = 'workflow-under-test';

/** The node before the node under test. It passes its input on. */
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

/** Runs one action node in the WorkflowExecute of n8n-core with `items` as its input. */
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

/** Runs a workflow that starts at a node named `Input`, which outputs `items`. */
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

/** A workflow of n8n's class with these node types by name. */
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

/** The context in which the editor calls a node's list methods, with the credentials of the node. */
export function listContext(nodeType: INodeType, credentials: Record<string, IDataObject>): ILoadOptionsFunctions {
	const { name } = nodeType.description;
	const names = Object.keys(credentials).map((type) => [type, { id: type, name: type }] as const);
	const workflow = createWorkflow({ types: { [name]: nodeType }, connections: {} }, [
		{ name: 'Under Test', type: name, parameters: {}, credentials: Object.fromEntries(names) },
	]);
	const node = workflow.getNode('Under Test')!;
	const context = new LoadOptionsContext(workflow, node, additionalData(credentials, 'internal'), '');
	// n8n's class and interface differ for a workflow without a name.
	return context as unknown as ILoadOptionsFunctions;
}

/** The context of a credential test, which has only the old request function. */
export function credentialTestContext(): CredentialTestContext {
	return new CredentialTestContext(additionalData({}, 'internal'));
}

/** The bytes of an item's file, which n8n stores on disk by default. */
export async function readBinary(item: INodeExecutionData | undefined, property: string): Promise<Buffer> {
	const binary = item?.binary?.[property];
	if (!binary) throw new Error(`The item has no binary ${property}`);
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}

/** Stores a file as an earlier node would. */
export async function storeBinary(bytes: Buffer | Readable, fileName: string, mimeType = 'application/pdf') {
	await binaryDataOnDisk();
	const location = { type: 'execution' as const, workflowId, executionId: 'earlier' };
	return await Container.get(BinaryDataService).store(location, bytes, { data: '', mimeType, fileName });
}

/** What n8n gives a node in addition to the workflow: here only credentials from plain objects. */
export function additionalData(
	credentials: Record<string, IDataObject>,
	mode: WorkflowExecuteMode,
): IWorkflowExecuteAdditionalData {
	const executionId = String(++executions);
	const workflowData = { id: workflowId, name: 'Workflow under test', nodes: [], connections: {} };
	// n8n's interface has about 50 members; running a node needs these.
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

/** Changes where n8n stores files; `default` is in memory. */
export async function keepBinaryData(mode: 'filesystem' | 'default'): Promise<void> {
	const config = Container.get(BinaryDataConfig);
	config.mode = mode;
	config.localStoragePath = binaryFolder;
	binaryData = Container.get(BinaryDataService).init();
	await binaryData;
}

/** The folder with the stored files. */
export const binaryFolder = `${n8nFolder}/binary`;

function nodeTypesOf(types: Record<string, INodeType>): INodeTypes {
	const find = (name: string): INodeType => {
		const type = types[name];
		if (!type) throw new Error(`No node type ${name} in this test`);
		return type;
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}
