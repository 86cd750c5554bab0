/** What the editor shows of the polling trigger: its parameters, the panel beside them, and hints. */
import type { TriggerPanelDefinition } from 'n8n-workflow';
import { choice, collection, notice, severalOf, wholeNumber } from '../n8n/parameter';
import { clientFilters, sentFilters } from '../n8n/setFilters';
import { asFilter, customerChoice, options } from '../n8n/sharedParameters';
import { executionHints } from '../trigger/editorTexts';
import {
	acknowledgeChoice,
	eventChoices,
	executionOptions,
	outputChoice,
	sampleEventNotice,
} from '../trigger/parameters';
import { usualEvents } from '../vocabulary';

/** As n8n's list of triggers words them, beside those of the other trigger. */
const polled = <Choice extends { action: string }>(choice: Choice): Choice => ({
	...choice,
	action: `${choice.action} (no queue needed)`,
});

const polledEvents = {
	any: polled(eventChoices.any),
	drafted: polled(eventChoices.drafted),
	signed: polled(eventChoices.signed),
	issued: polled(eventChoices.issued),
	titleHeld: polled(eventChoices.titleHeld),
	transferDrafted: polled(eventChoices.transferDrafted),
	other: polled(eventChoices.other),
};

/** The polling trigger's parameters (interface: Polling trigger). */
export const pollingParameters = {
	everyMinutes: wholeNumber(
		'Poll Every (Minutes)',
		{ from: 1, to: 1440, usual: 5 },
		{ description: 'How often to search the exchange for changes' },
	),
	events: severalOf('Events', usualEvents, polledEvents, {
		required: true,
		description:
			'Which events start the workflow. Two changes of a set between two searches are one event, with the later status.',
	}),
	...customerChoice(),
	filters: asFilter(
		collection(
			'Filters',
			{ ...sentFilters, documentTypes: clientFilters.documentTypes, text: clientFilters.text },
			{ placeholder: 'Add Filter', description: 'Only changes of sets that match all filters start the workflow' },
		),
	),
	testWith: choice(
		'Test With',
		'latestChange',
		{
			latestChange: {
				name: 'Latest Change',
				description: 'The set that changed last, of those that match the events and filters',
			},
			sampleEvent: {
				name: 'Sample Event',
				description: 'A sample event to map fields with. It needs no credential and no connection.',
			},
		},
		{
			description:
				'Which event the test in the editor uses. The published workflow always gets the changes that it finds.',
		},
	),
	sampleEventNotice,
	options: options({
		acknowledge: acknowledgeChoice(
			'Mark as Processed',
			'When an event counts as processed. Until then, it comes again if n8n stops.',
		),
		...executionOptions,
		retries: wholeNumber(
			'Retries',
			{ from: 0, to: 100, usual: 10 },
			{
				description:
					'How many times to retry a failed execution. After that, if other events succeed, its event is given up.',
			},
		),
		output: outputChoice(
			'The search result as the exchange sent it',
			'The same fields as those of the Cargo Exchange Trigger',
		),
	}),
	onStartNotice: notice(
		'On Start: an event counts as processed when its execution starts. A failed execution is not retried, and its event is lost.',
		{ '/options.acknowledge': ['onReceipt'] },
	),
};

const first =
	'The first search only notes the status of each set. Later changes start the workflow. Of customers that you add later, only the sets that have changed in the last day start it.';

export const pollingPanel: TriggerPanelDefinition = {
	header: 'Search for changes',
	executionsHelp: {
		inactive: `<b>While building your workflow</b>, click the button to see the set that changed last. With "Test With" set to "Sample Event", it shows a sample immediately.<br /><br /><b>Once the workflow is published</b>, it searches the exchange every few minutes, and each matching change of status starts it. ${first}`,
		active: `<b>While building your workflow</b>, click the button to see the set that changed last.<br /><br /><b>This workflow is published</b>: see the list of executions. ${first}`,
	},
	activationHint: {
		inactive:
			'The button shows the set that changed last, or a sample. When your workflow is ready, publish it: from then on, each matching change of status starts it.',
		active:
			'This workflow is published: each matching change of status starts it. The button shows the set that changed last.',
	},
};

export const pollingHints = executionHints('Mark as Processed');
