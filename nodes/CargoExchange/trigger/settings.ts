import type { INode, ITriggerFunctions } from 'n8n-workflow';
import { InvalidInput } from '../errors';
import { demandCredential, onlySample } from '../n8n/access';
import { emptyFilterError, emptyFilters } from '../n8n/emptyFilters';
import { namesOf, type ParameterTable } from '../n8n/parameterTable';
import { readerOf } from '../n8n/readParameters';
import { eventNames } from '../vocabulary';
import { type eventChoices, parameters } from './parameters';

export type Settings = ReturnType<typeof readSettings>;

type ParameterContext = Pick<ITriggerFunctions, 'getNodeParameter'>;

const everyEvent = [...eventNames, 'other'] as const;

const read = readerOf(parameters);

/** Reads the trigger's parameters. Throws InvalidInput naming the first one that does not fit. */
export function readSettings(context: ParameterContext) {
	const { queue, events, filters, testWith, options } = read(valuesOf(context, parameters));
	const { maxAgeHours, messageProperties, output, ...runOptions } = inMilliseconds(options);
	return {
		queue,
		filters: { ...filters, events: chosenEvents(events) },
		options: runOptions,
		/** Infinity: events of any age start the workflow. */
		maxAgeMs: maxAgeHours === 0 ? Infinity : maxAgeHours * 3_600_000,
		messageProperties,
		output,
		testWith,
	};
}

/** Throws InvalidInput if what everything but a sample event needs was not filled in: the credential and the queue. */
export function demandQueue(node: INode, { queue }: Settings): void {
	demandCredential(node, 'cargoExchangeQueueApi');
	if (queue !== '') return;
	throw new InvalidInput({
		field: 'queue',
		message: 'Queue: must be filled in',
		description: `Enter the name of the queue with your status messages. ${onlySample}`,
	});
}

/** The options with their times as the dispatcher takes them. */
export function inMilliseconds<Options extends { retryDelaySeconds: number; freeSlotAfterMinutes: number }>(
	options: Options,
) {
	const { retryDelaySeconds, freeSlotAfterMinutes, ...others } = options;
	return { ...others, retryDelayMs: retryDelaySeconds * 1_000, freeSlotAfterMs: freeSlotAfterMinutes * 60_000 };
}

/** The values of these parameters as the node has them. Throws InvalidInput for a filter whose expression gives nothing. */
export function valuesOf(context: ParameterContext, table: ParameterTable): Record<string, unknown> {
	const [empty] = emptyFilters(table, (name, options) => context.getNodeParameter(name, null, options));
	if (empty) throw emptyFilterError(empty);
	return Object.fromEntries(namesOf(table).map((name) => [name, context.getNodeParameter(name, null)]));
}

/** `any` stands for all events. */
export function chosenEvents(events: readonly (keyof typeof eventChoices)[]) {
	return events.flatMap((event) => (event === 'any' ? everyEvent : [event]));
}
