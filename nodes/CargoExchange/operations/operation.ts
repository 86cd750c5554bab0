import type { IBinaryKeyData, IDisplayOptions, INodeProperties, NodePropertyTypes } from 'n8n-workflow';
import type * as z from 'zod/v4';
import type { ExchangeClient } from '../exchange/client';
import type { ItemContext } from '../n8n/itemContext';
import { namesOf, propertiesOf, type ParameterTable, type Values } from '../n8n/parameter';
import { parseParameters, readerOf } from '../n8n/parameterError';

/**
 * One output item, or a failure that leaves the other results alone. `from`: the positions of the input items that it
 * goes back to, for a batch.
 */
export type Result = ({ json: Record<string, unknown>; binary?: IBinaryKeyData } | { failure: unknown }) & {
	from?: readonly number[];
};

/** One input item: its parameters, which are read (and expressions evaluated) at the call, and its context. */
export type InputItem<Parameters> = { parameters(): Parameters; context: ItemContext };

type Named<Name> = Omit<INodeProperties, 'name'> & { name: Name };

/** A field whose name must be a key of the operation's input, and those in a collection keys of its value. A notice has no value. */
type Field<Input> =
	| { [Name in keyof Input & string]: FieldOf<Name, NonNullable<Input[Name]>> }[keyof Input & string]
	| Named<{ [Name in keyof Input & string]: unknown extends Input[Name] ? Name : never }[keyof Input & string]>
	| (Named<`${string}Notice`> & { type: 'notice' });

type FieldOf<Name, Value> =
	| (Named<Name> & { type: Exclude<NodePropertyTypes, 'collection'> })
	| (Omit<Named<Name>, 'options'> & { type: 'collection'; options: Array<Named<keyof Value & string>> });

type Definition<Input> = {
	resource: string;
	operation: string;
	name: string;
	action: string;
	description: string;
	/** False for an operation that needs no exchange, and so no credential. */
	callsExchange?: boolean;
	/** How many input items may be under way at a time (default 1: one after the other). */
	itemsAtOnce?: number;
	run(exchange: ExchangeClient, input: Input, context: ItemContext): AsyncIterable<Result> | Iterable<Result>;
	/** If a parameter has this value, works on all input items at once, instead of `run` on each. */
	batch?: {
		when: { parameter: keyof Input & string; is: string };
		run(exchange: ExchangeClient, items: ReadonlyArray<InputItem<Input>>): AsyncIterable<Result>;
	};
};

/** The parameters as they are stored in workflows, by fields and a schema apart. */
type FieldsAndSchema<Input extends z.ZodObject> = { input: Input; fields: Array<Field<z.input<Input>>> };

/** One row of the table of operations. */
export type Operation = ReturnType<typeof operationOf>;

/**
 * Makes a row of the table from one operation. Its fields are shown for it alone; `run` gets the values of its parameters, which are read
 * before the first request: a value that cannot be used throws InvalidInput with the field's label.
 */
export function defineOperation<Table extends ParameterTable>(
	definition: Definition<Values<Table>> & { parameters: Table },
): Operation;
export function defineOperation<Input extends z.ZodObject>(
	definition: Definition<z.output<Input>> & FieldsAndSchema<Input>,
): Operation;
export function defineOperation(
	definition: Definition<Record<string, unknown>> & ({ parameters: ParameterTable } | FieldsAndSchema<z.ZodObject>),
): Operation {
	if ('parameters' in definition) {
		const { parameters } = definition;
		return operationOf(definition, propertiesOf(parameters), namesOf(parameters), readerOf(parameters));
	}
	const { input, fields } = definition;
	const read = (values: Record<string, unknown>) => parseParameters(input, values, fields);
	return operationOf(definition, fields, Object.keys(input.shape), read);
}

function operationOf<Input>(
	definition: Definition<Input>,
	properties: readonly INodeProperties[],
	parameters: string[],
	parse: (parameters: Record<string, unknown>) => Input,
) {
	const { resource, operation, name, action, description, callsExchange = true, itemsAtOnce = 1, batch } = definition;
	const fields: INodeProperties[] = properties.map((property) => ({
		...property,
		displayOptions: shownFor({ resource: [resource], operation: [operation] }, property.displayOptions),
	}));
	const runsAsBatch = (valueOf: (parameter: string) => unknown): boolean =>
		batch !== undefined && valueOf(batch.when.parameter) === batch.when.is;
	return {
		resource,
		operation,
		name,
		action,
		description,
		fields,
		callsExchange,
		itemsAtOnce,
		/** The names of the parameters that carry a value. */
		parameters,
		/** Whether all items are worked on at once; `valueOf` gives the value of a parameter for the first of them. */
		runsAsBatch,
		/** Works on one item, or on all at once if `runsAsBatch` says so. */
		async *run(
			exchange: ExchangeClient,
			[first, ...more]: ReadonlyArray<InputItem<Record<string, unknown>>>,
		): AsyncGenerator<Result> {
			if (!first) return;
			const given = first.parameters();
			if (!batch || !runsAsBatch((name) => given[name])) {
				yield* definition.run(exchange, parse(given), first.context);
				return;
			}
			const items = [first, ...more].map((item) => ({ ...item, parameters: () => parse(item.parameters()) }));
			yield* batch.run(exchange, items);
		},
	};
}

function shownFor(where: NonNullable<IDisplayOptions['show']>, own: IDisplayOptions = {}): IDisplayOptions {
	return { ...own, show: { ...own.show, ...where } };
}
