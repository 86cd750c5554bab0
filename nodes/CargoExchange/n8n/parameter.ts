/**
 * A parameter is declared once, as the field that n8n shows and the schema that reads its value. The literal that n8n's own nodes have
 *
 *   { displayName: 'Batch Size', name: 'batchSize', type: 'number', typeOptions: { minValue: 1, maxValue: 1000 }, default: 1, description: '…' }
 *
 * is an entry of a table here, in which the key is the name:
 *
 *   batchSize: wholeNumber('Batch Size', { from: 1, to: 1000, usual: 1 }, { description: '…' }),
 *
 * An empty value counts as not filled in, whatever its type: the default holds, or the parameter must be filled in.
 */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import * as z from 'zod/v4';
import {
	propertiesOf,
	schemaOf,
	type Notice,
	type Parameter,
	type ParameterTable,
	type Property,
	type Show,
} from './parameterTable';
import { dateValue, idValue, jsonObjectValue, listValue, textValue, unlessBlank, wholeNumberValue } from './values';

/** What n8n shows of a field besides its label. `show`: the values of other parameters with which it is visible. */
export type More = Partial<Pick<INodeProperties, 'description' | 'placeholder' | 'hint' | 'noDataExpression'>> & {
	readonly required?: boolean;
	readonly show?: Show;
};

/** A parameter of any other kind. */
export function parameter<Schema extends z.ZodType>(
	displayName: string,
	schema: Schema,
	{ show, ...more }: More,
	kind: Omit<Property, 'displayName'>,
): Parameter<Schema> {
	const property = { displayName, ...kind, ...more, ...(show && shownFor(show)) };
	return { property, schema, isRequired: more.required ?? false };
}

function shownFor(show: Show) {
	return { displayOptions: { show: Object.fromEntries(Object.entries(show).map(([name, is]) => [name, [...is]])) } };
}

/** Text, or undefined. */
export function text(displayName: string, more: More) {
	return parameter(displayName, textValue, more, { type: 'string', default: '' });
}

export function textWithDefault(displayName: string, usual: string, more: More) {
	const schema = textValue.transform((value) => value ?? usual);
	return parameter(displayName, schema, more, { type: 'string', default: usual });
}

/** Text that must be filled in. Its default is an expression, such as `={{ $json.setId }}`. */
export function requiredText(displayName: string, { default: usual = '', ...more }: More & { default?: string }) {
	const schema = textValue.transform((value) => value ?? '');
	return parameter(displayName, schema, { ...more, required: true }, { type: 'string', default: usual });
}

/** The ID of a customer, a set or a document, or undefined. */
export function id(displayName: string, more: More) {
	return parameter(displayName, idValue, more, { type: 'string', default: '' });
}

/** As `requiredText`. */
export function requiredId(displayName: string, { default: usual = '', ...more }: More & { default?: string }) {
	const schema = idValue.transform((value) => value ?? '');
	return parameter(displayName, schema, { ...more, required: true }, { type: 'string', default: usual });
}

/** Several values in one line of text. */
export function listText(displayName: string, more: More) {
	return parameter(displayName, listValue, more, { type: 'string', default: '' });
}

export function flag(displayName: string, usual: boolean, more: More) {
	return parameter(displayName, unlessBlank(z.boolean().default(usual)), more, { type: 'boolean', default: usual });
}

/** A whole number within bounds. */
export function wholeNumber(displayName: string, range: { from: number; to?: number; usual: number }, more: More) {
	const { from, to, usual } = range;
	const schema = unlessBlank(wholeNumberValue(from, to).prefault(usual));
	const typeOptions = { minValue: from, ...(to !== undefined && { maxValue: to }) };
	return parameter(displayName, schema, more, { type: 'number', typeOptions, default: usual });
}

/** A date, or a date and a time, as ISO text; undefined if it is empty. */
export function date(displayName: string, more: More) {
	return parameter(displayName, dateValue, more, { type: 'dateTime', default: '' });
}

