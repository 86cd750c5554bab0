import type { INodeProperties } from 'n8n-workflow';

/** The collection of an operation's options, in the order of the alphabet. */
export function optionsField(...options: INodeProperties[]) {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: options.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	} as const satisfies INodeProperties;
}
