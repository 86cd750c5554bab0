import Fastify, { type FastifyInstance } from 'fastify';

import type { Exchange } from './exchange';
import { Refusal } from './problem';
import { recordRequests } from './requests';
import { demandBearer } from './routes/bearer';
import { counterpartyRoutes } from './routes/counterparties';
import { documentRoutes } from './routes/documents';
import { setRoutes } from './routes/sets';
import { tokenRoutes } from './routes/token';

/** Puts the HTTP interfaces together. Every refusal, whoever raises it, is answered as `{"errorMessage": "…"}`. */
export async function createApp(exchange: Exchange): Promise<FastifyInstance> {
	const { settings } = exchange;
	const app = Fastify({
		bodyLimit: settings.import.maximumBytes,
		forceCloseConnections: true,
		...(settings.tls === null ? {} : { https: settings.tls }),
	});
	app.setErrorHandler(async (cause, _request, reply) => {
		const { status, message } = refusalOf(cause);
		return reply.code(status).send({ errorMessage: message });
	});
	app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ errorMessage: 'There is nothing at this address' }));

	await app.register(async (interfaces) => {
		recordRequests(interfaces, exchange.requests);
		tokenRoutes(interfaces, exchange);
		await interfaces.register(async (guarded) => {
			demandBearer(guarded, exchange);
			counterpartyRoutes(guarded, exchange);
			setRoutes(guarded, exchange);
			documentRoutes(guarded, exchange);
		});
	});
	return app;
}

function refusalOf(cause: unknown): { status: number; message: string } {
	if (cause instanceof Refusal) return { status: cause.status, message: cause.message };
	const message = cause instanceof Error ? cause.message : 'Internal error';
	const status = typeof cause === 'object' && cause !== null && 'statusCode' in cause ? Number(cause.statusCode) : 500;
	return { status, message };
}
