import type { INodeProperties } from 'n8n-workflow';
import type * as z from 'zod/v4';
import { InvalidInput } from '../errors';
import { sanitizeFields } from '../schemas/json';
import { propertiesOf, schemaOf, type ParameterTable, type Values } from './parameterTable';

/** Reads the values of these parameters. What it gives throws InvalidInput that names the first one that does not fit by its label. */
export function readerOf<Table extends ParameterTable>(
	table: Table,
): (values: Record<string, unknown>) => Values<Table> {
	const schema = schemaOf(table);
	const properties = propertiesOf(table);
	return (values) => {
		const parsed = schema.safeParse(values, { error: parameterMessage });
		if (parsed.success) return parsed.data;
		const issue = parsed.error.issues[0];
		const path = issue?.path ?? [];
		const given = path.reduce<unknown>((value, key) => (hasKeys(value) ? value[String(key)] : undefined), values);
		throw new InvalidInput({
			field: path.join('.'),
			message: `${labelOf(path, properties)}: ${issue?.message ?? 'this value is invalid'}`,
			description: `${quote(given)} Correct the parameter or its expression.`,
		});
	};
}

/** The requirements of n8n's field types. */
const kinds: Record<string, string> = {
	boolean: 'must be true or false',
	number: 'must be a number',
	string: 'must be text',
	array: 'must be a list',
	object: 'must be an object',
};

/** The requirement, for zod's `error` setting; undefined if the schema has its own message. */
function parameterMessage(issue: z.core.$ZodRawIssue): string | undefined {
	if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
	return issue.code === 'invalid_type' ? kinds[issue.expected] : undefined;
}

/** The label of the innermost field on a path such as `['options', 'fileName']`. */
function labelOf(path: PropertyKey[], fields: INodeProperties[]): string {
	const [key, ...rest] = path;
	const field = fields.find(({ name }) => name === key);
	if (!field) return typeof key === 'string' ? key : 'Parameters';
	const inner = (field.options ?? []).flatMap((option) =>
		'values' in option ? option.values : 'type' in option ? [option] : [],
	);
	const named = rest.find((step) => inner.some(({ name }) => name === step));
	return named === undefined ? field.displayName : labelOf([named], inner);
}

function quote(value: unknown): string {
	if (value === undefined || value === null || value === '') {
		return 'The parameter is empty. If you used an expression, check that the input item contains the field.';
	}
	const text = typeof value === 'string' ? value : JSON.stringify(sanitizeFields({ value })['value']);
	return `The value is ${text.length > 80 ? `${text.slice(0, 80)}…` : text}.`;
}

/** True for lists too: a path leads through both. */
function hasKeys(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
