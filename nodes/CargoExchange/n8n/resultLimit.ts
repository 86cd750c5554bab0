import { z } from 'zod/v4';
import type { INodeProperties } from 'n8n-workflow';
import { count } from './parameters';

export const limitInput = {
	returnAll: z.boolean().default(false),
	limit: count(1).optional(),
};

/** How many results one input item gives at most. A limit that n8n hides is absent, and absent means all. */
export function mostOf({ returnAll, limit }: { returnAll: boolean; limit?: number | undefined }): number {
	return returnAll ? Infinity : (limit ?? Infinity);
}

export const limitFields = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
] as const satisfies INodeProperties[];
