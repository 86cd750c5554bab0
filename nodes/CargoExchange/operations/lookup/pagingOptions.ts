import * as z from 'zod/v4';
import type { INodeProperties } from 'n8n-workflow';
import type { Paging } from '../../exchange/client';
import { count, text } from '../../n8n/parameters';

/** How a search is paged. The specification does not show it, so the user can say how their exchange does. */
export const pagingInput = {
	pageSize: count(1, 10_000).default(100),
	paging: z.enum(['query', 'body', 'none']).default('query'),
	offsetName: text,
	limitName: text,
};

type PagingInput = {
	pageSize: number;
	paging: Paging['mode'];
	offsetName?: string | undefined;
	limitName?: string | undefined;
};

/** The client's words for the options. */
export function pagingOf(options: PagingInput): { paging: Paging; pageSize: number } {
	const { pageSize, paging: mode, offsetName = 'offset', limitName = 'limit' } = options;
	return { pageSize, paging: { mode, offsetName, limitName } };
}

export const pagingFields = [
	{
		displayName: 'Limit Name',
		name: 'limitName',
		type: 'string',
		default: 'limit',
		placeholder: 'e.g. limit',
		description: 'What the exchange calls the number of results per page',
	},
	{
		displayName: 'Offset Name',
		name: 'offsetName',
		type: 'string',
		default: 'offset',
		placeholder: 'e.g. offset',
		description: 'What the exchange calls the position of the first result of a page',
	},
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 10_000 },
		default: 100,
		description: 'How many results to ask for at a time. The exchange may give fewer.',
	},
	{
		displayName: 'Paging',
		name: 'paging',
		type: 'options',
		options: [
			{ name: 'In the Address', value: 'query', description: 'Offset and limit stand in the query of the address' },
			{ name: 'In the Body', value: 'body', description: 'Offset and limit stand beside the filters' },
			{ name: 'None', value: 'none', description: 'One reply holds all results' },
		],
		default: 'query',
		description: 'How the exchange is asked for the next page',
	},
] as const satisfies INodeProperties[];
