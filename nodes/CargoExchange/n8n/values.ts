/**
 * What parameters hold, as zod schemas: n8n stores text, but an expression may give a number, a list or an object. Empty values count as
 * not filled in, whatever the type.
 */
import { DateTime } from 'luxon';
import type { IBinaryData } from 'n8n-workflow';
import * as z from 'zod/v4';
import { isUuid } from '../schemas/ids';
import { isRecord, parseJson, sanitizeFields } from '../schemas/json';

/** n8n stores '' for a field that was emptied; an expression may give null or []. */
export function isBlank(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() === '';
	return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Gives the schema undefined in place of an empty value, so that its default holds. */
export function unlessBlank<Schema extends z.ZodType>(schema: Schema) {
	return z.preprocess((value) => (isBlank(value) ? undefined : value), schema);
}

/** Text without blanks around it. */
export const textValue = unlessBlank(
	z
		.union([z.string(), z.number(), z.date().transform((date) => date.toISOString())], { error: 'must be text' })
		.optional()
		.transform((value) => value?.toString().trim()),
);

/** The ID of a customer, a set or a document. */
export const idValue = textValue.refine(
	(value) => value === undefined || isUuid(value),
	'must be an ID such as 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4, not a reference or a B/L number',
);

/** Several values: a list, a JSON list as text, or comma-separated text. Empty values and repeats are left out. */
export const listValue = z
	.unknown()
	.optional()
	.transform((value, issues) => {
		const values = typeof value === 'string' ? splitList(value) : Array.isArray(value) ? value : [value ?? ''];
		const texts = z.array(z.union([z.string(), z.number()]).nullable()).safeParse(values);
		if (!texts.success) {
			issues.addIssue({ code: 'custom', message: 'must be a list, or comma-separated text', continue: false });
			return z.NEVER;
		}
		return [...new Set(texts.data.map((one) => String(one ?? '').trim()).filter((one) => one !== ''))];
	});

function splitList(value: string): unknown[] {
	const json = value.trim().startsWith('[') ? parseJson(value)?.value : undefined;
	return Array.isArray(json) ? json : value.split(/[,;\n]/);
}

/** Several customers: IDs as `listValue` reads them, or the items of Counterparty → Get Many. */
export const customersValue = z.preprocess(
	(value) => (Array.isArray(value) ? value.map(customerIn) : customerIn(value)),
	listValue.refine(
		(ids) => ids.every((id) => isUuid(id)),
		'must be IDs such as 0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4, from the list, as an array, or as comma-separated text',
	),
);

function customerIn(value: unknown): unknown {
	return isRecord(value) && 'customerId' in value ? value['customerId'] : value;
}

/** A file of n8n: an object with its type, and its content or its place in the store. */
const file = z.custom<IBinaryData>(
	(value) => isRecord(value) && typeof value['mimeType'] === 'string' && ('data' in value || 'id' in value),
);
const files = z.union([file.transform((one) => [one]), z.array(file).min(1)]);

/** Files, or the names of fields with files as `listValue` reads them. An empty list means no files; null: not filled in. */
export const filesValue = z
	.union([z.array(z.never()), files, listValue.transform((names) => (names.length === 0 ? null : names))], {
		error: 'must be names of input fields with files',
	})
	.transform((found): Array<string | IBinaryData> | null => found);

/** A whole number from `from` to `to`, also as text. */
export function wholeNumberValue(from: number, to = Number.MAX_SAFE_INTEGER) {
	const limits = to === Number.MAX_SAFE_INTEGER ? `, ${from} or greater` : ` from ${from} to ${to}`;
	const range = `must be a whole number${limits}`;
	return z.preprocess(
		(value) => (typeof value === 'string' ? Number(value) : value),
		z.number(range).int(range).min(from, range).max(to, range),
	);
}

/** A date, or a date and a time: `2022-05-12`, `2022-05-12T14:05:00`. */
export const dateValue = textValue.refine(
	(value) => value === undefined || !Number.isNaN(instantOf(value, 'UTC')),
	'must be a date such as 2022-05-12 or 2022-05-12T14:05:00',
);

/**
 * The instant of a date field or an expression, in milliseconds since 1970; NaN if the text is not a date.
 * n8n's date fields have no zone: such a text is local time in `timezone` (an IANA name).
 */
export function instantOf(text: string, timezone: string): number {
	const date = text.trim().replace(' ', 'T');
	return /^\d{4}-\d{2}-\d{2}(T|$)/.test(date) ? DateTime.fromISO(date, { zone: timezone }).toMillis() : NaN;
}

/** A JSON object, as an object or as text. The result is safe to copy and store. */
export const jsonObjectValue = z
	.unknown()
	.optional()
	.transform((value, issues) => {
		if (isBlank(value)) return undefined;
		const refuse = (message: string) => {
			issues.addIssue({ code: 'custom', message });
			return z.NEVER;
		};
		const read = parseJson(typeof value === 'string' ? value : jsonText(value));
		if (!read) return refuse('must be valid JSON');
		if (!isRecord(read.value)) return refuse('must be a JSON object in { }');
		if (!isShallow(read.value)) return refuse(`must not be nested deeper than ${deepest} levels`);
		return sanitizeFields(read.value);
	});

/** Less than the depth from which copies differ from the original. */
const deepest = 90;

function isShallow(value: unknown, levels = deepest): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

/** The JSON text of an expression's value, in which dates are texts; empty for a structure without end. */
function jsonText(value: unknown): string {
	try {
		return JSON.stringify(value);
	} catch {
		return '';
	}
}
