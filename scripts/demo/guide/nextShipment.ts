import { z } from 'zod/v4';
import { runWorkflow, workflowFile, type StoredWorkflow } from '../../n8n/rest/workflows';
import type { Session } from '../../n8n/rest/session';

const example = /\b(EXAMPLE|SHP-2026|SET|BL)-\d{4}\b/g;
const version = z.looseObject({ versionId: z.string() });
const storedFile = workflowFile.extend({ versionId: z.string() });

/** The import example with the references of another shipment, as its notes tell the user to take for each: 1 gives 0043. */
export function nextShipment(workflow: StoredWorkflow, further: number): StoredWorkflow {
	const number = String(42 + further).padStart(4, '0');
	const nodes = workflow.file.nodes.map((node) => {
		const text = node.parameters['jsonOutput'];
		if (node.name !== 'Shipment' || typeof text !== 'string') return node;
		return { ...node, parameters: { ...node.parameters, jsonOutput: text.replace(example, `$1-${number}`) } };
	});
	return { ...workflow, file: { ...workflow.file, nodes } };
}

/** Gives the import workflow the references of another shipment and runs it. It is read anew and saved, for n8n runs what is stored and people edit it. */
export async function importNextShipment(session: Session, id: string, further: number): Promise<void> {
	const { versionId, ...file } = await session.call('GET', `/workflows/${id}`, storedFile);
	const next = nextShipment({ id, versionId, file }, further);
	const { name, nodes, connections, settings } = next.file;
	const saved = await session.call('PATCH', `/workflows/${id}`, version, {
		name,
		nodes,
		connections,
		settings,
		versionId,
	});
	await runWorkflow(session, { ...next, versionId: saved.versionId }, 'Click to start');
}
