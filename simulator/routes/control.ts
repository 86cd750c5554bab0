import type { FastifyInstance } from 'fastify';
import * as z from 'zod/v4';

import type { Exchange } from '../exchange';
import { ErrorStatus, refuseOtherSites } from '../errorStatus';
import { faultSchema, type PlannedFault } from '../faults';

const credentials = z.object({ username: z.string(), password: z.string() });
const issueRequest = credentials.extend({ recipientId: z.guid().optional() });
const ids = z.object({ setId: z.string() });

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
 * What people do in the exchange application, and what testers ask for: a small interface of its own under /control, without a token,
 * because the two acts that need an authorization carry user name and password themselves. It answers no page of another site.
 */
export function controlRoutes(app: FastifyInstance, exchange: Exchange): void {
	const { store, life, faults, tokens, requests, messages } = exchange;
	const setIdOf = (params: unknown) => ids.parse(params).setId;

	app.addHook('onRequest', (request, _reply, done) => {
		refuseOtherSites(request.headers, exchange.settings.host);
		done();
	});
	app.get('/shipments', (_request, reply) =>
		reply.send(
			store.shipments.all().map((shipment) => ({
				...shipment,
				sets: store.setsOfShipment(shipment.shipmentId).map(({ setId }) => describe(exchange, setId)),
			})),
		),
	);
	app.get('/sets/:setId', (request, reply) => reply.send(describe(exchange, setIdOf(request.params))));
	app.get('/counterparties', (_request, reply) => reply.send(store.counterparties.all()));

	app.post('/sets/:setId/sign', (request, reply) => {
		life.sign(setIdOf(request.params));
		return reply.send(describe(exchange, setIdOf(request.params)));
	});
	app.post('/sets/:setId/reject', (request, reply) => {
		life.reject(setIdOf(request.params));
		return reply.send(describe(exchange, setIdOf(request.params)));
	});
	app.post(
		'/sets/:setId/authorize',
		async (request) => await life.authorize(setIdOf(request.params), read(credentials, request.body)),
	);
	app.post(
		'/sets/:setId/issue',
		async (request) => await life.issue(setIdOf(request.params), read(issueRequest, request.body)),
	);
	app.post('/sets/:setId/approve-draft', async (request) => await life.approveDraft(setIdOf(request.params)));
	app.post('/sets/:setId/draft-transfer', async (request) => await life.draftTransfer(setIdOf(request.params)));
	app.post('/sets/:setId/hold-title', async (request) => await life.holdTitle(setIdOf(request.params)));

	app.get('/messages', (_request, reply) => reply.send(messages));
	app.get('/requests', (_request, reply) => reply.send(requests));
	app.get('/faults', (_request, reply) =>
		reply.send(
			faults.list().map(({ match, ...rest }) => ({ ...rest, path: match.path?.source, method: match.method })),
		),
	);
	app.post('/faults', (request, reply) => {
		faults.next(read(plannedFault, request.body));
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
}

function describe({ store }: Exchange, setId: string) {
	const set = store.sets.get(setId);
	if (set === undefined) throw new ErrorStatus(404, 'Set not found');
	const documents = store.documentsOfSet(setId).map(({ content, ...row }) => ({ ...row, made: content.kind }));
	return { ...set, transactions: store.transactionsOfSet(setId), documents };
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
	const parsed = schema.safeParse(body);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	throw new ErrorStatus(400, `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not valid'}`);
}

function isPattern(text: string): boolean {
	try {
		return Boolean(new RegExp(text));
	} catch {
		return false;
	}
}
