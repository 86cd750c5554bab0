/** The calls of the service but the search: token, counterparties, PDF, import (docs/service.md 4). */
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/v4';
import { ErrorStatus } from '../errorStatus';
import type { Exchange } from '../exchange';
import { fileNameOf } from '../pdf';

/** Get token (docs/service.md 4.1): user name and password by Basic, answered with `{ token }`. */
export function tokenRoutes(app: FastifyInstance, { store, tokens }: Exchange): void {
	app.get('/v3/common/oauth2/token', (request, reply) => {
		const [, encoded] = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
		if (encoded === undefined) throw new ErrorStatus(401, 'Basic credentials are required');
		const credentials = Buffer.from(encoded, 'base64').toString('utf8');
		const colon = credentials.indexOf(':');
		const account = store.account(credentials.slice(0, colon), credentials.slice(colon + 1));
		if (colon < 0 || account === undefined) throw new ErrorStatus(401, 'User name or password is not correct');
		if (account.kind !== 'interface') throw new ErrorStatus(403, 'This user may not use the interface');
		return reply.send({ token: tokens.issue(account) });
	});
}

/** Every call but the token's needs a bearer token that is still valid (docs/service.md 5). Checked before the body is read. */
export function requireBearer(app: FastifyInstance, { tokens }: Exchange): void {
	app.addHook('onRequest', (request, _reply, done) => {
		const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
		if (token === undefined) done(new ErrorStatus(401, 'A bearer token is required'));
		else if (tokens.holder(token) === undefined) done(new ErrorStatus(401, 'The token is not valid or has expired'));
		else done();
	});
}

/** List counterparties (docs/service.md 4.2): a bare JSON array. */
export function counterpartyRoutes(app: FastifyInstance, { store }: Exchange): void {
	app.get('/v3/common/counterparties', (_request, reply) => reply.send(store.counterparties.all()));
}

const documentPath = z.object({ setId: z.guid(), documentId: z.guid() });
const documentQuery = z.object({ customerId: z.guid().optional(), copy: z.enum(['true', 'false']).optional() });

/** Download a PDF (docs/service.md 4.4): the complete file as bytes. */
export function documentRoutes(app: FastifyInstance, { settings, store, printer }: Exchange): void {
	app.get('/v3/common/sets/:setId/get-single-pdf/:documentId', async (request, reply) => {
		const ids = documentPath.safeParse(request.params);
		if (!ids.success) throw new ErrorStatus(400, 'setId and documentId must be UUIDs');
		const asked = documentQuery.safeParse(request.query);
		if (!asked.success) throw new ErrorStatus(400, 'customerId must be a UUID, copy true or false');

		const set = store.sets.get(ids.data.setId.toLowerCase());
		const document = store.documents.get(ids.data.documentId.toLowerCase());
		if (set === undefined) throw new ErrorStatus(404, 'Set not found');
		if (document?.setId !== set.setId) throw new ErrorStatus(404, 'Document not found in this set');

		const { customerId, copy } = asked.data;
		const asCopy = copy === 'true' || (customerId !== undefined && customerId !== set.titleHolderId);
		const watermark = asCopy ? 'COPY' : customerId === undefined ? null : 'ORIGINAL';
		const { size, body } = await printer.file(set, document, watermark);

		if (settings.pdf.contentType !== null) reply.type(settings.pdf.contentType);
		if (settings.pdf.namesFile) reply.header('content-disposition', contentDisposition(fileNameOf(document)));
		reply.header('content-length', size);
		return reply.send(body);
	});
}

const importQuery = z.object({ importRef: z.string().min(1) });

/** Import a shipment (docs/service.md 4.5). The answer's body is open; by default it is JSON with the set IDs, and no other UUID. */
export function shipmentRoutes(app: FastifyInstance, { settings, life }: Exchange): void {
	const rules = settings.import;
	app.post('/api/v1/shipments', async (request, reply) => {
		if (rules.sessionCookie !== null && request.headers.cookie !== rules.sessionCookie) {
			throw new ErrorStatus(403, 'The session cookie is missing or not valid');
		}
		const asked = importQuery.safeParse(request.query);
		if (!asked.success) throw new ErrorStatus(400, 'importRef is required');
		const imported = life.importShipment(request.body, asked.data.importRef);
		const setIds = imported.sets.map(({ setId }) => setId);
		if (rules.reply === 'empty') return reply.code(200).send();
		if (rules.reply === 'text') return reply.type('text/plain').send(`Shipment imported, sets: ${setIds.join(' ')}`);
		return {
			importRef: imported.shipment.importRef,
			shipmentReference: imported.shipment.shipmentReference,
			status: 'IMPORTED',
			sets: imported.sets.map(({ setId, parcelRef }) => ({ setId, setRef: parcelRef })),
		};
	});
}
