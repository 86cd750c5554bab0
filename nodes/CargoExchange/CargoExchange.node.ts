import {
	NodeConnectionTypes,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { createClient, type ExchangeClient, parseCredential } from './exchange/client';
import { clientOf } from './n8n/access';
import { getCounterparties, searchCounterparties, testCargoExchangeApi } from './n8n/editorMethods';
import { emptyFilterError, emptyFilterWarning } from './n8n/emptyFilters';
import { contextOf, type ItemContext } from './n8n/itemContext';
import { asHtml, isTool, textForModel, toNodeError, wholeTextOf } from './n8n/nodeError';
import { testCargoExchangeQueueApi } from './n8n/queueStatus';
import {
	findOperation,
	hints,
	nodeProperties,
	nodeSubtitle,
	resourcesWith,
	resourcesWithoutExchange,
} from './operations';
import type { Operation, Result } from './operations/operation';
import { createSlots, inOrder } from './concurrency';
import { documentationUrl } from './documentation';

export class CargoExchange implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cargo Exchange (Bill of Lading)',
		name: 'cargoExchange',
		icon: { light: 'file:cargoExchange.svg', dark: 'file:cargoExchange.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: nodeSubtitle(),
		description: 'Find electronic bills of lading, download their PDFs and import liner shipments',
		documentationUrl: documentationUrl('action-node.md'),
		defaults: { name: 'Cargo Exchange' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Download All and Get Many need a set ID or a shipment reference, and Download a set ID and a document ID; the input item can be a search result or a trigger event (Identify Set By: Input Item). The field binaryProperties of Download All is the list of attachments for Send Email. As a tool of an agent, a download gives the list of the files: the files themselves do not reach the agent.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-cargo-exchange.cargoExchangeTrigger',
					relationHint: 'Starts on status changes, with a queue',
				},
				{
					nodeType: 'n8n-nodes-cargo-exchange.cargoExchangePollingTrigger',
					relationHint: 'Starts on status changes, without a queue',
				},
			],
		},
		hints,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'cargoExchangeApi',
				required: true,
				testedBy: 'testCargoExchangeApi',
				// Hidden for the resources without it: the editor may request a list before the resource is known.
				displayOptions: { hide: { resource: resourcesWithoutExchange } },
			},
			{
				name: 'cargoExchangeQueueApi',
				required: true,
				testedBy: 'testCargoExchangeQueueApi',
				displayOptions: { show: { resource: resourcesWith('cargoExchangeQueueApi') } },
			},
		],
		properties: nodeProperties(),
	};

	methods = {
		listSearch: { searchCounterparties },
		loadOptions: { getCounterparties },
		credentialTest: { testCargoExchangeApi, testCargoExchangeQueueApi },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = findOperation(this.getNodeParameter('resource', 0), this.getNodeParameter('operation', 0));
		if (!operation) throw new NodeOperationError(this.getNode(), 'Choose an operation');

		const stop = new AbortController();
		const cancelled = this.getExecutionCancelSignal();
		const signal = cancelled ? AbortSignal.any([stop.signal, cancelled]) : stop.signal;
		const needsExchange = operation.credential === 'cargoExchangeApi';
		const makeClient = async () =>
			needsExchange ? await clientOf(this, { signal }) : createClient(parseCredential({}), { signal });
		let client: Promise<ExchangeClient> | undefined;
		const addHint = hintsOf(this);

		/** The item of a failure if the node is set to continue, or is the tool of an agent, whose model reads no exception; otherwise ends the execution. */
		const fail = (error: unknown, from: readonly number[]): INodeExecutionData => {
			const shown = toNodeError(
				this.getNode(),
				signal.aborted ? signal.reason : error,
				from.length === 1 ? from[0] : undefined,
			);
			if (!signal.aborted && isTool(this.getNode()))
				return { json: { error: textForModel(error, shown) }, pairedItem: pairedWith(from) };
			if (signal.aborted || !this.continueOnFail()) {
				stop.abort(shown);
				throw shown;
			}
			return { json: { error: wholeTextOf(shown) }, pairedItem: pairedWith(from) };
		};

		const valueOf = (parameter: string) => this.getNodeParameter(parameter, 0, null);
		const inputItem = (itemIndex: number) => ({
			parameters: () => parametersOf(this, operation, itemIndex),
			context: contextOf(this, itemIndex, { signal, addHint }),
		});
		const work = async (itemIndexes: readonly number[]): Promise<INodeExecutionData[]> => {
			const items: INodeExecutionData[] = [];
			try {
				for await (const result of operation.run(
					await (client ??= makeClient()),
					itemIndexes.map(inputItem),
					valueOf,
				)) {
					const { from = itemIndexes } = result;
					items.push('failure' in result ? fail(result.failure, from) : toItem(result, from));
				}
			} catch (error) {
				items.push(fail(error, itemIndexes));
			}
			const [first] = items;
			const warnings = warningsForModel(this, operation, itemIndexes);
			if (first && warnings.length > 0) first.json['warnings'] = warnings;
			return items;
		};

		const all = [...this.getInputData().keys()];
		const output: INodeExecutionData[][] = [];
		const slots = createSlots(operation.itemsAtOnce);
		for await (const outcome of inOrder(operation.worksOnAll ? [all] : all.map((index) => [index]), slots, work)) {
			// n8n marks the execution as cancelled by itself, unless a node fails after that.
			if (cancelled?.aborted) break;
			if (outcome.status === 'rejected') throw outcome.reason;
			output.push(outcome.value);
		}
		return [output.flat()];
	}
}

