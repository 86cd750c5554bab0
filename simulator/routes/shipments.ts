import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';

import type { Exchange } from '../exchange';
import type { ImportedShipment } from '../imports';
import { Refusal } from '../problem';

const query = z.object({ importRef: z.string().min(1) });

/** 4.5 Import shipment. The answer's body is not specified; by default it is JSON that carries the set ids, and no other UUID. */
export function shipmentRoutes(app: FastifyInstance, { settings, life }: Exchange): void {
	const rules = settings.import;
	app.post('/api/v1/shipments', async (request, reply) => {
		if (rules.sessionCookie !== null && request.headers.cookie !== rules.sessionCookie) {
			throw new Refusal(403, 'The session cookie is missing or not valid');
		}
		const asked = query.safeParse(request.query);
		if (!asked.success) throw new Refusal(400, 'importRef is required');
		const imported = life.importShipment(request.body, asked.data.importRef);
		if (rules.reply === 'empty') return reply.code(200).send();
		if (rules.reply === 'text') return reply.type('text/plain').send(sentence(imported));
		return {
			importRef: imported.shipment.importRef,
			shipmentReference: imported.shipment.shipmentReference,
			status: 'IMPORTED',
			sets: imported.sets.map(({ setId, parcelRef }) => ({ setId, setRef: parcelRef })),
		};
	});
}

function sentence({ sets }: ImportedShipment): string {
	return `Shipment imported, sets: ${sets.map(({ setId }) => setId).join(' ')}`;
}
