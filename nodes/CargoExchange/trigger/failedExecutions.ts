/** What is saved as a failed execution, which also starts the error workflow: a notice, or a message that cannot be read. */
import type { ITriggerFunctions } from 'n8n-workflow';
import type { Message } from '../dispatch/message';
import type { Report } from '../dispatch/workflow';
import { ExplainedError } from '../errors';
import { toNodeError } from '../n8n/nodeError';
import { bodyText } from './item';

export type ReportContext = Pick<ITriggerFunctions, 'getNode' | 'saveFailedExecution'>;
export type RecordContext = ReportContext & Pick<ITriggerFunctions, 'logger'>;

export function report(context: ReportContext, { message, description }: Report): void {
	// n8n stores the text of its own errors only; any other is saved as {}.
	context.saveFailedExecution(toNodeError(context.getNode(), new ExplainedError({ message, description })));
}

/** The list of executions is a database, and an unreadable message may be anything. */
const wholeUpToBytes = 64 * 1024;
const logUpToBytes = 1024;

/**
 * Records an unreadable message. n8n may not save it, and does not say so: its log gets the identity of the message and its beginning first.
 */
export function recordUnreadable(context: RecordContext, message: Message): void {
	const reason = message.reading.ok ? '' : message.reading.reason;
	// All in the text: n8n's log shows further fields only when it is set to debug or to JSON.
	const beginning = JSON.stringify(bodyText(message.body, logUpToBytes));
	context.logger.warn(
		`A message that is not a status event was removed from the queue. ${reason} ${messageIdOf(message)}. ` +
			`${sizeOf(message)} and begins with ${beginning}`,
		{ messageId: message.messageId },
	);
	report(context, {
		message: 'A message that is not a status event was removed from the queue',
		description: `${reason} Send this message to the operator of the exchange. ${messageIdOf(message)}. ${contentOf(message)}`,
	});
}

function messageIdOf({ messageId }: Message): string {
	return messageId === null ? 'The message has no ID' : `Message ID: ${messageId}`;
}

function contentOf(message: Message): string {
	const { body } = message;
	const text = bodyText(body, wholeUpToBytes);
	return body.length <= wholeUpToBytes ? `Its text: ${text}` : `${sizeOf(message)}. Its first 64 KiB: ${text}`;
}

function sizeOf({ body, sha256 }: Message): string {
	return `It is ${body.length} bytes long (SHA-256 ${sha256})`;
}
