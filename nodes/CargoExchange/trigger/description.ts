import type { INodeProperties, NodeHint, TriggerPanelDefinition } from 'n8n-workflow';
import { statusEvents } from '../vocabulary';
import { customersField, instanceField } from '../n8n/parameters';
import { optionFields } from './options';

/** The events as n8n's list of triggers words them. */
const actions: Record<string, string> = {
	drafted: 'On bill of lading drafted',
	signed: 'On bill of lading signed',
	issued: 'On bill of lading issued',
	titleHeld: 'On title held',
	transferDrafted: 'On transfer drafted',
};

const eventOptions = Object.entries(statusEvents).map(([value, { name, status }]) => ({
	name,
	value,
	action: actions[value] ?? name,
	description: `New status ${status}`,
}));

/** What the button of the editor does. */
const testWithField: INodeProperties = {
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
			description: 'A made-up event, without connecting: to map fields while the queue is empty',
		},
	],
	default: 'nextMessage',
	description: 'Which event the test in the editor uses. The published workflow always gets the messages of the queue.',
};

/** The trigger's parameters (interface: Trigger node). */
export const fields: INodeProperties[] = [
	{
		displayName: 'Queue',
		name: 'queue',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. parcel-status-0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
		description: 'Name of the queue with your status messages. It has to exist: it is read, never created or changed.',
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
				description: 'Every status update, whatever its status',
			},
			...eventOptions,
			{
				name: 'Other',
				value: 'other',
				action: 'On any other status',
				description: 'Any status that is not in this list',
			},
		],
		default: Object.keys(statusEvents),
		description:
			'Which status updates start the workflow. Issued and Title Held are most likely the same act, seen by its two parties: choose one of them to run once per issue.',
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
					'Choose from the list (needs the Cargo Exchange API credential), or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a> that gives an array or text with commas between',
			},
			{
				...instanceField,
				description: 'The instance that the update comes from, or several, comma-separated. Case does not matter.',
			},
			{
				displayName: 'Parcel Reference',
				name: 'parcelRef',
				type: 'string',
				default: '',
				placeholder: 'e.g. HAM-2022-*',
				description: 'The whole reference, or several, comma-separated; * stands for any text',
			},
			{
				displayName: 'Set IDs',
				name: 'setIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. 3fa85f64-5717-4562-b3fc-2c963f66afa6',
				description: 'One ID, or several, comma-separated',
			},
		],
	},
	testWithField,
	{
		displayName:
			'Sample Event: the nodes behind the trigger really run with the sample when you execute the workflow. An e-mail is really sent.',
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
			'On Receipt: a message leaves the queue when its execution starts. A failed execution is not retried, and its event is lost.',
		name: 'onReceiptNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '/options.acknowledge': ['onReceipt'] } },
	},
	{
		displayName:
			'Discard: a message that is not a status event leaves the queue without a trace. Nobody will see what it said.',
		name: 'discardNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '/options.unreadable': ['discard'] } },
	},
];

const recordedWhere =
	"A message that is not a status event is recorded as a failed execution with its text. Where n8n cannot do that (before version 2, or when the workflow saves no failed executions), n8n's log says which message it was.";

/** What the editor shows beside the trigger while it waits for a message. */
export const panel: TriggerPanelDefinition = {
	header: 'Wait for a status update',
	executionsHelp: {
		inactive: `<b>While you build</b>, the button shows the next message that passes the filters and leaves it on the queue.<br /><br /><b>Once the workflow is published</b>, each message runs it, and is taken off the queue as "Remove Message From Queue" says.<br /><br />${recordedWhere}`,
		active: `<b>While you build</b>, the button shows the next message that passes the filters; the published workflow gets it all the same.<br /><br /><b>This workflow is published</b>: its runs are in the list of executions.<br /><br />${recordedWhere}`,
	},
	activationHint: {
		inactive:
			'The button shows the next message, waiting for one up to a minute, and leaves it on the queue. Once you have finished building, publish the workflow: from then on, each message runs it.',
		active:
			'This workflow is published and reads the queue: each message runs it. The button shows the next one as well.',
	},
};

const everyEvent = Object.keys(statusEvents);
const names = {
	any: 'Every status update',
	...Object.fromEntries(Object.entries(statusEvents).map(([value, { name }]) => [value, name])),
	other: 'Other',
};

/** Shown under the node on the canvas: the events that start the workflow. */
export const subtitle = `={{ ${JSON.stringify(everyEvent)}.every((event) => $parameter["events"].includes(event)) ? "Every status update" : $parameter["events"].map((event) => (${JSON.stringify(names)})[event]).join(", ") }}`;

const option = (name: string) => `($parameter["options"] ?? {}).${name}`;
const events = '$parameter["events"]';

/** Shown beside the node if two choices do not go together. */
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
		'"Issued" and "Title Held" are most likely the same act, seen by its two parties: with both, the workflow may run twice for one issue.',
		'info',
		`${events}.includes("issued") && ${events}.includes("titleHeld") && ${events}.length < ${everyEvent.length}`,
	),
];

function hint(message: string, type: NodeHint['type'] & string, condition: string): NodeHint {
	return { message, type, location: 'outputPane', whenToDisplay: 'always', displayCondition: `={{ ${condition} }}` };
}
