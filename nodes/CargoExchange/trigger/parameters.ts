import { choice, collection, flag, listText, notice, severalOf, textWithDefault, wholeNumber } from '../n8n/parameter';
import { asFilter, customers, options } from '../n8n/sharedParameters';
import { listValue } from '../n8n/values';
import { statusEvents, usualEvents, type StatusEvent } from '../vocabulary';

/** The events as n8n's list of triggers words them. */
const actions: Record<StatusEvent, string> = {
	drafted: 'On bill of lading drafted',
	signed: 'On bill of lading signed',
	issued: 'On bill of lading issued',
	titleHeld: 'On title held',
	transferDrafted: 'On transfer drafted',
};

const eventChoice = (event: StatusEvent) => {
	const { name } = statusEvents[event];
	return { name, action: actions[event], description: `The status has changed to ${name}` };
};

export const eventChoices = {
	any: { name: 'Any', action: 'On any status event', description: 'Every status event' },
	drafted: eventChoice('drafted'),
	signed: eventChoice('signed'),
	issued: eventChoice('issued'),
	titleHeld: eventChoice('titleHeld'),
	transferDrafted: eventChoice('transferDrafted'),
	other: { name: 'Other', action: 'On any other status', description: 'Any status that is not in this list' },
};

export const filters = {
	customerIds: {
		...customers({
			description:
				'Choose from the list (needs the Cargo Exchange API credential), or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a> that returns an array or comma-separated text',
		}),
		// Compared with what messages contain, whatever its form.
		schema: listValue,
	},
	instance: listText('Application', {
		placeholder: 'e.g. EXCHANGE',
		description:
			'The application that sent the message, such as EXCHANGE or HUB, or several, comma-separated. Not case-sensitive.',
	}),
	parcelRef: listText('Parcel Reference', {
		placeholder: 'e.g. SET-0101-*',
		description: 'The complete reference, or several, comma-separated. * matches any text.',
	}),
	setIds: listText('Set IDs', {
		placeholder: 'e.g. 3fa85f64-5717-4562-b3fc-2c963f66afa6',
		description: 'One or several IDs, comma-separated',
	}),
};

/** How events become executions, of whatever trigger. */
export const executionOptions = {
	parallel: wholeNumber(
		'Parallel Executions',
		{ from: 1, to: 100, usual: 5 },
		{ description: 'The maximum number of executions of this workflow at a time' },
	),
	keepOrderPerSet: flag('Keep Order per Set', true, {
		description:
			'Whether to process the events of a set one after the other, in order. Different sets can run in parallel.',
	}),
	batchSize: wholeNumber(
		'Batch Size',
		{ from: 1, to: 1000, usual: 1 },
		{ description: 'The maximum number of events per execution. If a batch fails, its events run again one by one.' },
	),
	batchWaitMs: wholeNumber(
		'Batch Wait (Milliseconds)',
		{ from: 0, to: 60_000, usual: 1000 },
		{ description: 'How long an incomplete batch waits for more events' },
	),
	retries: wholeNumber(
		'Retries',
		{ from: 0, to: 100, usual: 10 },
		{
			description:
				'How many times to retry a failed execution. After that, if other events succeed, the message is rejected: it moves to the dead-letter queue if the operator of the exchange has set one up, and otherwise exists only as a failed execution.',
		},
	),
	retryDelaySeconds: wholeNumber(
		'Retry Delay (Seconds)',
		{ from: 0, to: 3600, usual: 30 },
		{
			description:
				'How long to wait before the first retry. The delay doubles with each further retry, up to an hour: with the defaults, four hours in all.',
		},
	),
	freeSlotAfterMinutes: wholeNumber(
		'Free Slot After (Minutes)',
		{ from: 1, to: 1440, usual: 60 },
		{
			description:
				'How long one execution may take before another one may start in its place. If as many as Parallel Executions take longer, the workflow pauses. None is stopped; a failed execution says so.',
		},
	),
	pauseOnFailures: flag('Pause on Failures', true, {
		description:
			'Whether to pause the workflow if five events in succession fail, or if one fails six times and no other succeeds. Its events wait, and one is tried from time to time until one succeeds.',
	}),
};

