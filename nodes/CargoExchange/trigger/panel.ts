import type { TriggerPanelDefinition } from 'n8n-workflow';

const recordedWhere =
	"A message that is no status event is recorded as a failed execution with its text. Where n8n cannot do that (before version 2, or when the workflow saves no failed executions), n8n's log says which message it was.";

/** What the editor shows beside the trigger while it waits for a message. */
export const panel: TriggerPanelDefinition = {
	header: 'Wait for a status update',
	executionsHelp: {
		inactive: `<b>While you build</b>, the button shows the next message that passes the filters and leaves it on the queue.<br /><br /><b>Once the workflow is published</b>, each message runs it, and is taken off the queue as "Acknowledge" says.<br /><br />${recordedWhere}`,
		active: `<b>While you build</b>, the button shows the next message that passes the filters; the published workflow gets it all the same.<br /><br /><b>This workflow is published</b>: its runs are in the list of executions.<br /><br />${recordedWhere}`,
	},
	activationHint: {
		inactive:
			'The button shows the next message, waiting for one up to a minute, and leaves it on the queue. Once you have finished building, publish the workflow: from then on, each message runs it.',
		active:
			'This workflow is published and reads the queue: each message runs it. The button shows the next one as well.',
	},
};
