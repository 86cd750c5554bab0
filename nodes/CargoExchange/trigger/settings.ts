import type { ITriggerFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';
import type { RunOptions } from '../dispatch/subscription';
import { statusEvents } from '../vocabulary';
import { fields } from './description';
import type { Filters } from './filters';

/** The trigger's parameters, read and checked. */
export type Settings = {
	readonly queue: string;
	readonly filters: Filters;
	readonly options: RunOptions;
	readonly output: 'simplified' | 'raw';
	/** What the editor's test uses. */
	readonly testWith: 'nextMessage' | 'sampleEvent';
};

/** A parameter that does not fit: which one, and why, in the user's words. */
export class SettingRefused extends Error {
	readonly description: string;

	constructor(message: string, description: string) {
		super(message);
		this.name = 'SettingRefused';
		this.description = description;
	}
}

const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim());
const optionalText = text.nullish().transform((value) => (value === undefined || value === '' ? null : value));

/** Ids as n8n's list gives them, or typed with commas between. */
const ids = z
	.union([z.array(text), text.transform((typed) => typed.split(/[,;\s]+/)), z.null()])
	.default([])
	.transform((values) => (values ?? []).filter((value) => value !== ''));

/** Several texts, comma-separated: each may hold blanks. */
const commaSeparated = optionalText.transform((typed) =>
	(typed ?? '')
		.split(/[,;\n]/)
		.map((part) => part.trim())
		.filter((part) => part !== ''),
);

/** One of a list's values, as an expression may give something else. */
function oneOf<Value extends string>(values: readonly [Value, ...Value[]]) {
	return z.enum(values, { error: `Choose one of the list (${values.join(', ')}).` });
}

const everyEvent = [...keysOf(statusEvents), 'other'] as const;
const events = oneOf(['any', ...everyEvent]);

/** A whole number within bounds; text with digits is taken as well, as an expression may give it. */
function count(least: number, most: number) {
	const range = `Enter a whole number from ${least} to ${most}.`;
	return z.coerce.number({ error: range }).int(range).min(least, range).max(most, range);
}

/** As `count`, with fractions. */
function amount(least: number, most: number) {
	const range = `Enter a number from ${least} to ${most}.`;
	return z.coerce.number({ error: range }).min(least, range).max(most, range);
}

const parameters = z.object({
	queue: text.refine((name) => name !== '', 'Enter the name of the queue.'),
	events: z
		.array(events, { error: 'Choose from the list, or give a list of events.' })
		.min(1, 'Choose at least one event.'),
	filters: z
		.object({ customerIds: ids, instance: commaSeparated, parcelRef: commaSeparated, setIds: ids })
		.prefault({}),
	testWith: oneOf(['nextMessage', 'sampleEvent']).default('nextMessage'),
	options: z
		.object({
			acknowledge: oneOf(['onSuccess', 'onReceipt']).default('onSuccess'),
			parallel: count(1, 100).default(5),
			keepOrderPerSet: z.boolean().default(true),
			batchSize: count(1, 1000).default(1),
			batchWaitMs: count(0, 60_000).default(1000),
			retries: count(0, 100).default(5),
			retryDelaySeconds: amount(0, 600).default(30),
			runTimeoutMinutes: amount(1, 25).default(25),
			skipDuplicates: z.boolean().default(true),
			unreadable: oneOf(['saveAsFailedExecution', 'emit', 'discard']).default('saveAsFailedExecution'),
			output: oneOf(['simplified', 'raw']).default('simplified'),
		})
		.prefault({}),
});

/**
 * Reads the trigger's parameters.
 * @throws {SettingRefused} naming the first one that does not fit.
 */
export function readSettings(context: Pick<ITriggerFunctions, 'getNodeParameter'>): Settings {
	const read = parameters.safeParse({
		queue: context.getNodeParameter('queue', ''),
		events: context.getNodeParameter('events', []),
		filters: context.getNodeParameter('filters', {}),
		testWith: context.getNodeParameter('testWith', 'nextMessage'),
		options: context.getNodeParameter('options', {}),
	});
	if (!read.success) {
		const [issue] = read.error.issues;
		throw new SettingRefused(`"${labelOf(issue?.path ?? [])}" is not filled in as it has to be`, issue?.message ?? '');
	}
	const { queue, events: wanted, filters, testWith, options } = read.data;
	const { retryDelaySeconds, runTimeoutMinutes, output, ...runOptions } = options;
	return {
		queue,
		filters: {
			events: wanted.flatMap((event) => (event === 'any' ? everyEvent : [event])),
			customerIds: filters.customerIds,
			instances: filters.instance,
			parcelRefs: filters.parcelRef,
			setIds: filters.setIds,
		},
		options: {
			...runOptions,
			retryDelayMs: retryDelaySeconds * 1_000,
			timeLimitMs: runTimeoutMinutes * 60_000,
		},
		output,
		testWith,
	};
}

function keysOf<Table extends object>(table: Table): (keyof Table & string)[] {
	return Object.keys(table).filter((key): key is keyof Table & string => key in table);
}

/** What the form calls a parameter: the innermost named one on the path to it. */
function labelOf(path: readonly PropertyKey[]): string {
	const names = path.filter((step) => typeof step === 'string');
	const form = fields.flatMap((field) => [field, ...(field.options ?? [])]);
	const labelled = form.filter((field) => 'displayName' in field);
	return labelled.find(({ name }) => name === names.at(-1))?.displayName ?? 'Parameters';
}
