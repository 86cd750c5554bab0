/** The status message of the queue (docs/service.md 6), read tolerantly: only `newStatus` is required. */
import { statusEventOf, statusLabel, type StatusEvent } from '../vocabulary';
import { eventDate } from './date';
import { isRecord, type Json, parseJson, sanitizeFields } from './json';
import { readDocuments } from './search';

/** The fields beside `newStatus` that hold text. Some messages have a `shipmentReference` too, and `documents`. */
const optionalFields = [
	'action',
	'instance',
	'setId',
	'transactionId',
	'parcelReference',
	'shipmentReference',
	'customerId',
	'updatedDate',
	'actor',
	'actorCompany',
	'user',
	'message',
] as const;

/** A status message: its fields as text or null, and the whole message. */
export type StatusMessage = {
	readonly event: StatusEvent | 'other';
	readonly newStatus: string;
	/** The message as parsed. Pass it on through `rawEvent` only. */
	readonly received: Record<string, unknown>;
} & Texts;

type Texts = { readonly [Field in (typeof optionalFields)[number]]: string | null };

const known = new Set<string>(['newStatus', ...optionalFields]);

/** Every JSON object with a text `newStatus` is a status message; `reason`: a plain sentence why a body is not one. */
export function readEvent(body: unknown): { ok: true; event: StatusMessage } | { ok: false; reason: string } {
	const read = parse(body);
	if ('reason' in read) return { ok: false, reason: read.reason };
	const { fields } = read;
	const { newStatus } = fields;
	if (newStatus === undefined)
		return { ok: false, reason: 'The message has no newStatus, so it is not a status event.' };
	if (typeof newStatus !== 'string') return { ok: false, reason: 'The newStatus of the message is not text.' };
	if (newStatus.trim() === '') return { ok: false, reason: 'The newStatus of the message is empty.' };
	const texts = Object.fromEntries(optionalFields.map((field) => [field, textIn(fields, field)])) as Texts;
	return { ok: true, event: { event: statusEventOf(newStatus), newStatus, ...texts, received: fields } };
}

export type NormalisedEvent = ReturnType<typeof normalise>;

/**
 * The event as workflows see it (simplified output). They refer to it: names and order are fixed. `renamed`: fields that
 * were received under other names.
 */
export function normalise(event: StatusMessage, redelivered: boolean, renamed: ReadonlySet<string> = new Set()) {
	const { received } = event;
	const documents = documentsIn(received);
	const texts: Record<string, unknown> = event;
	const isShown = (field: string): boolean =>
		renamed.has(field) ||
		(field === 'documents' && documents !== null) ||
		(known.has(field) && (texts[field] !== null || received[field] === null));
	return {
		event: event.event,
		/** The label of the status, such as `Title Held`, and the service's own word for it, such as `TITLE_HELD`. */
		status: statusLabel(event.newStatus),
		statusRaw: event.newStatus,
		shipmentRef: event.shipmentReference,
		parcelRef: event.parcelReference,
		setId: event.setId,
		customerId: event.customerId,
		/** ISO 8601; null if `updatedDate` is missing or cannot be read for certain. */
		changedAt: event.updatedDate === null ? null : eventDate(event.updatedDate),
		actor: event.actor,
		actorCompany: event.actorCompany,
		user: event.user,
		action: event.action,
		instance: event.instance,
		message: event.message,
		documents: documents ?? [],
		transactionId: event.transactionId,
		updatedDate: event.updatedDate,
		redelivered,
		extra: sanitizeFields(received, (field) => !isShown(field)),
	};
}

/**
 * The flat columns for a data table or a sheet: first what people recognize, IDs last. What the event does not say is left out, so that an
 * upsert keeps what another source has written.
 */
export function eventColumns(event: StatusMessage): Record<string, string> {
	const columns = {
		parcelRef: event.parcelReference,
		status: statusLabel(event.newStatus),
		changedAt: event.updatedDate ? eventDate(event.updatedDate) : null,
		changedBy: event.actor ?? event.user,
		company: event.actorCompany,
		shipmentRef: event.shipmentReference,
		event: event.event,
		setId: event.setId,
		transactionId: event.transactionId,
		customerId: event.customerId,
	};
	return Object.fromEntries(
		Object.entries(columns).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
	);
}

/** The documents that a message lists; null if they cannot be read. */
function documentsIn(received: Record<string, unknown>): Json[] | null {
	const { documents = null } = sanitizeFields(received, (field) => field === 'documents');
	if (documents === null) return [];
	return readDocuments(documents)?.map((entry) => sanitizeFields(entry)) ?? null;
}

/** The message as received (raw output), made safe to copy and store. */
export function rawEvent(event: StatusMessage): { [key: string]: Json } {
	return sanitizeFields(event.received);
}

function textIn(fields: Record<string, unknown>, field: (typeof optionalFields)[number]): string | null {
	const value = fields[field];
	if (typeof value === 'string') return value;
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(body: unknown): { fields: Record<string, unknown> } | { reason: string } {
	if (body instanceof Uint8Array) {
		try {
			return parse(utf8.decode(body));
		} catch {
			// A lenient decoder would change the message silently.
			return { reason: 'The message is not UTF-8 text.' };
		}
	}
	if (typeof body !== 'string') {
		return isRecord(body)
			? { fields: body }
			: { reason: 'The message is JSON, but a list or a single value and not an object ({ … }).' };
	}
	if (/^[\s\uFEFF]*$/.test(body)) return { reason: 'The message is empty.' };
	const json = parseJson(body);
	if (!json) return { reason: 'The message is not JSON.' };
	// Some programs write JSON, and then the text once more as JSON.
	const value = typeof json.value === 'string' ? parseJson(json.value)?.value : json.value;
	return isRecord(value)
		? { fields: value }
		: { reason: 'The message is JSON, but a list or a single value and not an object ({ … }).' };
}
