import type { INodeProperties, NodeHint, TriggerPanelDefinition } from 'n8n-workflow';
import { eventNames, statusEvents, type StatusEvent } from '../vocabulary';
import { customersField, hint, instanceField } from '../n8n/parameters';
import { optionFields } from './options';

/** The events as n8n's list of triggers words them. */
const actions: Record<StatusEvent, string> = {
	drafted: 'On bill of lading drafted',
	signed: 'On bill of lading signed',
	issued: 'On bill of lading issued',
	titleHeld: 'On title held',
	transferDrafted: 'On transfer drafted',
};

const eventOptions = eventNames.map((value) => ({
	name: statusEvents[value].name,
	value,
	action: actions[value],
	description: `New status ${statusEvents[value].status}`,
}));

/** The trigger's parameters (interface: Trigger node). */
export const fields: INodeProperties[] = [
	{
		displayName: 'Queue',
		name: 'queue',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. parcel-status-0b9f1c52',
		description: 'The queue with your status messages. It must exist: the trigger never creates or changes a queue.',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{
				name: 'Any',
				value: 'any',
				action: 'On any status update',
				description: 'Every status update, with any status',
			},
			...eventOptions,
			{
				name: 'Other',
				value: 'other',
				action: 'On any other status',
				description: 'Any status that is not in this list',
			},
		],
		default: [...eventNames],
		description:
			'Which status updates start the workflow. Issued and Title Held most likely report the same act to its two parties: choose one of them to run once per issue.',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description: 'Only events that pass all of these filters start the workflow',
		options: [
			{
				...customersField,
				description:
					'Choose from the list (needs the Cargo Exchange API credential), or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a> that returns an array or comma-separated text',
			},
			{
				...instanceField,
				description: 'The instance that sent the update, or several, comma-separated. Not case-sensitive.',
			},
			{
				displayName: 'Parcel Reference',
				name: 'parcelRef',
				type: 'string',
				default: '',
				placeholder: 'e.g. HAM-2022-*',
				description: 'The complete reference, or several, comma-separated. * matches any text.',
			},
			{
				displayName: 'Set IDs',
				name: 'setIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. 3fa85f64-5717-4562-b3fc-2c963f66afa6',
				description: 'One or several IDs, comma-separated',
			},
		],
	},
	{
		displayName: 'Test With',
		name: 'testWith',
		type: 'options',
		options: [
			{
				name: 'Next Message',
				value: 'nextMessage',
				description: 'The next message that passes the filters. It stays in the queue.',
			},
			{
				name: 'Sample Event',
				value: 'sampleEvent',
				description: 'A sample event that needs no connection, to map fields while the queue is empty',
			},
		],
		default: 'nextMessage',
		description:
			'Which event the test in the editor uses. The published workflow always gets the messages from the queue.',
	},
	{
		displayName:
			'Sample Event: when you execute the workflow, the nodes after the trigger really run with the sample. Emails are really sent.',
		name: 'sampleEventNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { testWith: ['sampleEvent'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: optionFields,
	},
	{
		displayName:
			'On Receipt: a message is removed from the queue when its execution starts. A failed execution is not retried, and its event is lost.',
		name: 'onReceiptNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '/options.acknowledge': ['onReceipt'] } },
	},
	{
		displayName: 'Discard: a message that is not a status event is removed from the queue and not recorded anywhere.',
		name: 'discardNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '/options.unreadable': ['discard'] } },
	},
];

const recordedWhere =
	"A message that is not a status event is saved as a failed execution with its text. If n8n cannot do that (before version 2, or if the workflow does not save failed executions), n8n's log identifies the message.";

/** What the editor shows next to the trigger while it waits for a message. */
export const panel: TriggerPanelDefinition = {
	header: 'Wait for a status update',
	executionsHelp: {
		inactive: `<b>While building your workflow</b>, click the button to see the next message that passes the filters. The message stays in the queue.<br /><br /><b>Once the workflow is published</b>, each matching message starts it, and is removed from the queue as set in "Remove Message From Queue".<br /><br />${recordedWhere}`,
		active: `<b>While building your workflow</b>, click the button to see the next message that passes the filters. The published workflow gets it as well.<br /><br /><b>This workflow is published</b>: see the list of executions.<br /><br />${recordedWhere}`,
	},
	activationHint: {
		inactive:
			'The button waits up to a minute for the next message, shows it, and leaves it in the queue. When your workflow is ready, publish it: from then on, each matching message starts it.',
		active:
			'This workflow is published and reads the queue: each matching message starts it. The button shows the next one as well.',
	},
};

const names = {
	any: 'Every status update',
	...Object.fromEntries(eventOptions.map(({ value, name }) => [value, name])),
	other: 'Other',
};

/** Shown under the node on the canvas: the events that start the workflow. */
export const subtitle = `={{ ${JSON.stringify(eventNames)}.every((event) => $parameter["events"].includes(event)) ? "Every status update" : $parameter["events"].map((event) => (${JSON.stringify(names)})[event]).join(", ") }}`;

const option = (name: string) => `($parameter["options"] ?? {}).${name}`;
const events = '$parameter["events"]';

/** Shown next to the node if two choices do not go together. */
export const hints: NodeHint[] = [
	hint(
		'"Retries" and "Retry Delay" have no effect with "Remove Message From Queue: On Receipt": a failed execution is not retried.',
		'warning',
		`${option('acknowledge')} === "onReceipt" && (${option('retries')} !== undefined || ${option('retryDelaySeconds')} !== undefined)`,
	),
	hint(
		'"Batch Wait" has no effect while "Batch Size" is 1.',
		'info',
		`${option('batchWaitMs')} !== undefined && (${option('batchSize')} ?? 1) === 1`,
	),
	hint(
		'"Issued" and "Title Held" most likely report the same act to its two parties: with both, the workflow may run twice for one issue.',
		'info',
		`${events}.includes("issued") && ${events}.includes("titleHeld") && ${events}.length < ${eventNames.length}`,
	),
];
