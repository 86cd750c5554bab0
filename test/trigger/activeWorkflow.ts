import { additionalData } from '../helpers/engine';
import { ignoredParameters } from '../helpers/misfits';
import { TriggerContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	type ITriggerFunctions,
	type ITriggerResponse,
	type IWorkflowSettings,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import type { BrokerSettings } from '../../nodes/CargoExchange/amqp';

type DonePromise = NonNullable<Parameters<ITriggerFunctions['emit']>[2]>;

/** One execution that the trigger asked for. */
export type Execution = {
	items: INodeExecutionData[];
	/** Ends it with this status. */
	end(status: string, error?: object): void;
	done: DonePromise | undefined;
};

type Setup = {
	parameters: IDataObject;
	/** Null: no credential was chosen. */
	queueAccount: BrokerSettings | (() => BrokerSettings) | null;
	settings?: IWorkflowSettings;
	/** How each execution ends by itself; undefined: the test ends it. */
	ends?: (execution: Execution, number: number) => string | undefined;
};

// While n8n starts, a queue is read only when no more workflows join.
process.uptime = () => 3_600;

const triggerName = 'Cargo Exchange Trigger';

/** A workflow with the trigger, activated in n8n-core's own trigger context; its executions are in the test's hands. */
export class ActiveWorkflow {
	readonly executions: Execution[] = [];
	readonly failures: Error[] = [];
	readonly fatal: Error[] = [];
	readonly #response: ITriggerResponse;
	readonly #context: ITriggerFunctions;

	private constructor(context: ITriggerFunctions, response: ITriggerResponse) {
		this.#context = context;
		this.#response = response;
	}

	/** Activates the workflow; with mode `manual` and activation `manual` as the editor's test step does. */
	static async start(
		type: INodeType,
		id: string,
		{ parameters, queueAccount, settings = {}, ends = () => 'success' }: Setup,
		activation: WorkflowActivateMode = 'activate',
	): Promise<ActiveWorkflow> {
		const workflow = new Workflow({
			id,
			name: `Workflow ${id}`,
			active: true,
			nodes: [
				{
					id: `trigger of ${id}`,
					name: triggerName,
					type: 'cargoExchangeTrigger',
					typeVersion: 1,
					position: [0, 0],
					parameters: { events: ['drafted', 'signed', 'issued', 'titleHeld', 'transferDrafted'], ...parameters },
					...(queueAccount && { credentials: { cargoExchangeQueueApi: { id: 'queue', name: 'queue' } } }),
				},
			],
			connections: {},
			nodeTypes: { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) },
			settings: { executionOrder: 'v1', ...settings },
		});
		const node = workflow.getNode(triggerName);
		if (!node) throw new Error('The workflow has no trigger');
		expect(ignoredParameters(type.description, node.parameters)).toEqual([]);
		const account = () => ({ ...(typeof queueAccount === 'function' ? queueAccount() : queueAccount) });
		const mode: WorkflowExecuteMode = activation === 'manual' ? 'manual' : 'trigger';
		const data = additionalData({}, mode);
		Object.assign(data.credentialsHelper, { getDecrypted: () => Promise.resolve(account()) });

		let active: ActiveWorkflow | null = null;
		const pending: ((active: ActiveWorkflow) => void)[] = [];
		const later = (act: (active: ActiveWorkflow) => void) => {
			if (active) act(active);
			else pending.push(act);
		};
		const emit: ITriggerFunctions['emit'] = (output, _response, done) => {
			later(({ executions }) => {
				const execution: Execution = {
					items: output[0] ?? [],
					done,
					end: (status, error) => done?.resolve(runWith(status, error)),
				};
				const number = executions.push(execution);
				const status = ends(execution, number);
				if (status !== undefined) execution.end(status);
			});
		};
		const context = new TriggerContext(
			workflow,
			node,
			data,
			mode,
			activation,
			emit,
			(error) => {
				later(({ fatal }) => fatal.push(error));
			},
			(error) => {
				later(({ failures }) => failures.push(error));
			},
		);
		// n8n's own code replaces `emit` in manual mode, which the class declares read-only.
		const functions = context as unknown as ITriggerFunctions;
		const response = await type.trigger?.call(functions);
		if (!response) throw new Error('The node is no trigger');
		const started = new ActiveWorkflow(functions, response);
		active = started;
		for (const act of pending) act(started);
		return started;
	}

	/** What the editor does at "Test step": the items that the step shows. */
	async testStep(): Promise<INodeExecutionData[]> {
		const shown: INodeExecutionData[] = [];
		this.#context.emit = (data) => void shown.push(...(data[0] ?? []));
		await this.#response.manualTriggerFunction?.();
		return shown;
	}

	async close(): Promise<void> {
		await this.#response.closeFunction?.();
	}

	/** A field of each event so far, in order. */
	fields(name: string): unknown[] {
		return this.executions.flatMap(({ items }) => items.map(({ json }) => json[name]));
	}
}

// n8n's report of a run, reduced to what a trigger reads of it.
function runWith(status: string, error?: object): IRun {
	return { status, data: { resultData: { runData: {}, ...(error && { error }) } } } as unknown as IRun;
}
