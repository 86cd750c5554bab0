import { requiredText } from '../../n8n/parameter';
import { defineOperation } from '../operation';

export const getQueueStatus = defineOperation({
	resource: 'queue',
	operation: 'getStatus',
	name: 'Get Status',
	action: 'Get the status of a queue',
	description:
		'Show how many messages wait in a queue and for a retry, how many programs read it, and whether workflows of this n8n are paused. The messages stay in the queue.',
	credential: 'cargoExchangeQueueApi',
	parameters: {
		queue: requiredText('Queue', {
			placeholder: 'e.g. parcel-status-0b9f1c52',
			description: 'The queue with your status messages',
		}),
	},
	async *run(_exchange, { queue }, { queueStatus }) {
		yield { json: await queueStatus(queue) };
	},
});
