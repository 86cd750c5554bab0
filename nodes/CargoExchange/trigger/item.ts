import { isUtf8 } from 'node:buffer';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Message } from '../dispatch/message';
import { eventColumns, normalise, rawEvent } from '../schemas/statusMessage';
import type { Settings } from './settings';

/** The item that a workflow gets for a message: the event in the chosen form, or the parts of an unreadable message. */
export function itemOf(
	message: Message,
	{ output, messageProperties }: Pick<Settings, 'output' | 'messageProperties'>,
): INodeExecutionData {
	const { reading, redelivered, deliveryCount, properties } = message;
	if (output === 'table' && reading.ok) return { json: eventColumns(reading.event) };
	const added = messageProperties ? { messageProperties: { ...properties, deliveryCount } } : {};
	if (!reading.ok) return { json: { ...unreadable(message, reading.reason), ...added } };
	return {
		json: { ...(output === 'raw' ? rawEvent(reading.event) : normalise(reading.event, redelivered)), ...added },
	};
}

function unreadable({ body, messageId }: Message, reason: string) {
	return { event: 'unreadable', reason, text: bodyText(body), messageId };
}

/** The beginning of a body as text: whole characters, or Base64 behind `base64:` if it is not UTF-8. */
export function bodyText(body: Buffer, upToBytes = Infinity): string {
	const beginning = body.subarray(0, upToBytes);
	if (!isUtf8(body)) return `base64:${beginning.toString('base64')}`;
	return new TextDecoder('utf-8', { ignoreBOM: true }).decode(beginning, { stream: true });
}
