import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** The position of a check: the node, and the values around it. */
type Place = { node: INode; description: INodeTypeDescription; root: INodeParameters; path: string };

const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');
const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parameters that the node does not have, or hides: n8n ignores them, so a test that gives them tests something else. */
export function ignoredParameters(description: INodeTypeDescription, parameters: INodeParameters): string[] {
	const node: INode = { id: '', name: 'Test', type: '', typeVersion: 1, position: [0, 0], parameters };
	return misfits(node, description).filter((misfit) => /no such|hidden/.test(misfit));
}

/** The parameters of a saved node that do not match its description: unknown names, hidden fields, values that are not offered. */
export function misfits(node: INode, description: INodeTypeDescription): string[] {
	const complete =
		NodeHelpers.getNodeParameters(description.properties, node.parameters, true, false, node, description) ??
		node.parameters;
	return misfitsOf(description.properties, node.parameters, complete, {
		node,
		description,
		root: complete,
		path: node.name,
	});
}

function misfitsOf(
	properties: INodeProperties[],
	values: Record<string, unknown>,
	complete: INodeParameters,
	place: Place,
): string[] {
	return Object.entries(values).flatMap(([name, value]) => {
		const path = `${place.path} › ${name}`;
		const candidates = properties.filter((property) => property.name === name);
		if (candidates.length === 0) return [`${path}: no such parameter`];
		const shown = candidates.find((property) =>
			NodeHelpers.displayParameter(complete, property, place.node, place.description, place.root),
		);
		return shown ? misfitsOfValue(shown, value, { ...place, path }) : [`${path}: hidden by the other values`];
	});
}

function misfitsOfValue(property: INodeProperties, value: unknown, place: Place): string[] {
	const { path } = place;
	if (isExpression(value)) return property.noDataExpression ? [`${path}: takes no expression`] : [];
	switch (property.type) {
		case 'options':
			return offers(property, value) ? [] : [`${path}: ${JSON.stringify(value)} is not offered`];
		case 'multiOptions':
			return Array.isArray(value)
				? value.filter((one) => !offers(property, one)).map((one) => `${path}: ${JSON.stringify(one)} is not offered`)
				: [`${path}: not a list`];
		case 'boolean':
		case 'number':
			return typeof value === property.type ? [] : [`${path}: not a ${property.type}`];
		case 'string':
			return typeof value === 'string' ? [] : [`${path}: not a text`];
		case 'collection':
			return isRecord(value) ? inCollection(property, value, place) : [`${path}: not a collection`];
		case 'fixedCollection':
			return isRecord(value) ? inFixedCollection(property, value, place) : [`${path}: not a collection`];
		default:
			return [];
	}
}

/** A list that the service fills at run time offers any value. */
function offers(property: INodeProperties, value: unknown): boolean {
	if (property.typeOptions?.loadOptionsMethod) return true;
	return (property.options ?? []).some(
		(option): option is INodePropertyOptions => 'value' in option && option.value === value,
	);
}

function inCollection(property: INodeProperties, value: Record<string, unknown>, place: Place): string[] {
	const inner = (property.options ?? []).filter((option): option is INodeProperties => 'type' in option);
	return misfitsOf(inner, value, place.root, place);
}

function inFixedCollection(property: INodeProperties, value: Record<string, unknown>, place: Place): string[] {
	return Object.entries(value).flatMap(([group, entries]) => {
		const path = `${place.path} › ${group}`;
		const option = (property.options ?? []).find((candidate) => candidate.name === group);
		if (!option || !('values' in option)) return [`${path}: no such group`];
		return [entries]
			.flat()
			.flatMap((entry) =>
				isRecord(entry)
					? misfitsOf(option.values, entry, place.root, { ...place, path })
					: [`${path}: not a collection`],
			);
	});
}
