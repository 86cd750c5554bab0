import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/v4';
import type { Session } from './session';

/** A workflow file as n8n exports it: what we touch is named, the rest travels along. */
export const workflowFile = z.looseObject({
	name: z.string(),
	nodes: z.array(
		z.looseObject({
			name: z.string(),
			type: z.string(),
			disabled: z.boolean().optional(),
			parameters: z.record(z.string(), z.unknown()),
			credentials: z.record(z.string(), z.looseObject({ id: z.string().nullish(), name: z.string() })).optional(),
		}),
	),
	connections: z.record(z.string(), z.unknown()),
	settings: z.record(z.string(), z.unknown()).optional(),
});
export type WorkflowFile = z.infer<typeof workflowFile>;

export type StoredWorkflow = { id: string; versionId: string; file: WorkflowFile };

const stored = z.looseObject({ id: z.string(), versionId: z.string() });

/** Saves a workflow; it is not active yet. */
export async function createWorkflow(session: Session, file: WorkflowFile): Promise<StoredWorkflow> {
	const { name, nodes, connections, settings = { executionOrder: 'v1' } } = file;
	const { id, versionId } = await session.call('POST', '/workflows', stored, {
		name,
		nodes,
		connections,
		settings,
		active: false,
	});
	const workflow = { id, versionId, file };
	session.made.push(() => removeWorkflow(session, workflow));
	return workflow;
}

async function removeWorkflow(session: Session, workflow: StoredWorkflow): Promise<void> {
	await deactivate(session, workflow);
	await session.call('POST', `/workflows/${workflow.id}/archive`, z.unknown(), {});
	await session.call('DELETE', `/workflows/${workflow.id}`, z.unknown());
}

/** A workflow as it is stored now, with what people have changed in it. */
export async function readWorkflow(session: Session, id: string): Promise<StoredWorkflow> {
	const { versionId, ...file } = await session.call('GET', `/workflows/${id}`, workflowFile.extend(stored.shape));
	return { id, versionId, file };
}

/** Publishes a workflow and resolves once n8n says that its trigger is up; rejects with n8n's words when it is not. */
export async function activate(session: Session, workflow: StoredWorkflow): Promise<void> {
	const { id, versionId } = workflow;
	await session.call('POST', `/workflows/${id}/activate`, z.unknown(), { versionId });
	await untilPublished(session, workflow);
}

const settings = z.looseObject({ useWorkflowPublicationService: z.boolean() });
const publication = z.looseObject({ status: z.string() });

async function untilPublished(session: Session, { id, file }: StoredWorkflow): Promise<void> {
	// Before n8n 2.40 it is off: n8n has answered only once the trigger was up, or refused with the trigger's own words.
	const { useWorkflowPublicationService } = await session.call('GET', '/settings', settings);
	if (!useWorkflowPublicationService) return;
	const until = Date.now() + 180_000;
	for (;;) {
		const reply = await session.call('GET', `/workflows/${id}/publication-status`, publication);
		if (reply.status === 'published') return;
		if (reply.status === 'failed' || Date.now() > until)
			throw new Error(`n8n did not publish "${file.name}": ${JSON.stringify(reply)}`);
		await sleep(200);
	}
}

/** Takes a workflow's trigger down. */
export async function deactivate(session: Session, { id }: StoredWorkflow): Promise<void> {
	await session.call('POST', `/workflows/${id}/deactivate`, z.unknown(), {});
}

const started = z.looseObject({ executionId: z.string() });

/** Runs a stored workflow as the editor's button does, from the named trigger node; gives the execution's id. */
export async function runWorkflow(session: Session, workflow: StoredWorkflow, trigger: string): Promise<string> {
	const { id, versionId, file } = workflow;
	const workflowData = { ...file, id, versionId };
	const { executionId } = await session.call('POST', `/workflows/${id}/run`, started, {
		workflowData,
		triggerToStartFrom: { name: trigger },
	});
	return executionId;
}
