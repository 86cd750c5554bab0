import type { IBinaryData, IBinaryKeyData, IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { Readable } from 'node:stream';
import type { z } from 'zod/v4';
import type { ExchangeClient } from '../api/client';
import { plainWords, refusedParameter } from './refusedParameter';

/** A file that came in with an item. `open` gives its bytes from the start, each time it is called. */
export type IncomingFile = {
	fileName: string | undefined;
	/** Where n8n's store has it: the same for items that share a file. Undefined for one that is kept with its item. */
	storeId: string | undefined;
	/** In bytes. */
	size: number;
	open(): Promise<Readable>;
};

/** A file: by the name of the item's field that holds it, or as an expression gives it, which may be that of another node. */
export type FileReference = string | IBinaryData;

/** Where an item stands. */
export type Place = {
	/** One object for all runs of the node in one execution of the workflow, as in a loop. */
	readonly execution: object;
	/** One object for each run of the node, the same one when n8n tries that run again ("Retry On Fail"). */
	readonly run: object;
	/** The item's position among those of the run. */
	readonly itemIndex: number;
};

/** What an operation knows and may do besides calling the exchange. The node makes one for each input item. */
export type ItemContext = {
	/** The JSON of the item that came in. */
	readonly item: Record<string, unknown>;
	/** The workflow's time zone, an IANA name. */
	readonly timezone: string;
	readonly place: Place;
	/** Aborts when the execution is cancelled. */
	readonly signal: AbortSignal;
	/** False where the item surely has no file. */
	readonly mayHaveFiles: boolean;
	/** Whether there is such a file. */
	hasFile(file: FileReference): boolean;
	/** A file that is there, as `hasFile` tells. */
	readFile(file: FileReference): Promise<IncomingFile>;
	/** Puts a file into n8n's binary store, a stream piece by piece. One that fails stores nothing. */
	storeFile(file: { content: Buffer | Readable; fileName: string; mimeType: string }): Promise<IBinaryData>;
	/** Tells the user what they should know although the operation went on; the same text is shown once. */
	readonly notice: (text: string) => void;
};

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
 * the first request and throws InputRefused with the field's label where they do not fit.
 */
export function defineOperation<Input extends z.ZodObject>(definition: Definition<Input>) {
	const { resource, operation, name, action, description, input, callsExchange = true, itemsAtOnce = 1 } = definition;
	const { together } = definition;
	const fields: INodeProperties[] = definition.fields.map((field) => ({
		...field,
		displayOptions: shownFor({ resource: [resource], operation: [operation] }, field.displayOptions),
	}));
	const parse = (parameters: Record<string, unknown>): z.output<Input> => {
		const parsed = input.safeParse(parameters, { error: plainWords });
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
