import { NodeOperationError, type INode } from 'n8n-workflow';

/**
 * Any fault as n8n shows it: what happened, and below it what to try. Told by its shape and not by its class: after an
 * update of the running package, a fault may come from the copy before.
 */
export function explain(node: INode, fault: unknown): NodeOperationError {
	if (fault instanceof NodeOperationError) return fault;
	if (!(fault instanceof Error)) return new NodeOperationError(node, String(fault));
	const description = 'description' in fault && typeof fault.description === 'string' ? fault.description : undefined;
	return new NodeOperationError(node, fault.message, { ...(description !== undefined && { description }) });
}
