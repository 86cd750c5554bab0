/** The calls of the service (docs/service.md 4), which the page to simulate errors lists by their labels. */
import type { FastifyInstance } from 'fastify';
import type { Exchange } from '../exchange';
import { searchRoute } from './search';
import { counterpartiesRoute, importPath, importRoute, pdfRoute, requireBearer, tokenRoute } from './service';

type Call = {
	label: string;
	path: string;
	/** Answers the call at its path. */
	route: (app: FastifyInstance, exchange: Exchange, path: string) => void;
};

const withToken = {
	counterparties: { label: 'Counterparties', path: '/v3/common/counterparties', route: counterpartiesRoute },
	search: { label: 'Search sets', path: '/v3/common/sets/search', route: searchRoute },
	pdf: { label: 'Download a PDF', path: '/v3/common/sets/:setId/get-single-pdf/:documentId', route: pdfRoute },
	import: { label: 'Import a shipment', path: `${importPath}/api/v1/shipments`, route: importRoute },
} as const satisfies Record<string, Call>;

const token = { label: 'Get token', path: '/v3/common/oauth2/token', route: tokenRoute } as const satisfies Call;

export const calls = { token, ...withToken };

export async function serviceRoutes(app: FastifyInstance, exchange: Exchange): Promise<void> {
	token.route(app, exchange, token.path);
	await app.register((guarded, _options, done) => {
		requireBearer(guarded, exchange);
		for (const { route, path } of Object.values(withToken)) route(guarded, exchange, path);
		done();
	});
}
