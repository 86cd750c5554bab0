/** The labels and choices that users see in the nodes and credentials, and the parameters by operation. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { CargoExchangeApi } from '../../credentials/CargoExchangeApi.credentials';
import { CargoExchangeQueueApi } from '../../credentials/CargoExchangeQueueApi.credentials';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { CargoExchangePollingTrigger } from '../../nodes/CargoExchange/CargoExchangePollingTrigger.node';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';

const nodes = [new CargoExchange(), new CargoExchangeTrigger(), new CargoExchangePollingTrigger()] as const;
const credentials = [new CargoExchangeApi(), new CargoExchangeQueueApi()] as const;

export const [action, trigger, pollingTrigger] = [
	nodes[0].description.properties,
	nodes[1].description.properties,
	nodes[2].description.properties,
];

/** The fields of each credential that users see, by its name. */
export const credentialFields: Record<string, INodeProperties[]> = Object.fromEntries(
	credentials.map(({ displayName, properties }) => [
		displayName,
		properties.filter(({ type }) => !['hidden', 'notice'].includes(type)),
	]),
);

export const choicesOf = (property: INodeProperties | undefined) =>
	(property?.options ?? []).filter((option): option is INodePropertyOptions => 'value' in option);

/** The top-level parameters of an operation, without that of its tool; `labelsOf` has those inside collections. */
export function parametersOf(resource: string, operation: string): INodeProperties[] {
	return action.filter(({ name, type, displayOptions }) => {
		const show = displayOptions?.show;
		return (
			type !== 'notice' &&
			name !== 'toolDescription' &&
			show?.['resource']?.includes(resource) === true &&
			show['operation']?.includes(operation) === true
		);
	});
}

/** Every operation of the node, by value, with the name and the description that n8n shows. */
export function operations() {
	return choicesOf(action.find(({ name }) => name === 'resource')).flatMap((resource) =>
		action
			.filter(
				({ name, displayOptions }) =>
					name === 'operation' && displayOptions?.show?.['resource']?.includes(resource.value),
			)
			.flatMap((selector) =>
				choicesOf(selector).map((operation) => ({
					title: `${resource.name} → ${operation.name}`,
					resource: String(resource.value),
					operation: String(operation.value),
					resourceName: resource.name,
					name: operation.name,
					description: operation.description ?? '',
				})),
			),
	);
}

/** The labels of parameters, including those inside their collections. */
export function labelsOf(properties: readonly INodeProperties[]): string[] {
	return properties.flatMap(({ displayName, options = [] }) => [displayName, ...options.flatMap(labelsInside)]);
}

function labelsInside(option: NonNullable<INodeProperties['options']>[number]): string[] {
	if ('values' in option) return [option.displayName, ...labelsOf(option.values)];
	return 'type' in option ? labelsOf([option]) : [];
}

/** The names of all choices of parameters, including those inside their collections. */
export function choicesIn(properties: readonly INodeProperties[]): string[] {
	return properties.flatMap((property) => [
		...choicesOf(property).map(({ name }) => name),
		...(property.options ?? []).flatMap((option) =>
			'values' in option ? choicesIn(option.values) : 'type' in option ? choicesIn([option]) : [],
		),
	]);
}

/** Every label of this package: nodes, credentials, resources, operations, parameters. */
export const everyLabel = new Set([
	...nodes.map(({ description }) => description.displayName),
	...credentials.map(({ displayName }) => displayName),
	...labelsOf(Object.values(credentialFields).flat()),
	...labelsOf([...action, ...trigger, ...pollingTrigger]),
]);

export const everyChoice = new Set([
	...choicesIn([...action, ...trigger, ...pollingTrigger, ...credentials.flatMap(({ properties }) => properties)]),
	...operations().map(({ title }) => title),
	...action.flatMap((property) => choicesOf(property).flatMap(({ action: named }) => named ?? [])),
]);
