import { isRecord, recordsIn } from '../../schemas/json';
import { readValue, type ValueOptions } from '../fields/readValue';
import { sentEmpty, wordOf } from '../accept';
import { issue, type Issue } from '../issue';
import { nameParties } from '../parties';
import { setAt } from '../structure';
import { formLayout, type FormLayout, type FormLeaf } from './layout';
import { parameterOf } from './properties';

/** `isAccepted`: *Accept Values* has the word. */
type FormOptions = ValueOptions & { isAccepted: (text: string) => boolean };

/** The form's parameters from n8n, with expressions resolved. */
export type FormValues = Readonly<Record<string, unknown>>;

/**
 * The payload of a filled form (docs/service.md 2.7 to 2.11), without empty fields, objects and entries. A value that cannot be read is an
 * issue and stays as it is.
 */
export function payloadFromForm(
	form: FormValues,
	reader: FormOptions,
): { payload: Record<string, unknown>; notes: Issue[] } {
	const { leaves, sections, lists } = formLayout;
	const values = [...leaves, ...sections, ...lists].map(({ name }) => [name, form[parameterOf(name)]] as const);
	const notes: Issue[] = [];
	const payload = readLayout(formLayout, Object.fromEntries(values), { reader, notes, at: '' });
	return { payload, notes: [...notes, ...nameParties(payload)] };
}

type Reading = { reader: FormOptions; notes: Issue[]; at: string };

function readLayout(layout: FormLayout, values: Record<string, unknown>, reading: Reading): Record<string, unknown> {
	const payload: Record<string, unknown> = {};
	readLeaves(layout.leaves, values, payload, reading);
	for (const section of layout.sections) {
		const inSection = values[section.name];
		if (isRecord(inSection)) readLeaves(section.leaves, inSection, payload, reading);
	}
	for (const list of layout.lists) {
		const entries: Record<string, unknown>[] = [];
		for (const inEntry of entriesOf(values[list.name])) {
			const at = `${reading.at}${list.path.join('.')}[${entries.length}].`;
			const entry = readLayout(list.entry, inEntry, { ...reading, at });
			if (Object.keys(entry).length > 0) entries.push(entry);
		}
		if (entries.length > 0) setAt(payload, list.path, entries);
	}
	return payload;
}

function entriesOf(value: unknown): Record<string, unknown>[] {
	return isRecord(value) ? recordsIn(value['entry']) : [];
}

function readLeaves(
	leaves: FormLeaf[],
	values: Record<string, unknown>,
	payload: Record<string, unknown>,
	{ reader, notes, at }: Reading,
): void {
	for (const { name, path, field } of leaves) {
		const entry = Object.hasOwn(values, name) ? values[name] : undefined;
		const locator = field.kind === 'counterparty' ? chosen(entry) : undefined;
		const raw = locator ? locator.id : entry;
		const conversion = readValue(field, raw, reader);
		if ('value' in conversion) setAt(payload, path, conversion.value);
		else if ('advice' in conversion) {
			const { rule, advice, accepted } = conversion;
			const note = (found: Pick<Issue, 'advice' | 'severity'>) =>
				notes.push(issue({ path: `${at}${path.join('.')}`, value: raw, rule, ...found }));
			if (accepted === null && reader.isAccepted(wordOf(field, raw) ?? '')) note({ ...sentEmpty });
			else setAt(payload, path, raw);
			// What can be sent as it is, the check of the payload judges.
			if (accepted === undefined) note({ advice, severity: 'stops' });
		}
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
