import type { ITriggerFunctions } from 'n8n-workflow';
import { namesOf } from '../n8n/parameterTable';
import { readerOf } from '../n8n/readParameters';
import { eventNames } from '../vocabulary';
import { parameters } from './parameters';

export type Settings = ReturnType<typeof readSettings>;

const everyEvent = [...eventNames, 'other'] as const;

const read = readerOf(parameters);

/** Reads the trigger's parameters. Throws InvalidInput naming the first one that does not fit. */
export function readSettings(context: Pick<ITriggerFunctions, 'getNodeParameter'>) {
	const given = namesOf(parameters).map((name): [string, unknown] => [name, context.getNodeParameter(name, null)]);
	const { queue, events, filters, testWith, options } = read(Object.fromEntries(given));
	const { retryDelaySeconds, runTimeoutMinutes, maxAgeHours, messageProperties, output, ...runOptions } = options;
	return {
		queue,
		filters: { ...filters, events: events.flatMap((event) => (event === 'any' ? everyEvent : [event])) },
		options: {
			...runOptions,
			retryDelayMs: retryDelaySeconds * 1_000,
			runTimeoutMs: runTimeoutMinutes * 60_000,
		},
		/** Infinity: events of any age start the workflow. */
		maxAgeMs: maxAgeHours === 0 ? Infinity : maxAgeHours * 3_600_000,
		messageProperties,
		output,
		testWith,
	};
}
