import { isRecord } from '../../../wire/shipmentPayload/reading';

/** A copy without fields that are undefined or empty texts, objects that hold nothing, and entries and lists of such; nothing where nothing is left. */
export function withoutEmpty(value: unknown): unknown {
	if (Array.isArray(value)) {
		const entries = value.map(withoutEmpty).filter((entry) => entry !== undefined);
		return entries.length === 0 ? undefined : entries;
	}
	if (isRecord(value)) {
		const fields = Object.entries(value)
			.map(([name, inner]) => [name, withoutEmpty(inner)] as const)
			.filter(([, inner]) => inner !== undefined);
		return fields.length === 0 ? undefined : Object.fromEntries(fields);
	}
	return value === '' || value === null ? undefined : value;
}
