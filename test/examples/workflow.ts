import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import * as z from 'zod/v4';

const folder = path.resolve(__dirname, '../../examples');

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const parameters: z.ZodType<INodeParameters> = z.lazy(() =>
	z.record(z.string(), z.union([scalar, z.array(scalar), parameters, z.array(parameters)])),
);

const nodeFields = z.strictObject({
	parameters,
	id: z.uuid(),
	name: z.string().min(1),
	type: z.string(),
	typeVersion: z.number(),
	position: z.tuple([z.number(), z.number()]),
	/** Part of the URL of a chat or a form. */
	webhookId: z.uuid().optional(),
	onError: z.enum(['continueRegularOutput', 'continueErrorOutput']).optional(),
	retryOnFail: z.boolean().optional(),
	alwaysOutputData: z.boolean().optional(),
	executeOnce: z.boolean().optional(),
	/** n8n allows at most five tries, five seconds apart. */
	maxTries: z.number().max(5).optional(),
	waitBetweenTries: z.number().max(5000).optional(),
});
const savedNode = nodeFields.transform(
	({ webhookId, onError, retryOnFail, alwaysOutputData, executeOnce, maxTries, waitBetweenTries, ...node }) => ({
		...node,
		...(onError && { onError }),
		...(webhookId && { webhookId }),
		...(retryOnFail && { retryOnFail }),
		...(alwaysOutputData && { alwaysOutputData }),
		...(executeOnce && { executeOnce }),
		...(maxTries && { maxTries }),
		...(waitBetweenTries && { waitBetweenTries }),
	}),
);

const link = z.object({ node: z.string(), type: z.string(), index: z.number() });

const savedWorkflow = z.strictObject({
	name: z.string().min(1),
	nodes: z.array(savedNode),
	/** By source node, then by type: `main`, or the role of a model or a tool for an agent. */
	connections: z.record(z.string(), z.record(z.string(), z.array(z.array(link)))),
	settings: z.strictObject({ executionOrder: z.literal('v1') }),
	pinData: z.strictObject({}),
});

export type SavedWorkflow = z.infer<typeof savedWorkflow>;

/** The names of the example files, in alphabetical order. */
export const exampleFiles = readdirSync(folder)
	.filter((name) => name.endsWith('.json'))
	.sort();

/** Reads an example. Throws if it has more than a workflow to import needs, such as credentials or the ID of an instance. */
export function readExample(file: string): SavedWorkflow {
	return savedWorkflow.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
}
