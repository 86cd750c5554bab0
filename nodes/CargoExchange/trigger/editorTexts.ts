/** What the editor shows around the trigger: beside it while it waits, below it on the canvas, and as hints. */
import type { NodeHint, TriggerPanelDefinition } from 'n8n-workflow';
import type { Values } from '../n8n/parameterTable';
import { hint } from '../n8n/sharedParameters';
import { usualEvents } from '../vocabulary';
import { eventChoices, type parameters } from './parameters';

const recordedWhere =
	"By default, a message that is not a status event is saved as a failed execution with its text. If n8n cannot do that (before version 2, or if the workflow does not save failed executions), n8n's log shows how it begins.";

/** What the editor shows next to the trigger while it waits for a message. */
export const panel: TriggerPanelDefinition = {
	header: 'Wait for a message',
	executionsHelp: {
		inactive: `<b>While building your workflow</b>, click the button to see the next message that passes the filters. The test does not remove it from the queue. No message? Set "Test With" to "Sample Event".<br /><br /><b>Once the workflow is published</b>, each matching message starts it, and is removed from the queue as set in "Remove Message From Queue". <b>Messages that no published workflow wants are removed, too.</b><br /><br />${recordedWhere}`,
		active: `<b>While building your workflow</b>, click the button to see the next message that passes the filters. The published workflow gets this message as well.<br /><br /><b>This workflow is published</b>: see the list of executions.<br /><br />${recordedWhere}`,
	},
	activationHint: {
		inactive:
			'The button waits up to a minute for the next message, shows it, and leaves it in the queue. With "Test With" set to "Sample Event", it shows a sample immediately. When your workflow is ready, publish it: each matching message starts it, also those that already wait. To leave out old ones, set "Maximum Age (Hours)" first.',
		active:
			'This workflow is published and reads the queue: each matching message starts it. The button shows the next message as well.',
	},
};

const names = Object.fromEntries(
	Object.entries({ ...eventChoices, any: { name: 'Every Status Event' } }).map(([value, { name }]) => [value, name]),
);

/** Shown under the node on the canvas: the events that start the workflow. */
export const subtitle = `={{ $parameter["events"].map((event) => (${JSON.stringify(names)})[event]).join(", ") }}`;

const option = (name: keyof Values<typeof parameters>['options']) => `($parameter["options"] ?? {}).${name}`;
const events = '$parameter["events"]';

/** Shown next to the node of either trigger if two options do not go together. `acknowledge`: the label of that option. */
export function executionHints(acknowledge: string): NodeHint[] {
	return [
		hint(
			`"Retries" and "Retry Delay" have no effect with "${acknowledge}: On Start": a failed execution is not retried.`,
			'warning',
			`${option('acknowledge')} === "onReceipt" && (${option('retries')} !== undefined || ${option('retryDelaySeconds')} !== undefined)`,
		),
		hint(
			'"Batch Wait" has no effect while "Batch Size" is 1.',
			'info',
			`${option('batchWaitMs')} !== undefined && (${option('batchSize')} ?? 1) === 1`,
		),
	];
}

/** Shown next to the node if two choices do not go together. */
export const triggerHints: NodeHint[] = [
	...executionHints('Remove Message From Queue'),
	hint(
		'If an execution takes longer than eight hours, RabbitMQ before 4.3 may give up its message (on queues of the type quorum).',
		'warning',
		`${option('freeSlotAfterMinutes')} > 480`,
	),
	hint(
		'"Issued" and "Title Held" most likely report the same event to its two parties: with both, the workflow may run twice for one issued bill of lading. Choose the one that your company gets.',
		'info',
		`${events}.includes("issued") && ${events}.includes("titleHeld") && ${events}.length < ${usualEvents.length}`,
	),
];