/** When an event is done with. */
export function acknowledgeChoice(displayName: string, description: string) {
	const choices = {
		onReceipt: {
			name: 'On Start',
			description: 'When the execution starts. A failed execution is not retried and the event is lost.',
		},
		onSuccess: {
			name: 'On Success',
			description: 'When the execution has succeeded. A failed execution is retried, as "Retries" describes.',
		},
	};
	return choice(displayName, 'onSuccess', choices, { description });
}

/** `raw` and `simplified`: their descriptions. */
export function outputChoice(raw: string, simplified: string) {
	const choices = {
		raw: { name: 'Raw', description: raw },
		simplified: { name: 'Simplified', description: simplified },
		table: { name: 'Table', description: 'A few flat columns, which a data table or a sheet maps automatically' },
	};
	return choice('Output', 'simplified', choices, { description: 'The format of each event' });
}

/** How messages become executions. */
const runOptions = {
	acknowledge: acknowledgeChoice(
		'Remove Message From Queue',
		'When to remove a message. Until then, it is delivered again if n8n stops.',
	),
	...executionOptions,
	skipDuplicates: flag('Skip Duplicates', true, {
		description:
			'Whether to skip messages that this workflow has processed before: they are removed from the queue without an execution. The memory is lost when n8n restarts.',
	}),
	unreadable: choice(
		'Unreadable Messages',
		'saveAsFailedExecution',
		{
			discard: { name: 'Discard', description: 'Remove them from the queue and record nothing' },
			emit: { name: 'Emit', description: 'Run the workflow with their text and the reason why they cannot be read' },
			saveAsFailedExecution: {
				name: 'Save as Failed Execution',
				description:
					'Save them with their text in the list of executions, and reject them: they move to the dead-letter queue, if there is one',
			},
		},
		{ description: 'What to do with messages that are not status events' },
	),
};

/** What an event is worth, and what it looks like. */
const eventOptions = {
	maxAgeHours: wholeNumber(
		'Maximum Age (Hours)',
		{ from: 0, to: 87_600, usual: 0 },
		{
			description:
				'Events that are older than this when the workflow is first published with this value are removed from the queue without an execution. 0 means no limit.',
		},
	),
	messageProperties: flag('Message Properties', false, {
		description:
			'Whether to add messageProperties to each event: RabbitMQ exchange, routing key, headers, timestamp and delivery count of its message. Not with the Table output.',
	}),
	output: outputChoice('The message as received', 'The same fields for all events, with an ISO date'),
};

export const sampleEventNotice = notice(
	'Sample Event: when you execute the workflow, the nodes after the trigger really run with the sample. Emails are really sent.',
	{ testWith: ['sampleEvent'] },
);

/** The trigger's parameters (interface: Trigger node). */
export const parameters = {
	// Not demanded by n8n, which would then run no sample event without it: see `demandQueue`.
	queue: textWithDefault('Queue', '', {
		placeholder: 'e.g. parcel-status-0b9f1c52',
		description: 'The queue with your status messages. It must exist: the trigger never creates or changes a queue.',
		hint: 'Required: the operator of the exchange knows its name',
	}),
	events: severalOf('Events', usualEvents, eventChoices, {
		required: true,
		description:
			'Which events start the workflow. Issued and Title Held most likely report the same event to its two parties. Choose one of them to run the workflow once per bill of lading.',
	}),
	filters: asFilter(
		collection('Filters', filters, {
			placeholder: 'Add Filter',
			description: 'Only events that pass all of these filters start the workflow',
		}),
	),
	testWith: choice(
		'Test With',
		'nextMessage',
		{
			nextMessage: {
				name: 'Next Message',
				description: 'The next message that passes the filters. The test does not remove it from the queue.',
			},
			sampleEvent: {
				name: 'Sample Event',
				description: 'A sample event to map fields with. It needs no credential, no queue and no connection.',
			},
		},
		{
			description:
				'Which event the test in the editor uses. The published workflow always gets the messages from the queue.',
		},
	),
	sampleEventNotice,
	options: options({ ...runOptions, ...eventOptions }),
	onReceiptNotice: notice(
		'On Start: a message is removed from the queue when its execution starts. A failed execution is not retried, and its event is lost.',
		{ '/options.acknowledge': ['onReceipt'] },
	),
	discardNotice: notice(
		'Discard: a message that is not a status event is removed from the queue and not recorded anywhere.',
		{ '/options.unreadable': ['discard'] },
	),
};
