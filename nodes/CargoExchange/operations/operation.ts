import type { IBinaryKeyData, IDisplayOptions, INodeProperties, NodePropertyTypes } from 'n8n-workflow';
import type * as z from 'zod/v4';
import type { ExchangeClient } from '../exchange/client';
import type { ItemContext } from '../n8n/itemContext';
import { parseParameters } from '../n8n/parameterError';

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

type Definition<Input extends z.ZodObject> = {
	resource: string;
	operation: string;
	name: string;
	action: string;
	description: string;
	/** The parameters as they are stored in workflows. A field that n8n hides has no value: its key is absent. */
	input: Input;
	fields: Array<Field<z.input<Input>>>;
	/** False for an operation that needs no exchange, and so no credential. */
	callsExchange?: boolean;
	/** How many input items may be under way at a time (default 1: one after the other). */
	itemsAtOnce?: number;
	run(exchange: ExchangeClient, input: z.output<Input>, context: ItemContext): AsyncIterable<Result> | Iterable<Result>;
	/** If a parameter has this value, works on all input items at once, instead of `run` on each. */
	batch?: {
		when: { parameter: keyof z.input<Input> & string; is: string };
		run(exchange: ExchangeClient, items: ReadonlyArray<InputItem<z.output<Input>>>): AsyncIterable<Result>;
	};
};

/** One row of the table of operations. */
export type Operation = ReturnType<typeof defineOperation>;

/**
 * Makes a row of the table from one operation. Its fields are shown for it alone; `run` parses the raw parameters before
 * the first request and throws InvalidInput with the field's label if a value cannot be used.
 */
export function defineOperation<Input extends z.ZodObject>(definition: Definition<Input>) {
	const { resource, operation, name, action, description, input, callsExchange = true, itemsAtOnce = 1 } = definition;
	const { batch } = definition;
	const fields: INodeProperties[] = definition.fields.map((field) => ({
		...field,
		displayOptions: shownFor({ resource: [resource], operation: [operation] }, field.displayOptions),
	}));
	const parse = (parameters: Record<string, unknown>): z.output<Input> => parseParameters(input, parameters, fields);
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
		/** The parameters that carry a value. */
		parameters: Object.keys(input.shape),
		/** Whether all items are worked on at once; `valueOf` gives the value of a parameter for the first of them. */
		runsAsBatch,
		/** Works on one item, or on all at once if `runsAsBatch` says so. */
		async *run(
			exchange: ExchangeClient,
			[first, ...more]: ReadonlyArray<InputItem<Record<string, unknown>>>,
		): AsyncGenerator<Result> {
			if (!first) return;
			const parameters = first.parameters();
			if (!batch || !runsAsBatch((name) => parameters[name])) {
				yield* definition.run(exchange, parse(parameters), first.context);
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
