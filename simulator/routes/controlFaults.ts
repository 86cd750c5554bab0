/** Faults as the control interface receives them; the path is the text of a regular expression. */
import { z } from 'zod/v4';

import type { PlannedFault } from '../faults';

const count = z.int().nonnegative();

const fault = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('status'),
		status: z.int().min(200).max(599),
		body: z.enum(['json', 'html', 'empty']).optional(),
		message: z.string().optional(),
		retryAfter: z.union([z.number(), z.string()]).optional(),
	}),
	z.object({ kind: z.literal('slowHeaders'), delayMs: count }),
	z.object({ kind: z.literal('slowBody'), delayMs: count, pieces: count.optional() }),
	z.object({ kind: z.literal('resetBeforeHeaders'), processed: z.boolean().optional() }),
	z.object({ kind: z.literal('resetDuringBody'), afterBytes: count.optional() }),
	z.object({ kind: z.literal('truncated'), missingBytes: count.optional() }),
	z.object({ kind: z.literal('wrongLength'), contentLength: count }),
	z.object({ kind: z.literal('html') }),
	z.object({ kind: z.literal('json'), body: z.record(z.string(), z.unknown()).optional() }),
	z.object({ kind: z.literal('redirect'), to: z.string(), status: z.int().optional() }),
	z.object({ kind: z.literal('gzip') }),
	z.object({ kind: z.literal('chunked') }),
	z.object({ kind: z.literal('emptyBody') }),
	z.object({ kind: z.literal('largeBody'), bytes: count, contentType: z.string().optional() }),
	z.object({ kind: z.literal('envelope'), code: z.int(), status: z.string().optional() }),
	z.object({ kind: z.literal('pagingIgnored') }),
]);

/** `{ path?, method?, fault, times?, after? }`; `times: "always"` never ends. */
export const plannedFault = z
	.object({
		path: z.string().refine(isPattern, 'must be a regular expression').optional(),
		method: z.string().optional(),
		fault,
		times: z.union([z.int().positive(), z.literal('always')]).default(1),
		after: count.default(0),
	})
	.transform(({ path, method, fault: wanted, times, after }): PlannedFault => ({
		match: {
			...(path === undefined ? {} : { path: new RegExp(path) }),
			...(method === undefined ? {} : { method }),
		},
		fault: wanted,
		times: times === 'always' ? Infinity : times,
		after,
	}));

function isPattern(text: string): boolean {
	try {
		return Boolean(new RegExp(text));
	} catch {
		return false;
	}
}
