import * as z from 'zod/v4';
import { InvalidInput } from '../../errors';
import { parameter } from '../../n8n/parameter';
import { normalise, readEvent } from '../../schemas/statusMessage';
import { defineOperation } from '../operation';

export const parseStatusMessage = defineOperation({
	resource: 'statusMessage',
	operation: 'parse',
	name: 'Parse',
	action: 'Parse a status message',
	description:
		'Parse a status message that was received without the trigger. The output has the same fields as that of the trigger.',
	credential: null,
	parameters: {
		message: parameter(
			'Message',
			z.unknown(),
			{
				required: true,
				placeholder: 'e.g. { "newStatus": "ISSUED", "setId": "…" }',
				description: 'The message, as text or as an object',
			},
			{ type: 'json', default: '={{ $json }}' },
		),
	},
	*run(_exchange, { message }) {
		const read = readEvent(message);
		if (!read.ok) {
			throw new InvalidInput({
				field: 'message',
				message: read.reason,
				description: 'Pass the complete message as the exchange put it on the queue: a JSON object, or its text.',
			});
		}
		yield { json: normalise(read.event, false) };
	},
});
