import type { Field } from './fields/shipment';
import { isPlaceholder } from './fields/placeholder';
import { fieldAt } from './fields/places';
import { ruleOfColumn, type Issue } from './issue';
import { textsOfList } from './structure';

/** Whether *Accept Values*, a comma-separated list, has a text. */
export function acceptedTexts(acceptValues: string): (text: string) => boolean {
	const accepted = new Set(textsOfList(acceptValues).map(plainText));
	accepted.delete('');
	return (text) => accepted.has(plainText(text));
}

/** What the user accepts becomes a note: a place with its rule, the name of what is missing, or a word. */
export function acceptIssues(issues: readonly Issue[], acceptValues: string): Issue[] {
	const isAccepted = acceptedTexts(acceptValues);
	return issues.map((each) => {
		const { accept, ...found } = each;
		if (each.severity === 'note' || (each.severity === 'stops' && accept === undefined)) return each;
		const texts = acceptableTexts(each);
		if (texts.some(isAccepted)) return { ...found, severity: 'note', advice: `${found.advice} ${wasAccepted}` };
		return { ...found, ...(texts[0] === undefined ? {} : { accept: texts[0] }) };
	});
}

const wasAccepted = 'Accept Values lets it pass.';
/** Of a word for nothing in a cell or a field of the form. */
export const sentEmpty = { advice: 'Accepted, and sent empty.', severity: 'note' } as const;

/** What lets an issue pass; the first is what its message offers. */
function acceptableTexts(found: Issue): string[] {
	const { path, value, rule, missing } = found;
	const name = missing ?? wordOf(fieldAt(path), value);
	return [...(name === undefined ? [] : [name]), ruleOfColumn(columnOf(found), rule)];
}

/** The name of a place, as *Accept Values* has it before a rule. */
export function columnOf({ at, label, path }: Issue): string {
	return at?.header ?? label ?? path;
}

const figures = new Set<Field['kind']>(['number', 'integer', 'date', 'boolean', 'list', 'object']);

/** A value as a word, which is accepted wherever it stands. Figures and dates are none: they would let others pass. */
export function wordOf(field: Field | undefined, value: unknown): string | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const isFigure = field !== undefined && figures.has(field.kind) && /\d/.test(value);
	return isFigure && !(isPlaceholder(value) && /\p{L}/u.test(value)) ? undefined : value;
}

function plainText(text: string): string {
	return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
