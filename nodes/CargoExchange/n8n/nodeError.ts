import { NodeApiError, NodeOperationError, type INode, type ITriggerFunctions } from 'n8n-workflow';

/**
 * Any error as n8n shows it: what happened, and below it what to try. Recognized by its properties and not by its class:
 * after an update of the running package, an error may come from the copy before.
 */
export function toNodeError(node: INode, error: unknown, itemIndex?: number): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (!(error instanceof Error)) return new NodeOperationError(node, String(error), at(itemIndex));
	const { message } = error;
	const description = 'description' in error && typeof error.description === 'string' ? error.description : undefined;
	const options = { message, ...at(itemIndex), ...(description !== undefined && { description }) };
	const shown = nodeErrorOf(node, error, options);
	// The panel shows the template if there is one; error workflows, executions and copies get the description, which is plain text.
	if (description !== undefined) shown.context['descriptionTemplate'] = asHtml(description);
	return shown;
}

/** The same from a trigger. Whoever publishes a workflow sees only the message: it also says what to do. */
export function toTriggerError(n8n: Pick<ITriggerFunctions, 'getNode' | 'getMode'>, error: unknown) {
	const shown = toNodeError(n8n.getNode(), error);
	if (n8n.getMode() === 'manual' || !shown.description) return shown;
	return new NodeOperationError(n8n.getNode(), `${shown.message}. ${shown.description}`);
}

function nodeErrorOf(
	node: INode,
	error: Error,
	options: { message: string; description?: string; itemIndex?: number },
) {
	if (!('call' in error)) return new NodeOperationError(node, error, options);
	const { message } = options;
	const httpCode = 'status' in error && typeof error.status === 'number' ? { httpCode: String(error.status) } : {};
	return new NodeApiError(node, { message }, { ...options, ...httpCode });
}

function at(itemIndex: number | undefined): { itemIndex?: number } {
	return itemIndex === undefined ? {} : { itemIndex };
}

/** An error as one text, for who sees no description. */
export function wholeTextOf({ message, description }: NodeApiError | NodeOperationError): string {
	return description ? `${message}\n${description}` : message;
}

/** True if the node is the tool of an agent, whose model reads its output and its errors. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** The same for a model. Recognized by its property: see `toNodeError`. */
export function textForModel(error: unknown, shown: NodeApiError | NodeOperationError): string {
	const own = error instanceof Error && 'forModel' in error ? error.forModel : null;
	return typeof own === 'string' ? `${shown.message}\n${own}` : wholeTextOf(shown);
}

/** n8n renders hints, and descriptions in its panel, as HTML: lines stay lines, and a cell that looks like a tag stays text. */
export function asHtml(text: string): string {
	const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
	return escaped.replace(/\n/g, '<br>');
}
