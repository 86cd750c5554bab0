import { parse as unflatten } from 'flatted';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/v4';
import type { Session } from './session';

const binary = z.looseObject({
	id: z.string().optional(),
	data: z.string(),
	mimeType: z.string(),
	fileName: z.string().optional(),
});
const item = z.looseObject({
	json: z.record(z.string(), z.unknown()),
	binary: z.record(z.string(), binary).optional(),
});
const problem = z.looseObject({ message: z.string(), description: z.string().nullish() });
const nodeRun = z.looseObject({
	executionStatus: z.string().optional(),
	error: problem.optional(),
	data: z.looseObject({ main: z.array(z.array(item).nullable()).optional() }).optional(),
});
const runData = z.looseObject({
	resultData: z.looseObject({ runData: z.record(z.string(), z.array(nodeRun)), error: problem.optional() }),
});
const execution = z.looseObject({ id: z.string(), status: z.string(), data: z.string() });

export type Item = z.infer<typeof item>;
export type Binary = z.infer<typeof binary>;
type Problem = z.infer<typeof problem>;

/** How one run of a workflow went. */
export type Execution = {
	id: string;
	status: string;
	problem: Problem | null;
	/** What a node gave at its first output, all its runs together. */
	items(node: string): Item[];
	/** Why a node failed; null when it did not. */
	problemOf(node: string): Problem | null;
};

const limitMs = 180_000;
const over = new Set(['success', 'error', 'crashed', 'canceled', 'waiting']);

/** Waits for an execution to end and gives it with its data. */
export async function finished(session: Session, id: string): Promise<Execution> {
	const until = Date.now() + limitMs;
	for (;;) {
		const found = await session.call('GET', `/executions/${id}`, execution);
		if (over.has(found.status)) return readExecution(found);
		if (Date.now() > until) throw new Error(`Execution ${id} was still "${found.status}" after ${limitMs / 1000} s`);
		await sleep(100);
	}
}

/** The executions of a workflow that have ended, oldest first, at most 100. */
export async function executionsOf(session: Session, workflowId: string): Promise<Execution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const { results } = await session.call('GET', `/executions?filter=${filter}&limit=100`, listing);
	const ended = results.filter(({ status }) => over.has(status)).map(({ id }) => id);
	const full: Execution[] = [];
	for (const id of ended.sort((a, b) => Number(a) - Number(b))) full.push(await finished(session, id));
	return full;
}

const listing = z.looseObject({ results: z.array(z.looseObject({ id: z.string(), status: z.string() })) });

function readExecution({ id, status, data }: z.infer<typeof execution>): Execution {
	const { resultData } = runData.parse(unflatten(data));
	const runs = (node: string) => resultData.runData[node] ?? [];
	return {
		id,
		status,
		problem: resultData.error ?? null,
		items: (node) => runs(node).flatMap((run) => run.data?.main?.[0] ?? []),
		problemOf: (node) => runs(node).find((run) => run.error)?.error ?? null,
	};
}
