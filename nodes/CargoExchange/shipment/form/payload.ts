import { isRecord } from '../../schemas/json';
import { setAt } from '../structure';
import { convert, formReader, type ValueReader } from '../convert/value';
import { formLayout, type FormLayout, type FormLeaf } from './layout';
import { parameterOf } from './properties';

/** The form's parameters from n8n, with expressions resolved. */
export type FormValues = Readonly<Record<string, unknown>>;

/**
 * The payload of a filled form (docs/service.md 2.7 to 2.11), without empty fields, objects and entries. A value that does not fit its field
 * stays as it is, so that the type check can report it. `timezone` is that of the workflow.
 */
export function payloadFromForm(form: FormValues, timezone: string): Record<string, unknown> {
	const { leaves, sections, lists } = formLayout;
	const values = [...leaves, ...sections, ...lists].map(({ name }) => [name, form[parameterOf(name)]] as const);
	return readLayout(formLayout, Object.fromEntries(values), formReader(timezone));
}

function readLayout(layout: FormLayout, values: Record<string, unknown>, reader: ValueReader): Record<string, unknown> {
	const payload: Record<string, unknown> = {};
	readLeaves(layout.leaves, values, payload, reader);
	for (const section of layout.sections) {
		const inSection = values[section.name];
		if (isRecord(inSection)) readLeaves(section.leaves, inSection, payload, reader);
	}
	for (const list of layout.lists) {
		const entries = entriesOf(values[list.name])
			.map((entry) => readLayout(list.entry, entry, reader))
			.filter((entry) => Object.keys(entry).length > 0);
		if (entries.length > 0) setAt(payload, list.path, entries);
	}
	return payload;
}

function entriesOf(value: unknown): Record<string, unknown>[] {
	const entries = isRecord(value) ? value['entry'] : undefined;
	return Array.isArray(entries) ? entries.filter(isRecord) : [];
}

function readLeaves(
	leaves: FormLeaf[],
	values: Record<string, unknown>,
	payload: Record<string, unknown>,
	reader: ValueReader,
): void {
	for (const { name, path, field } of leaves) {
		const entry = Object.hasOwn(values, name) ? values[name] : undefined;
		const locator = field.kind === 'counterparty' ? chosen(entry) : undefined;
		const raw = locator ? locator.id : entry;
		const conversion = convert(field, raw, reader);
		if ('value' in conversion) setAt(payload, path, conversion.value);
		else if ('unreadable' in conversion) setAt(payload, path, raw);
		// The name in its own field comes later in the order of fields and replaces the one from the list.
		if (locator?.name !== undefined && 'value' in conversion)
			setAt(payload, [...path.slice(0, -1), 'name'], locator.name);
	}
}

/** The value of a resource locator: the ID, and the name if it was chosen from the list. */
function chosen(value: unknown): { id: unknown; name: string | undefined } | undefined {
	if (!isRecord(value) || !('value' in value)) return undefined;
	const name = value['cachedResultName'];
	return {
		id: value['value'],
		name: value['mode'] === 'list' && typeof name === 'string' && name !== '' ? name : undefined,
	};
}
