import { isRecord } from '../../schemas/json';
import { shipmentFields, type Field, type Fields, type LeafField, type ShipmentPayload } from './shipment';

/** A value that is not of the type of its field. */
type Mismatch = { path: string; value: unknown; expected: string };

/** The known fields of a payload, and the values that do not fit. */
export type PayloadReading = {
	/** The fields of the right type, each in its place; everything else is left out. */
	payload: ShipmentPayload;
	mismatches: Mismatch[];
	/** Paths of fields that are not known, with the known fields of the same object. */
	unknown: { path: string; value: unknown; known: string[] }[];
};

const expectations: Record<LeafField['kind'], { expected: string; fits: (value: unknown) => boolean }> = {
	text: { expected: 'text', fits: isText },
	choice: { expected: 'text', fits: isText },
	counterparty: { expected: 'text', fits: isText },
	date: { expected: 'a date as text', fits: isText },
	number: { expected: 'a number', fits: Number.isFinite },
	integer: { expected: 'a whole number', fits: Number.isSafeInteger },
	boolean: { expected: 'true or false', fits: (value) => typeof value === 'boolean' },
};

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

/** Reads any value as an import payload (docs/service.md 2.7 to 2.11). Never throws: values that do not fit are listed by their path. */
export function readPayload(value: unknown): PayloadReading {
	const notes: Notes = { mismatches: [], unknown: [] };
	const payload = readObject(shipmentFields, value, '', notes) ?? {};
	return { payload, ...notes };
}

type Notes = Omit<PayloadReading, 'payload'>;

function readObject(fields: Fields, value: unknown, path: string, notes: Notes): Record<string, unknown> | undefined {
	if (!isRecord(value)) {
		notes.mismatches.push({ path, value, expected: 'an object' });
		return undefined;
	}
	const read: Record<string, unknown> = {};
	const known = Object.keys(fields);
	for (const [name, inner] of Object.entries(value)) {
		const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
		const innerPath = path === '' ? name : `${path}.${name}`;
		if (field === undefined) notes.unknown.push({ path: innerPath, value: inner, known });
		else if (inner !== undefined && inner !== null) read[name] = readField(field, inner, innerPath, notes);
	}
	return read;
}

function readField(field: Field, value: unknown, path: string, notes: Notes): unknown {
	if (field.kind === 'object') return readObject(field.fields, value, path, notes);
	if (field.kind === 'list') {
		if (!Array.isArray(value)) {
			notes.mismatches.push({ path, value, expected: 'a list' });
			return undefined;
		}
		// An entry that is not an object keeps its place, so that paths of later issues are right.
		return value.map((entry, index) => readObject(field.fields, entry, `${path}[${index}]`, notes) ?? {});
	}
	const { expected, fits } = expectations[field.kind];
	if (fits(value)) return value;
	notes.mismatches.push({ path, value, expected });
	return undefined;
}

/** Whether a value contains nothing but empty texts, nulls, and objects and lists of such. */
export function isEmpty(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return value === undefined || value === null || value === '';
	return Object.values(value).every(isEmpty);
}

/** A copy of a payload without the nulls in its objects, and their paths. */
export function leaveOutNulls(payload: Record<string, unknown>): { payload: Record<string, unknown>; paths: string[] } {
	const paths: string[] = [];
	const copied = (value: unknown, at: string): unknown => {
		if (Array.isArray(value)) return value.map((entry, index) => copied(entry, `${at}[${index}]`));
		return isRecord(value) ? copiedRecord(value, at === '' ? '' : `${at}.`) : value;
	};
	const copiedRecord = (record: Record<string, unknown>, at: string): Record<string, unknown> => {
		const filled = Object.entries(record).filter(([name, inner]) => inner !== null || !paths.push(`${at}${name}`));
		return Object.fromEntries(filled.map(([name, inner]) => [name, copied(inner, `${at}${name}`)]));
	};
	return { payload: copiedRecord(payload, ''), paths };
}
