/** The status message of the queue (specification 6), read tolerantly: only `newStatus` has to be there. */
import { statusEvents, type StatusEvent } from '../vocabulary';
import { eventDate } from './date';
import { harmlessFields, type Json } from './sanitizeJson';
import { isRecord } from './json';

/** Every field of the specification but `newStatus`. */
const optionalFields = [
	'action',
	'instance',
	'setId',
	'transactionId',
	'parcelReference',
	'customerId',
	'updatedDate',
	'actor',
	'actorCompany',
	'user',
	'message',
] as const;

/** A status message: the specification's fields as text or null, and all that came. */
export type StatusMessage = {
	readonly event: StatusEvent | 'other';
	readonly newStatus: string;
	/** The message as parsed. Foreign: pass it on through `rawEvent` only. */
	readonly received: Record<string, unknown>;
} & { readonly [Field in (typeof optionalFields)[number]]: string | null };

/** What the trigger and `statusMessage.parse` give. Workflows refer to it: names and order are fixed. */
export type NormalisedEvent = {
	event: StatusEvent | 'other';
	/** The event's name for people; the status as received where it is none of the five. */
	eventName: string;
	status: string;
	action: string | null;
	instance: string | null;
	setId: string | null;
	transactionId: string | null;
	parcelReference: string | null;
	customerId: string | null;
	/** ISO 8601; null where `updatedDate` is missing or cannot be read for certain. */
	updatedAt: string | null;
	updatedDate: string | null;
	actor: string | null;
	actorCompany: string | null;
	user: string | null;
	message: string | null;
	redelivered: boolean;
	/** Fields that the specification does not name. */
	extra: { [key: string]: Json };
};

const known = new Set<string>(['newStatus', ...optionalFields]);

/** Every JSON object with a text `newStatus` is a status message; the reason why something is none is a plain sentence. */
export function readEvent(body: unknown): { ok: true; event: StatusMessage } | { ok: false; reason: string } {
	const read = parse(body);
	if ('reason' in read) return { ok: false, reason: read.reason };
	const { fields } = read;
	const newStatus = Object.hasOwn(fields, 'newStatus') ? fields.newStatus : undefined;
	if (newStatus === undefined)
		return { ok: false, reason: 'The message has no newStatus, so it is not a status event.' };
	if (typeof newStatus !== 'string') return { ok: false, reason: 'The newStatus of the message is not a text.' };
	if (newStatus.trim() === '') return { ok: false, reason: 'The newStatus of the message is empty.' };
	return {
		ok: true,
		event: {
			event: eventOf(newStatus),
			newStatus,
			action: textIn(fields, 'action'),
			instance: textIn(fields, 'instance'),
			setId: textIn(fields, 'setId'),
			transactionId: textIn(fields, 'transactionId'),
			parcelReference: textIn(fields, 'parcelReference'),
			customerId: textIn(fields, 'customerId'),
			updatedDate: textIn(fields, 'updatedDate'),
			actor: textIn(fields, 'actor'),
			actorCompany: textIn(fields, 'actorCompany'),
			user: textIn(fields, 'user'),
			message: textIn(fields, 'message'),
			received: fields,
		},
	};
}

/** The event as workflows see it (simplified output). */
export function normalise(event: StatusMessage, redelivered: boolean): NormalisedEvent {
	return {
		event: event.event,
		eventName: event.event === 'other' ? event.newStatus : statusEvents[event.event].name,
		status: event.newStatus,
		action: event.action,
		instance: event.instance,
		setId: event.setId,
		transactionId: event.transactionId,
		parcelReference: event.parcelReference,
		customerId: event.customerId,
		updatedAt: event.updatedDate === null ? null : eventDate(event.updatedDate),
		updatedDate: event.updatedDate,
		actor: event.actor,
		actorCompany: event.actorCompany,
		user: event.user,
		message: event.message,
		redelivered,
		extra: harmlessFields(event.received, (field) => !known.has(field)),
	};
}

/** The message as received (raw output), made safe to copy and store. */
export function rawEvent(event: StatusMessage): { [key: string]: Json } {
	return harmlessFields(event.received, () => true);
}

const events = new Map<string, StatusEvent>(
	typedKeys(statusEvents).map((event) => [comparable(statusEvents[event].status), event]),
);

/**
 * The service writes `Signed` and `TITLE_HELD`: case, spaces, `_` and `-` mean nothing. `action` is no guide: an Issued
 * message may say `Sign`.
 */
function eventOf(newStatus: string): StatusEvent | 'other' {
	return events.get(comparable(newStatus)) ?? 'other';
}

function comparable(status: string): string {
	return status.replace(/[\s_-]/g, '').toLowerCase();
}

function textIn(fields: Record<string, unknown>, field: (typeof optionalFields)[number]): string | null {
	if (!Object.hasOwn(fields, field)) return null;
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
			// Fatal decoding throws, where a lenient one would change the message without a word.
			return { reason: 'The message is not UTF-8 text.' };
		}
	}
	if (typeof body === 'string') {
		const text = body.startsWith('\uFEFF') ? body.slice(1) : body;
		if (text.trim() === '') return { reason: 'The message is empty.' };
		try {
			return fieldsOf(JSON.parse(text));
		} catch {
			return { reason: 'The message is not JSON.' };
		}
	}
	return fieldsOf(body);
}

function fieldsOf(value: unknown): { fields: Record<string, unknown> } | { reason: string } {
	return isRecord(value) ? { fields: value } : { reason: 'The message is JSON, but not a JSON object.' };
}

function typedKeys<Table extends object>(table: Table): (keyof Table)[] {
	return Object.keys(table).filter((key): key is Extract<keyof Table, string> => key in table);
}
