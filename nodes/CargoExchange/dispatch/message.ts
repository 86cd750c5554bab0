import { hash } from 'node:crypto';
import type { Delivery } from '../amqp';
import { readEvent } from '../schemas/statusMessage';

/** One message of the queue, parsed once for all workflows. */
export type Message = Pick<Delivery, 'body' | 'messageId' | 'redelivered' | 'deliveryCount' | 'properties'> & {
	/** The status event, or the reason why the body is not one. */
	readonly reading: ReturnType<typeof readEvent>;
	/** Of the body: identifies the message, however often and on whichever connection it arrives. */
	readonly sha256: string;
	/** The set it belongs to, in lower case. Messages without one (null) have no order. */
	readonly setId: string | null;
};

/** `reading`: of a source that knows what its messages say. */
export type SourceDelivery = Delivery & Partial<Pick<Message, 'reading'>>;

/** Parses the body of a delivery, unless its source has read it. Never throws (docs/service.md 6). */
export function readMessage(delivery: Omit<Message, 'reading' | 'sha256' | 'setId'> & Partial<Message>): Message {
	const { body, messageId, redelivered, deliveryCount, properties, reading = readEvent(body) } = delivery;
	return {
		body,
		messageId,
		redelivered,
		deliveryCount,
		properties,
		reading,
		sha256: hash('sha256', body, 'hex'),
		setId: (reading.ok && reading.event.setId?.trim().toLowerCase()) || null,
	};
}

/** For n8n's log, all in one text: it shows further fields only when it is set to debug or to JSON. */
export function identityOf({ setId, messageId, sha256 }: Message): string {
	return JSON.stringify({ setId, messageId, sha256 });
}