/** A JSON object, or undefined. The default is shown, and read if nobody changes it. */
export function jsonObject(
	displayName: string,
	{ default: usual, rows, ...more }: More & { default: string; rows?: number },
) {
	const typeOptions = rows === undefined ? {} : { typeOptions: { rows } };
	return parameter(displayName, jsonObjectValue, more, { type: 'json', ...typeOptions, default: usual });
}

/** What n8n lists for a value: the value is the key beside it. */
type Choices<Value extends string = string> = Readonly<Record<Value, Omit<INodePropertyOptions, 'value'>>>;

function optionsOf(choices: Choices): INodePropertyOptions[] {
	return Object.entries(choices).map(([value, { name, ...more }]) => ({ name, value, ...more }));
}

function oneOf<Value extends string>(choices: Choices<Value>) {
	return z.custom<Value>((value) => typeof value === 'string' && Object.hasOwn(choices, value), {
		error: `must be one of ${Object.keys(choices).join(', ')}`,
	});
}

export function choice<Value extends string>(
	displayName: string,
	usual: NoInfer<Value>,
	choices: Choices<Value>,
	more: More,
) {
	const schema = unlessBlank(oneOf(choices).prefault(usual));
	return parameter(displayName, schema, more, { type: 'options', options: optionsOf(choices), default: usual });
}

/** A choice that is undefined until somebody makes it, as a filter that was not added. `first`: the one that the field shows first. */
export function optionalChoice<Value extends string>(
	displayName: string,
	first: NoInfer<Value>,
	choices: Choices<Value>,
	more: More,
) {
	const schema = unlessBlank(oneOf(choices).optional());
	return parameter(displayName, schema, more, { type: 'options', options: optionsOf(choices), default: first });
}

/** A choice with known values: any other text may come from an expression. */
export function openChoice(displayName: string, usual: string, choices: Choices, more: More) {
	const schema = textValue.transform((value) => value ?? usual);
	const options = optionsOf(choices);
	return parameter(displayName, schema, more, { type: 'options', allowArbitraryValues: true, options, default: usual });
}

/** Any of these values. */
export function severalOf<Value extends string>(
	displayName: string,
	usual: readonly NoInfer<Value>[],
	choices: Choices<Value>,
	more: More,
) {
	// A list may hold empty values only, such as [''].
	const schema = listValue.pipe(z.array(oneOf(choices)).min(more.required ? 1 : 0, 'must be filled in'));
	const options = optionsOf(choices);
	return parameter(displayName, schema, more, { type: 'multiOptions', options, default: [...usual] });
}

/** Any values, of which some are known: others may come from an expression. */
export function openList(displayName: string, choices: Choices, more: More) {
	const options = optionsOf(choices);
	return parameter(displayName, listValue, more, {
		type: 'multiOptions',
		allowArbitraryValues: true,
		options,
		default: [],
	});
}

/** Parameters of which a user adds those that are needed, in the order of their labels. */
export function collection<Table extends ParameterTable>(displayName: string, table: Table, more: More) {
	const options = propertiesOf(table).sort((a, b) => a.displayName.localeCompare(b.displayName));
	const schema = unlessBlank(schemaOf(table).prefault({}));
	return parameter(displayName, schema, more, { type: 'collection', options, default: {} });
}

/** A list whose entries have the parameters of a table. n8n stores it under the name of an entry. */
export function entries<Table extends ParameterTable>(
	displayName: string,
	{ name, label, table }: { name: string; label: string; table: Table },
	more: More,
) {
	const stored = z.object({ [name]: z.array(schemaOf(table)).default([]) }).prefault({});
	return parameter(displayName, unlessBlank(stored.transform((lists) => lists[name] ?? [])), more, {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		options: [{ displayName: label, name, values: propertiesOf(table) }],
		default: {},
	});
}

export function notice(displayName: string, show: Show): Notice {
	return { property: { displayName, type: 'notice', default: '', ...shownFor(show) } };
}
