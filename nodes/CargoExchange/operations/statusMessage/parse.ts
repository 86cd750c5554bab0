import * as z from 'zod/v4';
import { InvalidInput } from '../../errors';
import { normalise, readEvent } from '../../schemas/statusMessage';
import { defineOperation } from '../operation';

export const parseStatusMessage = defineOperation({
	resource: 'statusMessage',
	operation: 'parse',
	name: 'Parse',
	action: 'Parse a status message',
	description: 'Read a status message that arrived by another way, as the trigger reads those of the queue',
	callsExchange: false,
	input: z.object({ message: z.unknown() }),
	fields: [
		{
			displayName: 'Message',
			name: 'message',
			type: 'json',
			required: true,
			default: '={{ $json }}',
			placeholder: 'e.g. { "newStatus": "ISSUED", "setId": "…" }',
			description: 'The message as text or as an object',
		},
	],
	*run(_exchange, { message }) {
		const read = readEvent(message);
		if (!read.ok) {
			throw new InvalidInput({
				field: 'message',
				message: read.reason,
				description: 'Give the whole message as the exchange put it on the queue: a JSON object, or its text.',
			});
		}
		yield { json: normalise(read.event, false) };
	},
});
