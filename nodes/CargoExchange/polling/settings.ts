import type { INodeExecutionData, ITriggerFunctions } from 'n8n-workflow';
import type { Message } from '../dispatch/message';
import { readerOf } from '../n8n/readParameters';
import { customersOf, requestOf, rowFilter } from '../n8n/setFilters';
import { readRow } from '../schemas/search';
import { renamedFields } from '../schemas/setRow';
import { eventColumns, normalise, rawEvent, type StatusMessage } from '../schemas/statusMessage';
import { chosenEvents, inMilliseconds, valuesOf } from '../trigger/settings';
import { pollingParameters } from './parameters';

export type PollingSettings = ReturnType<typeof readPollingSettings>;

const read = readerOf(pollingParameters);

/** Reads the polling trigger's parameters. Throws InvalidInput naming the first one that does not fit. */
export function readPollingSettings(context: Pick<ITriggerFunctions, 'getNodeParameter'>) {
	const { everyMinutes, events, filters, testWith, options, ...customers } = read(valuesOf(context, pollingParameters));
	const { output, ...runOptions } = inMilliseconds(options);
	const chosen = chosenEvents(events);
	const wanted = new Set<string>(chosen);
	const { documentTypes, text } = filters;
	const filter = rowFilter({ documentTypes, text }, { fields: 'UTC', exchange: 'UTC' });
	return {
		everyMs: everyMinutes * 60_000,
		scope: { customerIds: customersOf(customers), request: requestOf(filters) },
		events: chosen,
		/** Whether a set starts the workflow when it gets this status. */
		wants: ({ event, received }: StatusMessage) => wanted.has(event) && filter.check(readRow(received)).passes,
		testWith,
		output,
		options: {
			...runOptions,
			// A set can return to a status that it had before.
			skipDuplicates: false,
			unreadable: 'discard' as const,
		},
	};
}

/** The item that a workflow gets for a change. */
export function changeItem(message: Message, output: PollingSettings['output']): INodeExecutionData {
	const { reading, redelivered } = message;
	if (!reading.ok) return { json: {} };
	if (output === 'simplified') return { json: normalise(reading.event, redelivered, renamedFields) };
	if (output === 'raw') return { json: rawEvent(reading.event) };
	return { json: eventColumns(reading.event) };
}
