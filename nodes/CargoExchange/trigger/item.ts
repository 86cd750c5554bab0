import type { INodeExecutionData } from 'n8n-workflow';
import type { Message } from '../dispatch/message';
import { normalise, rawEvent } from '../schemas/statusMessage';
import type { Settings } from './settings';

/** The item that a workflow gets for a message: the event as its output asks, or what an unreadable message consists of. */
export function itemOf(message: Message, output: Settings['output']): INodeExecutionData {
	const { reading, redelivered, messageId, body } = message;
	if (!reading.ok) {
		return { json: { event: 'unreadable', reason: reading.reason, text: body.toString('utf8'), messageId } };
	}
	return { json: output === 'raw' ? rawEvent(reading.event) : { ...normalise(reading.event, redelivered) } };
}
