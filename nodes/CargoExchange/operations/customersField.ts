import type { INodeProperties } from 'n8n-workflow';

/** The dropdown of counterparties. An expression may give an array of ids, or text with commas between. */
export const customersField = {
	displayName: 'Customer Names or IDs',
	name: 'customerIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getCounterparties' },
	allowArbitraryValues: true,
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a> that gives an array or text with commas between',
} as const satisfies INodeProperties;
