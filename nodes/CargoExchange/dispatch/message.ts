import { hash } from 'node:crypto';
import { readEvent, type StatusMessage } from '../schemas/statusMessage';

/** What a body turned out to be: a status event, or something else and why. */
export type Reading = { ok: true; event: StatusMessage } | { ok: false; reason: string };

/** One message of the queue, read once for all workflows. */
export type Message = {
	readonly body: Buffer;
	readonly messageId: string | null;
	readonly redelivered: boolean;
	readonly reading: Reading;
	/** SHA-256 of the body (base64): the same message, however often and on whichever connection it comes. */
	readonly key: string;
	/** The set it belongs to, in lower case; null where it names none: it has no order. */
	readonly setId: string | null;
};

/** Reads a delivery's body. Never throws: what is no status event says why instead. */
export function readMessage(delivery: Pick<Message, 'body' | 'messageId' | 'redelivered'>): Message {
	const { body, messageId, redelivered } = delivery;
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
