/**
 * Filters that an expression was to fill in and did not, such as `{{ $json.shipmentReference }}` with a name that the item does not have:
 * without the filter, everything would be found.
 */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { InvalidInput } from '../errors';
import { isRecord } from '../schemas/json';
import type { ParameterTable } from './parameterTable';
import { isBlank, jsonObjectValue } from './values';

/** `field`: where it is among the parameters, such as `filters.shipmentRef`. */
type EmptyFilter = { field: string; label: string };

/** The value of a parameter, or null: as it is now, or as it was entered. */
type ValueOf = (parameter: string, options: { rawExpressions: boolean }) => unknown;

/** The filters among these parameters whose expressions give nothing. */
export function emptyFilters(table: ParameterTable, valueOf: ValueOf): EmptyFilter[] {
	return Object.entries(table).flatMap(([name, { property, isFilter }]) => {
		if (isFilter !== true) return [];
		const entered = valueOf(name, { rawExpressions: true });
		const given = valueOf(name, { rawExpressions: false });
		if (property.type !== 'collection') return emptyFilter({ ...property, name }, entered, given, name);
		if (!isRecord(entered) || !isRecord(given)) return [];
		return (property.options ?? []).flatMap((member) =>
			isField(member) ? emptyFilter(member, entered[member.name], given[member.name], `${name}.${member.name}`) : [],
		);
	});
}

/** The error of a step or a trigger that has such a filter. */
export function emptyFilterError({ field, label }: EmptyFilter): InvalidInput {
	return new InvalidInput({
		field,
		message: `${label}: the expression of this filter gives nothing`,
		description:
			'Nothing was requested, because everything would have been found. Check that the input item contains the field, or remove the filter.',
	});
}

/** The warning for the model of an agent. */
export function emptyFilterWarning({ label }: EmptyFilter): string {
	return `"${label}" was empty, so it was not applied: the result has what every value of it would give.`;
}

function emptyFilter(field: INodeProperties, entered: unknown, given: unknown, path: string): EmptyFilter[] {
	if (typeof entered !== 'string' || !entered.startsWith('=')) return [];
	const names = field.type === 'json' ? emptyMembers(given) : [];
	if (names.length > 0) return names.map((name) => ({ field: path, label: `${field.displayName}, ${name}` }));
	return givesNothing(given) ? [{ field: path, label: field.displayName }] : [];
}

function emptyMembers(given: unknown): string[] {
	// As JSON, an object loses what is undefined.
	const object: unknown = isRecord(given) ? given : jsonObjectValue.safeParse(given).data;
	return isRecord(object) ? Object.keys(object).filter((name) => lacksSomething(object[name])) : [];
}

/** Also a list or an object with nothing in it, and as text. */
function givesNothing(value: unknown): boolean {
	if (typeof value === 'string') return /^(?:[\s,;"[\]{}]|null)*$/.test(value);
	if (Array.isArray(value) || isPlain(value)) return Object.values(value).every(givesNothing);
	return isBlank(value);
}

function lacksSomething(value: unknown): boolean {
	return givesNothing(value) || (isPlain(value) && Object.values(value).some(lacksSomething));
}

/** Not a date, which has no fields of its own. */
function isPlain(value: unknown): value is Record<string, unknown> {
	return isRecord(value) && !('toJSON' in value);
}

function isField(option: INodeProperties | INodePropertyOptions | INodePropertyCollection): option is INodeProperties {
	return 'type' in option;
}
