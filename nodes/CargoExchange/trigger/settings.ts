import type { ITriggerFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';
import { count, list, numberOr, requiredText } from '../n8n/parameters';
import { parseParameters } from '../n8n/parameterError';
import { eventNames } from '../vocabulary';
import { fields } from './description';

export type Settings = ReturnType<typeof readSettings>;

const everyEvent = [...eventNames, 'other'] as const;

/** A number within bounds; text with digits is taken as well, as an expression may give it. */
function amount(least: number, most: number) {
	const range = `must be a number from ${least} to ${most}`;
	return z.coerce.number({ error: range }).min(least, range).max(most, range);
}

const parameters = z.object({
	queue: requiredText,
	events: list.pipe(z.array(z.enum(['any', ...everyEvent])).min(1, 'must contain at least one event')),
	filters: z.object({ customerIds: list, instance: list, parcelRef: list, setIds: list }).prefault({}),
	testWith: z.enum(['nextMessage', 'sampleEvent']).default('nextMessage'),
	options: z
		.object({
			acknowledge: z.enum(['onSuccess', 'onReceipt']).default('onSuccess'),
			parallel: numberOr(5, count(1, 100)),
			keepOrderPerSet: z.boolean().default(true),
			batchSize: numberOr(1, count(1, 1000)),
			batchWaitMs: numberOr(1000, count(0, 60_000)),
			retries: numberOr(5, count(0, 100)),
			retryDelaySeconds: numberOr(30, amount(0, 600)),
			runTimeoutMinutes: numberOr(25, amount(1, 25)),
			skipDuplicates: z.boolean().default(true),
			unreadable: z.enum(['saveAsFailedExecution', 'emit', 'discard']).default('saveAsFailedExecution'),
			output: z.enum(['simplified', 'raw']).default('simplified'),
		})
		.prefault({}),
});

/** Reads the trigger's parameters. Throws InvalidInput naming the first one that does not fit. */
export function readSettings(context: Pick<ITriggerFunctions, 'getNodeParameter'>) {
	const read = (name: string): unknown => context.getNodeParameter(name, null) ?? undefined;
	const given = Object.fromEntries(Object.keys(parameters.shape).map((name) => [name, read(name)]));
	const { queue, events, filters, testWith, options } = parseParameters(parameters, given, fields);
	const { retryDelaySeconds, runTimeoutMinutes, output, ...runOptions } = options;
	return {
		queue,
		filters: {
			events: events.flatMap((event) => (event === 'any' ? everyEvent : [event])),
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
