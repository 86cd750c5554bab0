import type { StoredWorkflow } from '../../n8n/rest/workflows';

const example = /\b(EXAMPLE|SHP-2026|SET|BL)-0042\b/g;

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
