/** Fields that both nodes have. Where a node means something of its own by one, it describes it in its own words. */
import type { INodeProperties } from 'n8n-workflow';
import { instances } from '../vocabulary';

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

/** The application that something is in or comes from. */
export const instanceField = {
	displayName: 'Instance',
	name: 'instance',
	type: 'options',
	allowArbitraryValues: true,
	options: Object.entries(instances).map(([value, name]) => ({ name, value })),
	default: 'EXCHANGE',
} as const satisfies INodeProperties;