/** The values of the operation's fields for one item. A field that n8n hides has no value and is left out. */
function parametersOf(n8n: IExecuteFunctions, operation: Operation, itemIndex: number): Record<string, unknown> {
	const [empty] = isTool(n8n.getNode()) ? [] : emptyFiltersOf(n8n, operation, itemIndex);
	if (empty) throw emptyFilterError(empty);
	const values = operation.parameters.map((name): [string, unknown] => {
		const rawExpressions = operation.withoutExpression.has(name);
		return [name, n8n.getNodeParameter(name, itemIndex, null, { rawExpressions })];
	});
	return Object.fromEntries(values.filter(([, value]) => value !== null && value !== undefined));
}

function emptyFiltersOf(n8n: IExecuteFunctions, operation: Operation, itemIndex: number) {
	return operation.emptyFilters((name, options) => n8n.getNodeParameter(name, itemIndex, null, options));
}

/** A model leaves filters empty as it likes, so that they are no fault of an expression. */
function warningsForModel(n8n: IExecuteFunctions, operation: Operation, itemIndexes: readonly number[]): string[] {
	if (!isTool(n8n.getNode())) return [];
	return itemIndexes.flatMap((index) => emptyFiltersOf(n8n, operation, index)).map(emptyFilterWarning);
}

function toItem({ json, binary }: Exclude<Result, { failure: unknown }>, from: readonly number[]): INodeExecutionData {
	// An operation's output is JSON; proving n8n's type for it would mean checking every value.
	// eslint-disable-next-line @typescript-eslint/consistent-type-assertions
	return { json: json as IDataObject, ...(binary && { binary }), pairedItem: pairedWith(from) };
}

function pairedWith(from: readonly number[]): NonNullable<INodeExecutionData['pairedItem']> {
	const [first = { item: 0 }, ...more] = from.map((item) => ({ item }));
	return more.length === 0 ? first : [first, ...more];
}

/** Shows each hint once, however many items cause it. */
function hintsOf(n8n: IExecuteFunctions): ItemContext['addHint'] {
	const shown = new Set<string>();
	return (message) => {
		if (!shown.has(message))
			n8n.addExecutionHints({ message: asHtml(message), type: 'warning', location: 'outputPane' });
		shown.add(message);
	};
}
