import type { FastifyPluginCallback } from 'fastify';
import * as z from 'zod/v4';

import { parseRequest, refuseOtherSites } from '../errorStatus';
import type { Exchange } from '../exchange';
import { faultSchema, type PlannedFault } from '../faults';
import type { LifeCycle } from '../lifeCycle';

const credentials = z.object({ username: z.string(), password: z.string() });
const issueRequest = credentials.extend({ recipientId: z.guid().optional() });

type Step = (life: LifeCycle, setId: string, body: unknown) => object | Promise<object>;

/** What people do with a set. */
const steps: Record<string, Step> = {
	sign: (life, setId) => life.sign(setId),
	reject: (life, setId) => life.reject(setId),
	authorize: (life, setId, body) => life.authorize(setId, parseRequest(credentials, body)),
	issue: (life, setId, body) => life.issue(setId, parseRequest(issueRequest, body)),
	'approve-draft': (life, setId) => life.approveDraft(setId),
	'hold-title': (life, setId) => life.holdTitle(setId),
	'draft-transfer': (life, setId) => life.draftTransfer(setId),
};

/** `{ path?, method?, fault, times?, after? }`; `times: "always"` never ends. */
const plannedFault = z
	.object({
		path: z.string().refine(isPattern, 'must be a regular expression').optional(),
		method: z.string().optional(),
		fault: faultSchema,
		times: z.union([z.int().positive(), z.literal('always')]).default(1),
		after: z.int().nonnegative().default(0),
	})
	.transform(({ path, method, times, ...rest }): PlannedFault => ({
		match: {
			...(path === undefined ? {} : { path: new RegExp(path) }),
			...(method === undefined ? {} : { method }),
		},
		...rest,
		times: times === 'always' ? Infinity : times,
	}));

/**
 * The exchange application for scripts, under /control. It needs no token: signing and issuing take a user name and a
 * password instead. It rejects requests that a browser sends for the page of another site.
 */
export const controlRoutes: FastifyPluginCallback<{ exchange: Exchange }> = (app, { exchange }, done) => {
	const { store, life, faults, tokens, activity, messages } = exchange;

	app.addHook('onRequest', (request, _reply, next) => {
		refuseOtherSites(request.headers, exchange.settings.host);
		next();
	});
	app.get('/shipments', () =>
		store.shipments.all().map((shipment) => ({
			...shipment,
			sets: store.setsOfShipment(shipment.shipmentId).map((set) => ({
				...set,
				transactions: store.transactionsOfSet(set.setId),
				documents: store
					.documentsOfSet(set.setId)
					.map(({ documentId, name, docType }) => ({ documentId, name, docType })),
			})),
		})),
	);
	for (const [name, step] of Object.entries(steps)) {
		app.post<{ Params: { setId: string } }>(`/sets/:setId/${name}`, async ({ params, body }) =>
			step(life, params.setId, body),
		);
	}
	app.get('/messages', () => messages);
	app.get('/requests', () => activity.requests);
	app.get('/faults', () =>
		faults.list().map(({ match, ...rest }) => ({ ...rest, path: match.path?.source, method: match.method })),
	);
	app.post('/faults', (request, reply) => {
		faults.next(parseRequest(plannedFault, request.body));
		return reply.code(204).send();
	});
	app.delete('/faults', (_request, reply) => {
		faults.clear();
		return reply.code(204).send();
	});
	app.post('/tokens/expire', (_request, reply) => {
		tokens.expireAll();
		return reply.code(204).send();
	});
	done();
};

function isPattern(text: string): boolean {
	try {
		return Boolean(new RegExp(text));
	} catch {
		return false;
	}
}
