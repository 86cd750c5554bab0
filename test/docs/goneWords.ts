/** Words that were replaced by one word for one thing, each with what is said now. */

/** In texts that users see: of the nodes, the credentials, the examples and the pages for users. */
export const goneFromTexts: Array<[word: RegExp, now: string]> = [
	[/\bRun Timeout\b/, 'Free Slot After (Minutes)'],
	[/\bParallel Runs\b|\bparallel runs\b/, 'Parallel Executions'],
	[/\bIn the Address\b/, 'In the URL'],
	[/\bInstance\b/, 'Application'],
	[/\bbrokers?\b/i, 'queue server'],
	[/\bserver of the queue\b/i, 'queue server'],
	[/\bcounterpart(?:y|ies)\b/i, 'customer'],
	[/\bdead-letter exchange\b/i, 'dead-letter queue'],
	[/\bh(?:eld|olds?|olding) (?:for|up)\b/i, 'kept for, blocks'],
	[/(?<!un)\backnowledge[ds]?\b/i, 'removed from the queue, or counts as processed'],
	[/\brequested resource\b/i, 'what was requested'],
	[/\bunexpected response\b/i, 'a response that this node cannot read'],
	[/\bexclusive access\b/i, 'lets no other program read it'],
	[/\bthe last one:/i, 'who says it'],
];
