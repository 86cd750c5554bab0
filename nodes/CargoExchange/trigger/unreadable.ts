import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { NodeOperationError, type ITriggerFunctions } from 'n8n-workflow';
import type { Message } from '../dispatch/message';

export type RecordContext = Pick<ITriggerFunctions, 'getNode' | 'getWorkflowSettings' | 'logger'> & {
	/** Missing before n8n 2. */
	saveFailedExecution?: ITriggerFunctions['saveFailedExecution'] | undefined;
};

/** The list of executions is a database, and an unreadable message may be anything. */
const wholeUpToBytes = 64 * 1024;
const logUpToBytes = 1024;

/**
 * Records an unreadable message as a failed execution of the workflow, which also starts its error workflow.
 * If n8n cannot do that, or saves no failed executions, n8n's log gets the identity of the message and its beginning.
 */
export function recordUnreadable(context: RecordContext, message: Message): void {
	const reason = message.reading.ok ? '' : message.reading.reason;
	context.saveFailedExecution?.(
		// n8n stores the text of its own errors only; any other is saved as {}.
		new NodeOperationError(context.getNode(), 'A message that is not a status event was removed from the queue', {
			description: `${reason} ${identityOf(message)}. ${contentOf(message)}`,
		}),
	);
	if (context.saveFailedExecution && savesFailures(context)) return;
	// All in the text: n8n's log shows further fields only when it is set to debug or to JSON.
	const beginning = JSON.stringify(textOf(message.body, logUpToBytes));
	context.logger.warn(
		`A message that is not a status event was removed from the queue. ${reason} ${identityOf(message)}. ` +
			`${sizeOf(message.body)} and begins with ${beginning}`,
		{ messageId: message.messageId },
	);
}

function savesFailures(context: Pick<RecordContext, 'getWorkflowSettings'>): boolean {
	const { saveDataErrorExecution } = context.getWorkflowSettings();
	if (saveDataErrorExecution === 'all') return true;
	if (saveDataErrorExecution === 'none') return false;
	// Without a choice of its own, the workflow follows n8n's environment.
	return process.env['EXECUTIONS_DATA_SAVE_ON_ERROR'] !== 'none';
}

function identityOf({ messageId }: Message): string {
	return messageId === null ? 'The message has no ID' : `Message ID: ${messageId}`;
}

function contentOf({ body }: Message): string {
	const text = textOf(body, wholeUpToBytes);
	return body.length <= wholeUpToBytes ? `Its text: ${text}` : `${sizeOf(body)}. Its first 64 KiB: ${text}`;
}

function sizeOf(body: Buffer): string {
	return `It is ${body.length} bytes long (SHA-256 ${hash('sha256', body, 'hex')})`;
}

/** The beginning of a body as text: whole characters, or Base64 behind `base64:` if it is not UTF-8. */
export function textOf(body: Buffer, upToBytes = Infinity): string {
	const beginning = body.subarray(0, upToBytes);
	if (!isUtf8(body)) return `base64:${beginning.toString('base64')}`;
	return new TextDecoder('utf-8', { ignoreBOM: true }).decode(beginning, { stream: true });
}
