import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';

import { recordRequests } from './requests';
import { ErrorStatus } from './errorStatus';
import type { Exchange } from './exchange';
import { applyFaults } from './faultReplies';
import { exchangePages, pagePath } from './page';
import { serviceRoutes } from './routes';

/** Bytes of an import with all its PDFs. */
const largestBody = 512 * 1024 * 1024;

/** The service and the pages. Errors are answered as `{"errorMessage": "…"}`. */
export async function createApp(exchange: Exchange): Promise<FastifyInstance> {
	const { tls } = exchange.settings;
	const app = Fastify({
		bodyLimit: largestBody,
		forceCloseConnections: true,
		...(tls === null ? {} : { https: tls }),
	});
	app.setErrorHandler<FastifyError | ErrorStatus>((cause, _request, reply) => {
		const status = cause instanceof ErrorStatus ? cause.status : (cause.statusCode ?? 500);
		return reply.code(status).send({ errorMessage: cause.message });
	});
	app.setNotFoundHandler(() => {
		throw new ErrorStatus(404, 'There is nothing at this address');
	});
	await app.register(async (service) => {
		recordRequests(service, exchange.requests);
		applyFaults(service, exchange.faults, exchange.settings.search);
		await serviceRoutes(service, exchange);
	});
	await app.register((pages) => exchangePages(pages, exchange), { prefix: pagePath });
	return app;
}
