import Fastify, { type FastifyInstance, type FastifyPluginCallback } from 'fastify';

import { ErrorStatus } from './errorStatus';
import type { Exchange } from './exchange';
import { applyFaults } from './faultReplies';
import { exchangePages, pagePath } from './page';
import { recordRequests } from './requests';
import { controlRoutes } from './routes/control';
import { searchRoutes } from './routes/search';
import { counterpartyRoutes, documentRoutes, requireBearer, shipmentRoutes, tokenRoutes } from './routes/service';

/** The path of the import interface. A path of its own, so that the two addresses cannot be mixed up unnoticed. */
export const importPath = '/liner';
export const controlPath = '/control';

/** Bytes of an import with all its PDFs. */
const largestBody = 512 * 1024 * 1024;

/** Puts the HTTP interfaces together. Every error is answered as `{"errorMessage": "…"}`. */
export async function createApp(exchange: Exchange): Promise<FastifyInstance> {
	const { settings } = exchange;
	const app = Fastify({
		bodyLimit: largestBody,
		forceCloseConnections: true,
		...(settings.tls === null ? {} : { https: settings.tls }),
	});
	app.setErrorHandler(async (cause, _request, reply) => {
		const { status, message } = errorOf(cause);
		return reply.code(status).send({ errorMessage: message });
	});
	app.setNotFoundHandler(async (_request, reply) =>
		reply.code(404).send({ errorMessage: 'There is nothing at this address' }),
	);

	const liner: FastifyPluginCallback = (scope, _options, done) => {
		shipmentRoutes(scope, exchange);
		done();
	};
	const control: FastifyPluginCallback = (scope, _options, done) => {
		controlRoutes(scope, exchange);
		done();
	};
	await app.register(async (interfaces) => {
		recordRequests(interfaces, exchange.requests, (record) => exchange.activity.emit('request', record));
		applyFaults(interfaces, exchange.faults, settings.search);
		tokenRoutes(interfaces, exchange);
		await interfaces.register(async (guarded) => {
			requireBearer(guarded, exchange);
			counterpartyRoutes(guarded, exchange);
			searchRoutes(guarded, exchange);
			documentRoutes(guarded, exchange);
			await guarded.register(liner, { prefix: importPath });
		});
	});
	await app.register(control, { prefix: controlPath });
	await app.register((pages) => exchangePages(pages, exchange), { prefix: pagePath });
	return app;
}

function errorOf(cause: unknown): { status: number; message: string } {
	if (cause instanceof ErrorStatus) return { status: cause.status, message: cause.message };
	const message = cause instanceof Error ? cause.message : 'Internal error';
	const status = typeof cause === 'object' && cause !== null && 'statusCode' in cause ? Number(cause.statusCode) : 500;
	return { status, message };
}
