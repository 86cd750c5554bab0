import type { IBinaryKeyData, IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';
import type { ExchangeClient } from '../exchange/client';
import type { ItemContext } from '../n8n/itemContext';
import { parameterMessage, refusedParameter } from '../n8n/parameterError';

/**
 * One item that goes out, or what stands in its place: a failure that leaves the other results alone. `from` are the positions of the
 * input items that it goes back to, where several were worked on at once.
 */
export type Result = ({ json: Record<string, unknown>; binary?: IBinaryKeyData } | { failure: unknown }) & {
	from?: readonly number[];
};

/** One input item: its parameters, which are read (and expressions evaluated) at the call, and what else is known of it. */
export type Given<Parameters> = { parameters(): Parameters; context: ItemContext };

/** A field whose name must be a key of the operation's input. A notice is shown and has no value. */
type Field<Name> = Omit<INodeProperties, 'name'> & ({ name: Name } | { name: `${string}Notice`; type: 'notice' });

type Definition<Input extends z.ZodObject> = {
	resource: string;
	operation: string;
	name: string;
	action: string;
	description: string;
	/** The parameters as they are stored in workflows. A field that n8n hides has no value: its key is absent. */
	input: Input;
	fields: Array<Field<keyof z.input<Input> & string>>;
	/** False for an operation that needs no exchange, and so no credential. */
	callsExchange?: boolean;
	/** How many input items may be under way at a time (default 1: one after the other). */
	itemsAtOnce?: number;
	run(exchange: ExchangeClient, input: z.output<Input>, context: ItemContext): AsyncIterable<Result> | Iterable<Result>;
	/** For the value of a parameter that joins items: works on all of them at once, instead of `run` on each. */
	together?: {
		when: { parameter: keyof z.input<Input> & string; is: string };
		run(exchange: ExchangeClient, items: ReadonlyArray<Given<z.output<Input>>>): AsyncIterable<Result>;
	};
};

/** One row of the table: what the node shows, reads and runs, whatever the operation. */
export type Operation = ReturnType<typeof defineOperation>;

/**
 * Makes a row of the table from one operation. Its fields are shown for it alone; `run` parses the raw parameters before
 * the first request and throws InvalidInput with the field's label where they do not fit.
 */
export function defineOperation<Input extends z.ZodObject>(definition: Definition<Input>) {
	const { resource, operation, name, action, description, input, callsExchange = true, itemsAtOnce = 1 } = definition;
	const { together } = definition;
	const fields: INodeProperties[] = definition.fields.map((field) => ({
		...field,
		displayOptions: shownFor({ resource: [resource], operation: [operation] }, field.displayOptions),
	}));
	const parse = (parameters: Record<string, unknown>): z.output<Input> => {
		const parsed = input.safeParse(parameters, { error: parameterMessage });
		if (!parsed.success) throw refusedParameter(parsed.error, fields, parameters);
		return parsed.data;
	};
	const joins = (valueOf: (parameter: string) => unknown): boolean =>
		together !== undefined && valueOf(together.when.parameter) === together.when.is;
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
		/** True where all items are to be worked on at once; `valueOf` gives what a parameter holds for the first of them. */
		joins,
		/** Works on one item, or on all at once where `joins` says so. */
		async *run(
			exchange: ExchangeClient,
			[first, ...more]: ReadonlyArray<Given<Record<string, unknown>>>,
		): AsyncGenerator<Result> {
			if (!first) return;
			const parameters = first.parameters();
			if (!together || !joins((name) => parameters[name])) {
				yield* definition.run(exchange, parse(parameters), first.context);
				return;
			}
			const items = [first, ...more].map((item) => ({ ...item, parameters: () => parse(item.parameters()) }));
			yield* together.run(exchange, items);
		},
	};
}

function shownFor(where: NonNullable<IDisplayOptions['show']>, own: IDisplayOptions = {}): IDisplayOptions {
	return { ...own, show: { ...own.show, ...where } };
}
