/** Tables of parameters: their fields for n8n, and what reads their values. `parameter.ts` has the entries. */
import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';
import { isBlank } from './values';

export type Property = Omit<INodeProperties, 'name'>;
export type Show = Readonly<Record<string, readonly (string | boolean)[]>>;

/**
 * `isRequired`: an empty value is refused if the field is visible. `isFilter`: it, or each field of the collection, narrows what is found
 * (`emptyFilters.ts`).
 */
export type Parameter<Schema extends z.ZodType = z.ZodType> = {
	readonly property: Property;
	readonly schema: Schema;
	readonly isRequired?: boolean;
	readonly isFilter?: boolean;
};

/** A text between the fields: it has no value. */
export type Notice = {
	readonly property: Property;
	readonly schema?: never;
	readonly isRequired?: never;
	readonly isFilter?: never;
};

/** Parameters by their names, which workflows store, in the order of the form. */
export type ParameterTable = Readonly<Record<string, Parameter | Notice>>;

type Shape<Table extends ParameterTable> = {
	-readonly [Name in keyof Table as Table[Name] extends Parameter ? Name : never]: Table[Name] extends Parameter<
		infer Schema
	>
		? Schema
		: never;
};

/** The values of a table's parameters as their schemas read them. One that n8n hides has the value of an empty one. */
export type Values<Table extends ParameterTable> = z.output<z.ZodObject<Shape<Table>>>;

/** The fields of a table for n8n. */
export function propertiesOf(table: ParameterTable): INodeProperties[] {
	return Object.entries(table).map(([name, { property }]) => ({ ...property, name }));
}

/** The names of the parameters that have a value. */
export function namesOf(table: ParameterTable): string[] {
	return Object.keys(table).filter((name) => table[name]?.schema);
}

/** What reads the values of a table. The overload is the one place where a type is claimed and not inferred. */
export function schemaOf<Table extends ParameterTable>(table: Table): z.ZodType<Values<Table>, Record<string, unknown>>;
export function schemaOf(table: ParameterTable): z.ZodType<unknown, Record<string, unknown>> {
	const shape = Object.entries(table).flatMap(([name, { schema }]) => (schema ? [[name, schema] as const] : []));
	return z
		.record(z.string(), z.unknown())
		.check(({ value, issues }) => {
			for (const [name, { isRequired, property }] of Object.entries(table))
				if (isRequired && isBlank(value[name]) && isShown(property, value))
					issues.push({ code: 'custom', path: [name], message: 'must be filled in', input: value[name] });
		})
		.pipe(z.object(Object.fromEntries(shape)));
}

/** Whether n8n shows a field if the parameters beside it have these values. */
function isShown({ displayOptions }: Property, values: Readonly<Record<string, unknown>>): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, wanted = []]) =>
		wanted.some((one) => one === values[name]),
	);
}
