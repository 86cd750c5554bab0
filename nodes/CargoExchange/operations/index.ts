import type { INodeProperties, NodeHint } from 'n8n-workflow';
import { hint } from '../n8n/sharedParameters';
import { getManyCounterparties } from './counterparty/getMany';
import { downloadDocument } from './document/download';
import { downloadAllDocuments } from './document/downloadAll';
import { getManyDocuments } from './document/getMany';
import { checkOperation } from './exchangeCheck/check';
import type { CredentialName, Operation } from './operation';
import { getQueueStatus } from './queue/getStatus';
import { searchOperation } from './set/search';
import { shipmentImport } from './shipment/import';
import { parseStatusMessage } from './statusMessage/parse';

/** Every operation, in the order users see. */
export const operations: Operation[] = [
	getManyCounterparties,
	downloadDocument,
	downloadAllDocuments,
	getManyDocuments,
	checkOperation,
	getQueueStatus,
	searchOperation,
	shipmentImport,
	parseStatusMessage,
];

/**
 * The resources, in the order users see, by the identifiers that workflows store. n8n leaves a default out of saved
 * workflows, so a change of one would change what they do: none may be changed for an existing resource.
 */
const resources = [
	{ resource: 'counterparty', name: 'Customer', defaultOperation: 'getMany' },
	{ resource: 'document', name: 'Document', defaultOperation: 'download' },
	{ resource: 'exchange', name: 'Exchange', defaultOperation: 'check' },
	{ resource: 'queue', name: 'Queue', defaultOperation: 'getStatus' },
	{ resource: 'set', name: 'Set', defaultOperation: 'search' },
	{ resource: 'shipment', name: 'Shipment', defaultOperation: 'import' },
	{ resource: 'statusMessage', name: 'Status Message', defaultOperation: 'parse' },
];
const defaultResource = 'set';

/** The resources of which an operation needs this credential. */
export function resourcesWith(credential: CredentialName): string[] {
	const needing = operations.filter((operation) => operation.credential === credential);
	return [...new Set(needing.map(({ resource }) => resource))];
}

/** The resources whose operations call no exchange. */
export const resourcesWithoutExchange = resources
	.map(({ resource }) => resource)
	.filter((name) => !resourcesWith('cargoExchangeApi').includes(name));

/** The node's whole form: resource, operation, and the fields of each operation. */
export function nodeProperties(): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, resource }) => ({ name, value: resource })),
			default: defaultResource,
		},
		...resources.map(operationSelector),
		...operations.map(toolDescriptionOf),
		...operations.flatMap(({ fields }) => fields),
	];
}

function operationSelector({ resource, defaultOperation }: (typeof resources)[number]): INodeProperties {
	const choices = operations.filter((operation) => operation.resource === resource);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: choices.map(({ operation: value, name, action, description }) => ({ name, value, action, description })),
		default: defaultOperation,
	};
}

/** n8n adds none of its own, which would give a model nothing but the action, if the node has one of this name. */
function toolDescriptionOf({ resource, operation, toolDescription }: Operation): INodeProperties {
	return {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 3 },
		displayOptions: { show: { '@tool': [true], resource: [resource], operation: [operation] } },
		default: toolDescription,
		description: 'What the model reads to decide when and how to use this tool',
	};
}

/** The subtitle of the node on the canvas: the text of the chosen action. */
export function nodeSubtitle(): string {
	const actions = Object.fromEntries(
		// The canvas cuts off longer texts.
		operations.map(({ resource, operation, action }) => [
			`${resource}.${operation}`,
			action.replace(/ (of a set|\(sets\))$/, ''),
		]),
	);
	return `={{ (${JSON.stringify(actions)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

export function findOperation(resource: string, operation: string): Operation | undefined {
	return operations.find((candidate) => candidate.resource === resource && candidate.operation === operation);
}

/** Shown with the output if parameters have a consequence that is easily forgotten. */
export const hints: NodeHint[] = [
	hint(
		'Issued sets are filed and no longer in the inbox. Set "Search In" to "Inbox and Filed".',
		'warning',
		'$parameter["resource"] === "set" && $parameter["operation"] === "search" && ($parameter["filters"]?.statuses || []).includes("Issued") && $parameter["searchIn"] === "ACTIVE"',
	),
];
