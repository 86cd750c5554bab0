import { hash } from 'node:crypto';
import { readEvent, type StatusMessage } from '../schemas/statusMessage';

/** A status event, or the reason why the body is not one. */
export type Reading = { ok: true; event: StatusMessage } | { ok: false; reason: string };

/** One message of the queue, parsed once for all workflows. */
export type Message = {
	readonly body: Buffer;
	readonly messageId: string | null;
	readonly redelivered: boolean;
	readonly reading: Reading;
	/** SHA-256 of the body (base64): identifies the message, however often and on whichever connection it comes. */
	readonly key: string;
	/** The set it belongs to, in lower case. Messages without one (null) have no order. */
	readonly setId: string | null;
};

/** Parses the body of a delivery. Never throws (docs/service.md 6). */
export function readMessage({
	body,
	messageId,
	redelivered,
}: Pick<Message, 'body' | 'messageId' | 'redelivered'>): Message {
	const reading = readEvent(body);
	return {
		body,
		messageId,
		redelivered,
		reading,
		key: hash('sha256', body, 'base64'),
		setId: (reading.ok && reading.event.setId?.trim().toLowerCase()) || null,
	};
}
