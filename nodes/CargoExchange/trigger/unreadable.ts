import { createHash } from 'node:crypto';
import { NodeOperationError, type ITriggerFunctions } from 'n8n-workflow';
import type { Message } from '../dispatch/message';

export type RecordContext = Pick<ITriggerFunctions, 'getNode' | 'getWorkflowSettings' | 'logger'> & {
	/** Missing before n8n 2. */
	saveFailedExecution?: ITriggerFunctions['saveFailedExecution'] | undefined;
};

/** The longest text kept whole: what is no status event may be anything, and the list of executions is a database. */
const wholeUpToBytes = 64 * 1024;
const logUpToBytes = 1024;

/**
 * Records an unreadable message as a failed execution of the workflow, which also starts its error workflow.
 * Where n8n cannot do that, or saves no failed executions, n8n's log gets what identifies the message and its beginning.
 */
export function recordUnreadable(context: RecordContext, message: Message): void {
	const reason = message.reading.ok ? '' : message.reading.reason;
	context.saveFailedExecution?.(
		// n8n stores the text of its own errors only; any other is saved as {}.
		new NodeOperationError(context.getNode(), 'A message that is no status event was taken off the queue', {
			description: `${reason} ${identityOf(message)}. ${contentOf(message)}`,
		}),
	);
	if (context.saveFailedExecution && savesFailures(context)) return;
	// In the text, and not beside it: n8n's log shows what stands beside a text only when it is set to debug or to JSON.
	const beginning = JSON.stringify(message.body.subarray(0, logUpToBytes).toString('utf8'));
	context.logger.warn(
		`A message that is no status event was taken off the queue. ${reason} ${identityOf(message)}. ` +
			`It is ${message.body.length} bytes long (SHA-256 ${sha256(message.body)}) and begins with ${beginning}`,
		{ messageId: message.messageId },
	);
}

function savesFailures(context: Pick<RecordContext, 'getWorkflowSettings'>): boolean {
	const { saveDataErrorExecution } = context.getWorkflowSettings();
	if (saveDataErrorExecution === 'all') return true;
	if (saveDataErrorExecution === 'none') return false;
	// Without a choice of its own, the workflow follows what n8n's environment says.
	return process.env['EXECUTIONS_DATA_SAVE_ON_ERROR'] !== 'none';
}

function identityOf({ messageId }: Message): string {
	return messageId === null ? 'The message has no ID' : `Message ID: ${messageId}`;
}

function contentOf({ body }: Message): string {
	if (body.length <= wholeUpToBytes) return `Its text: ${body.toString('utf8')}`;
	return `It is ${body.length} bytes long (SHA-256 ${sha256(body)}) and too large to be kept here.`;
}

function sha256(body: Buffer): string {
	return createHash('sha256').update(body).digest('hex');
}
