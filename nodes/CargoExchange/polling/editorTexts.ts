/** What the editor shows around the polling trigger: beside it while it waits, and as hints. */
import type { NodeHint, TriggerPanelDefinition } from 'n8n-workflow';
import type { Values } from '../n8n/parameterTable';
import { hint } from '../n8n/sharedParameters';
import type { pollingParameters } from './parameters';

const first =
	'The first search only notes the status of each set: what changes after it starts the workflow. New customers are noted in the same way.';

/** What the editor shows next to the polling trigger during a test. */
export const pollingPanel: TriggerPanelDefinition = {
	header: 'Search for changes',
	executionsHelp: {
		inactive: `<b>While building your workflow</b>, click the button to see the set that changed last. With "Test With" set to "Sample Event", it shows a sample immediately.<br /><br /><b>Once the workflow is published</b>, it searches the exchange every few minutes, and each change of status starts it. ${first}`,
		active: `<b>While building your workflow</b>, click the button to see the set that changed last.<br /><br /><b>This workflow is published</b>: see the list of executions. ${first}`,
	},
	activationHint: {
		inactive:
			'The button shows the set that changed last, or a sample. When your workflow is ready, publish it: from then on, each change of status starts it.',
		active: 'This workflow is published: each change of status starts it. The button shows the set that changed last.',
	},
};

const option = (name: keyof Values<typeof pollingParameters>['options']) => `($parameter["options"] ?? {}).${name}`;

/** Shown next to the node if two choices do not go together. */
export const pollingHints: NodeHint[] = [
	hint(
		'"Retries" and "Retry Delay" have no effect with "Mark as Processed: On Start": a failed execution is not retried.',
		'warning',
		`${option('acknowledge')} === "onReceipt" && (${option('retries')} !== undefined || ${option('retryDelaySeconds')} !== undefined)`,
	),
	hint(
		'"Batch Wait" has no effect while "Batch Size" is 1.',
		'info',
		`${option('batchWaitMs')} !== undefined && (${option('batchSize')} ?? 1) === 1`,
	),
];
