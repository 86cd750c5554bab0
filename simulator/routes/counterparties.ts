import type { FastifyInstance } from 'fastify';

import type { Exchange } from '../exchange';

/** 4.2 Get counterparties: a bare JSON array. */
export function counterpartyRoutes(app: FastifyInstance, { store }: Exchange): void {
	app.get('/v3/common/counterparties', (_request, reply) => reply.send(store.counterparties.all()));
}
