import type { INodeProperties } from 'n8n-workflow';
import { getManyCounterparties } from './counterparty/getMany';
import { downloadDocument } from './document/download';
import { downloadAllDocuments } from './document/downloadAll';
import { getManyDocuments } from './document/getMany';
import type { Operation } from './operation';
import { searchOperation } from './set/search';
import { importShipment } from './shipment/import';
import { parseStatusMessage } from './statusMessage/parse';

/** Every operation, in the order users see. */
export const operations: Operation[] = [
	getManyCounterparties,
	downloadDocument,
	downloadAllDocuments,
	getManyDocuments,
	searchOperation,
	importShipment,
	parseStatusMessage,
];

/** The resources, in the order users see, by the identifiers that workflows store. */
const resources: Record<string, string> = {
	counterparty: 'Counterparty',
	document: 'Document',
	set: 'Set',
	shipment: 'Shipment',
	statusMessage: 'Status Message',
};

/**
 * The default operation of each resource. n8n leaves a default out of saved workflows, so a change here would change what
 * they do. Neither may be changed for an existing resource.
 */
const defaultResource = 'set';
const defaultOperations: Record<string, string> = {
	counterparty: 'getMany',
	document: 'download',
	set: 'search',
	shipment: 'import',
	statusMessage: 'parse',
};

/** The resources whose operations need no credential. */
export const resourcesWithoutExchange = Object.keys(resources).filter(
	(name) => !operations.some(({ resource, callsExchange }) => resource === name && callsExchange),
);

/** The node's whole form: resource, operation, and the fields of each operation. */
export function nodeProperties(): INodeProperties[] {
	const names = Object.keys(resources);
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: names.map((value) => ({ name: resources[value] ?? value, value })),
			default: defaultResource,
		},
		...names.map(operationSelector),
		...operations.flatMap(({ fields }) => fields),
	];
}

function operationSelector(resource: string): INodeProperties {
	const choices = operations.filter((operation) => operation.resource === resource);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: choices.map(({ operation, name, action, description }) => ({
			name,
			value: operation,
			action,
			description,
		})),
		default: defaultOperations[resource] ?? '',
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

/** The operation with these identifiers, if there is one. */
export function findOperation(resource: string, operation: string): Operation | undefined {
	return operations.find((candidate) => candidate.resource === resource && candidate.operation === operation);
}
