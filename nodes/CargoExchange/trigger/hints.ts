import type { NodeHint } from 'n8n-workflow';
import { statusEvents } from '../vocabulary';

const everyEvent = Object.keys(statusEvents);
const names = {
	...Object.fromEntries(Object.entries(statusEvents).map(([value, { name }]) => [value, name])),
	other: 'Other',
};

/** What stands under the node on the canvas: the events that start the workflow. */
export const subtitle = `={{ ${JSON.stringify(everyEvent)}.every((event) => $parameter["events"].includes(event)) ? "Every status update" : $parameter["events"].map((event) => (${JSON.stringify(names)})[event]).join(", ") }}`;

const option = (name: string) => `($parameter["options"] ?? {}).${name}`;
const events = '$parameter["events"]';

/** Told beside the node when what is chosen does not go together. */
export const hints: NodeHint[] = [
	hint(
		'"Retries" and "Retry Delay" have no effect with "Acknowledge: On Receipt": a run that does not succeed is not repeated.',
		'warning',
		`$parameter["acknowledge"] === "onReceipt" && (${option('retries')} !== undefined || ${option('retryDelaySeconds')} !== undefined)`,
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
