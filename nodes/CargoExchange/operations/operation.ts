import type { IBinaryKeyData, IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { ExchangeClient } from '../exchange/client';
import { emptyFilters } from '../n8n/emptyFilters';
import type { ItemContext } from '../n8n/itemContext';
import { namesOf, propertiesOf, type ParameterTable, type Values } from '../n8n/parameterTable';
import { readerOf } from '../n8n/readParameters';

/**
 * One output item, or a failure that leaves the other results alone. `from`: the positions of the input items that it
 * goes back to, if the operation works on all of them at once.
 */
export type Result = ({ json: Record<string, unknown>; binary?: IBinaryKeyData } | { failure: unknown }) & {
	from?: readonly number[];
};

/** One input item: its parameters, which are read (and expressions evaluated) at the call, and its context. */
export type InputItem<Parameters> = { parameters(): Parameters; context: ItemContext };

export type CredentialName = 'cargoExchangeApi' | 'cargoExchangeQueueApi';

type Definition<Table extends ParameterTable> = {
	resource: string;
	operation: string;
	name: string;
	action: string;
	description: string;
	/** What the model of an agent has to know besides the description if the operation is its tool. */
	asTool?: string;
	parameters: Table;
	/** The credential that it needs, if any; by default that of the exchange. */
	credential?: CredentialName | null;
	/** How many input items may be under way at a time (default 1: one after the other). */
	itemsAtOnce?: number;
} & (
	| {
			run(
				exchange: ExchangeClient,
				input: Values<Table>,
				context: ItemContext,
			): AsyncIterable<Result> | Iterable<Result>;
	  }
	/** Works on all input items at once. `valueOf`: a parameter of the first of them, as it is. */
	| {
			runAll(
				exchange: ExchangeClient,
				items: ReadonlyArray<InputItem<Values<Table>>>,
				valueOf: ValueOf,
			): AsyncIterable<Result>;
	  }
);

type ValueOf = (parameter: string) => unknown;

/** One row of the table of operations. */
export type Operation = ReturnType<typeof defineOperation>;

/**
 * Makes a row of the table from one operation. Its fields are shown for it alone; `run` gets the values of its parameters, which are read
 * before the first request: a value that cannot be used throws InvalidInput with the field's label.
 */
export function defineOperation<Table extends ParameterTable>(definition: Definition<Table>) {
	const { resource, operation, name, action, description, itemsAtOnce = 1 } = definition;
	const { credential = 'cargoExchangeApi' } = definition;
	const parse = readerOf(definition.parameters);
	const fields = propertiesOf(definition.parameters).map((property): INodeProperties => ({
		...property,
		displayOptions: shownFor({ resource: [resource], operation: [operation] }, property.displayOptions),
	}));
	return {
		resource,
		operation,
		name,
		action,
		description,
		/** What a model reads of it as a tool. */
		toolDescription: [description.replace(/\.?$/, '.'), ...(definition.asTool ? [definition.asTool] : [])].join(' '),
		fields,
		credential,
		itemsAtOnce,
		/** The names of the parameters that carry a value. */
		parameters: namesOf(definition.parameters),
		/** Those among them whose value no expression may give, not even one that is in the file of a workflow. */
		withoutExpression: new Set(fields.filter((field) => field.noDataExpression).map(({ name }) => name)),
		/** The filters whose expressions give nothing for an item. */
		emptyFilters: (valueOf: Parameters<typeof emptyFilters>[1]) => emptyFilters(definition.parameters, valueOf),
		/** Whether `run` wants all items at once. */
		worksOnAll: 'runAll' in definition,
		/** Works on the items, one after the other or all at once; `valueOf`: see `runAll`. */
		async *run(
			exchange: ExchangeClient,
			given: ReadonlyArray<InputItem<Record<string, unknown>>>,
			valueOf: ValueOf,
		): AsyncGenerator<Result> {
			const items = given.map((item) => ({ ...item, parameters: () => parse(item.parameters()) }));
			if ('runAll' in definition) yield* definition.runAll(exchange, items, valueOf);
			else for (const { parameters, context } of items) yield* definition.run(exchange, parameters(), context);
		},
	};
}

function shownFor(where: NonNullable<IDisplayOptions['show']>, own: IDisplayOptions = {}): IDisplayOptions {
	return { ...own, show: { ...own.show, ...where } };
}
