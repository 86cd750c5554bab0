import { InvalidInput } from '../../../errors';
import { isRecord } from '../../../schemas/json';
import { shipmentFields, type Field, type Fields, type LeafField } from '../../../schemas/shipment/shipment';
import { convert } from '../convert/value';

/** One field set on top of a payload: `sets[0].blNumber` and its value. */
export type Override = { field: string; value: unknown };

/**
 * A copy of the payload with some fields replaced, each read as the kind of value that it has in the specification. An empty value
 * removes the field. Throws InvalidInput for a path that names no field and for a value that cannot be read.
 */
export function withOverrides(
	payload: Record<string, unknown>,
	overrides: readonly Override[],
): Record<string, unknown> {
	return overrides.reduce<Record<string, unknown>>((changed, { field: written, value }) => {
		const path = stepsOf(written);
		const field = fieldAt(path, written);
		const conversion = convert(field, value);
		if ('unreadable' in conversion)
			throw refused(`The value for ${written} ${conversion.unreadable}`, `${field.label} was to be set.`);
		const replaced = replace(changed, path, 'value' in conversion ? conversion.value : undefined, written);
		return isRecord(replaced) ? replaced : changed;
	}, payload);
}

type Step = string | number;

function stepsOf(written: string): Step[] {
	return written
		.trim()
		.replace(/\[(\d+)\]/g, '.$1')
		.split('.')
		.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function fieldAt(path: Step[], written: string): LeafField {
	let fields: Fields | undefined = shipmentFields;
	let field: Field | undefined;
	for (const step of path) {
		if (typeof step === 'number' ? field?.kind !== 'list' : fields === undefined || !Object.hasOwn(fields, step)) {
			throw unknown(written);
		}
		if (typeof step === 'number') {
			fields = field?.kind === 'list' ? field.fields : undefined;
			continue;
		}
		field = fields?.[step];
		fields = field?.kind === 'object' ? field.fields : undefined;
	}
	if (field === undefined || field.kind === 'object' || field.kind === 'list') throw unknown(written);
	return field;
}

function replace(target: unknown, path: Step[], value: unknown, written: string): unknown {
	const [step, ...rest] = path;
	if (step === undefined) return value;
	if (typeof step === 'number') {
		const entries: unknown[] = Array.isArray(target) ? target : [];
		if (step > entries.length)
			throw refused(`${written} names an entry that the payload does not have`, 'Entries are counted from 0.');
		const copy = [...entries];
		copy[step] = replace(entries[step], rest, value, written);
		return copy;
	}
	const record = isRecord(target) ? target : {};
	const inner = replace(Object.hasOwn(record, step) ? record[step] : undefined, rest, value, written);
	if (inner !== undefined) return { ...record, [step]: inner };
	return Object.fromEntries(Object.entries(record).filter(([name]) => name !== step));
}

function unknown(written: string): InvalidInput {
	return refused(
		`${written} names no field of the import`,
		'Write the path as in the payload, such as voyageReference or sets[0].blNumber.',
	);
}

function refused(message: string, description: string): InvalidInput {
	return new InvalidInput({ field: 'overrides', message, description });
}
