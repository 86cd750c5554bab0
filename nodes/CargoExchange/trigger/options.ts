import type { INodeProperties } from 'n8n-workflow';

/** The trigger's options, in alphabetical order as n8n lists them. */
export const optionFields: INodeProperties[] = [
	{
		displayName: 'Batch Size',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 1000 },
		default: 1,
		description: 'The maximum number of events per execution. If a batch fails, its events run again one by one.',
	},
	{
		displayName: 'Batch Wait (Milliseconds)',
		name: 'batchWaitMs',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 60_000 },
		default: 1000,
		description: 'How long an incomplete batch waits for more events',
	},
	{
		displayName: 'Keep Order per Set',
		name: 'keepOrderPerSet',
		type: 'boolean',
		default: true,
		description:
			'Whether to process the events of a set one after the other, in order of arrival. Different sets always run in parallel.',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Raw', value: 'raw', description: 'The message as received' },
			{ name: 'Simplified', value: 'simplified', description: 'The same fields for all events, with an ISO date' },
		],
		default: 'simplified',
		description: 'The format of each event',
	},
	{
		displayName: 'Parallel Runs',
		name: 'parallel',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 5,
		description: 'The maximum number of executions of this workflow at a time',
	},
	{
		displayName: 'Remove Message From Queue',
		name: 'acknowledge',
		type: 'options',
		options: [
			{
				name: 'On Receipt',
				value: 'onReceipt',
				description: 'When the execution starts. A failed execution is not retried and the event is lost.',
			},
			{
				name: 'On Success',
				value: 'onSuccess',
				description: 'When the execution has succeeded. A failed execution is retried, and no event is lost.',
			},
		],
		default: 'onSuccess',
		description: 'When to remove a message from the queue',
	},
	{
		displayName: 'Retries',
		name: 'retries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 100 },
		default: 5,
		description: 'How often to retry a failed execution before the message is rejected',
	},
	{
		displayName: 'Retry Delay (Seconds)',
		name: 'retryDelaySeconds',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 600 },
		default: 30,
		description: 'How long to wait before the first retry. The delay doubles with each further retry.',
	},
	{
		displayName: 'Run Timeout (Minutes)',
		name: 'runTimeoutMinutes',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 25 },
		default: 25,
		description:
			'How long a message may stay unacknowledged after its arrival, including waiting, executions and retries. After that, it goes back to the queue.',
	},
	{
		displayName: 'Skip Duplicates',
		name: 'skipDuplicates',
		type: 'boolean',
		default: true,
		description:
			'Whether to skip messages that were already processed: they are acknowledged and start no execution. Remembered until n8n restarts.',
	},
	{
		displayName: 'Unreadable Messages',
		name: 'unreadable',
		type: 'options',
		options: [
			{ name: 'Discard', value: 'discard', description: 'Acknowledge them and record nothing' },
			{ name: 'Emit', value: 'emit', description: 'Run the workflow with their text and the reason' },
			{
				name: 'Save as Failed Execution',
				value: 'saveAsFailedExecution',
				description: 'Save them with their text in the list of executions, and reject them',
			},
		],
		default: 'saveAsFailedExecution',
		description: 'What to do with messages that are not status events',
	},
];
