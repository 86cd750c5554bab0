import type { ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { readMessage } from '../dispatch/message';
import { statusEvents } from '../vocabulary';
import { itemOf } from './execute';
import type { Settings } from './settings';

/** The editor's test step with a made-up event, so that fields can be mapped while the queue is empty. Never connects. */
export function sampleStep(context: Pick<ITriggerFunctions, 'emit'>, settings: Settings): ITriggerResponse {
	return {
		manualTriggerFunction: () => {
			context.emit([[sampleItem(settings)]]);
			return Promise.resolve();
		},
	};
}

/** One event of the first chosen kind, with every field filled (docs/service.md 6). */
function sampleItem({ filters, output }: Settings): ReturnType<typeof itemOf> {
	const [event = 'issued'] = filters.events;
	const { status, action } = event === 'other' ? { status: 'CORRECTED', action: 'CORRECT' } : statusEvents[event];
	const body = JSON.stringify({
		instance: 'exchange',
		newStatus: status,
		action,
		shipmentReference: 'SHP-2026-0101',
		parcelReference: 'HAM-2026-0042',
		customerId: '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4',
		setId: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
		transactionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
		updatedDate: 'Thu May 12 10:20:30 UTC 2022',
		actor: 'Ada Lindgren',
		actorCompany: 'Meridian Ocean Lines',
		user: 'ada.lindgren@example.com',
		message: 'Set status has been updated',
		sample: true,
	});
	return itemOf(readMessage({ body: Buffer.from(body), messageId: null, redelivered: false }), output);
}
