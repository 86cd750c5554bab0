import type { ITriggerFunctions } from 'n8n-workflow';
import type { Message } from '../dispatch/message';
import { report, type ReportContext } from './activation';
import { bodyText } from './item';

export type RecordContext = ReportContext & Pick<ITriggerFunctions, 'logger'>;

/** The list of executions is a database, and an unreadable message may be anything. */
const wholeUpToBytes = 64 * 1024;
const logUpToBytes = 1024;

/**
 * Records an unreadable message as a failed execution of the workflow, which also starts its error workflow. n8n may not
 * save it, and does not say so: its log gets the identity of the message and its beginning first.
 */
export function recordUnreadable(context: RecordContext, message: Message): void {
	const reason = message.reading.ok ? '' : message.reading.reason;
	// All in the text: n8n's log shows further fields only when it is set to debug or to JSON.
	const beginning = JSON.stringify(bodyText(message.body, logUpToBytes));
	context.logger.warn(
		`A message that is not a status event was removed from the queue. ${reason} ${identityOf(message)}. ` +
			`${sizeOf(message)} and begins with ${beginning}`,
		{ messageId: message.messageId },
	);
	report(context, {
		message: 'A message that is not a status event was removed from the queue',
		description: `${reason} Send this message to the operator of the exchange. ${identityOf(message)}. ${contentOf(message)}`,
	});
}

function identityOf({ messageId }: Message): string {
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
