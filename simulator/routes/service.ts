/** The calls of the service except the search: token, counterparties, PDF, import (docs/service.md 4). */
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/v4';
import { ErrorStatus, parseRequest } from '../errorStatus';
import type { Exchange } from '../exchange';
import { documentFile, fileNameOf } from '../pdf';

/** The import has a path of its own, so that using one address for both interfaces is noticed. */
export const importPath = '/liner';

/** Get a token (docs/service.md 4.1): user name and password by Basic, answered with `{ token }`. */
export function tokenRoute(app: FastifyInstance, { store, tokens }: Exchange, path: string): void {
	app.get(path, ({ headers }) => {
		const [, encoded] = /^Basic +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
		if (encoded === undefined) throw new ErrorStatus(401, 'Basic credentials are required');
		const credentials = Buffer.from(encoded, 'base64').toString('utf8');
		const colon = credentials.indexOf(':');
		const account = store.account(credentials.slice(0, colon), credentials.slice(colon + 1));
		if (colon < 0 || account === undefined) throw new ErrorStatus(401, 'User name or password is not correct');
		if (account.kind !== 'interface') throw new ErrorStatus(403, 'This user may not use the API');
		return { token: tokens.issue(account) };
	});
}

/** Every call except the token's needs a valid bearer token (docs/service.md 5). It is checked before the body is read. */
export function requireBearer(app: FastifyInstance, { tokens }: Exchange): void {
	app.addHook('onRequest', ({ headers }, _reply, done) => {
		const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
		if (token === undefined) done(new ErrorStatus(401, 'A bearer token is required'));
		else if (!tokens.isValid(token)) done(new ErrorStatus(401, 'The token is not valid or has expired'));
		else done();
	});
}

/** List counterparties (docs/service.md 4.2): a JSON list without an envelope. */
export function counterpartiesRoute(app: FastifyInstance, { store }: Exchange, path: string): void {
	app.get(path, () => store.counterparties.all());
}

const documentPath = z.object({ setId: z.guid(), documentId: z.guid() });
const documentQuery = z.object({ customerId: z.guid().optional(), copy: z.enum(['true', 'false']).optional() });

/** Download a PDF (docs/service.md 4.4): the complete file as bytes. */
export function pdfRoute(app: FastifyInstance, { store }: Exchange, path: string): void {
	app.get(path, async (request, reply) => {
		const { setId, documentId } = parseRequest(documentPath, request.params);
		const { customerId, copy } = parseRequest(documentQuery, request.query);
		const set = store.sets.get(setId.toLowerCase());
		const document = store.documents.get(documentId.toLowerCase());
		if (set === undefined) throw new ErrorStatus(404, 'Set not found');
		if (document?.setId !== set.setId) throw new ErrorStatus(404, 'Document not found in this set');

		const asCopy = copy === 'true' || (customerId !== undefined && customerId !== set.titleHolderId);
		const watermark = asCopy ? 'COPY' : customerId === undefined ? null : 'ORIGINAL';
		return reply
			.type('application/pdf')
			.header('content-disposition', contentDisposition(fileNameOf(document)))
			.send(await documentFile(set, document, watermark));
	});
}

const importQuery = z.object({ importRef: z.string('is required').min(1, 'is required') });

/** Import a shipment (docs/service.md 4.5). The body of the response is open: here it contains the set IDs and no other UUID. */
export function importRoute(app: FastifyInstance, { life }: Exchange, path: string): void {
	app.post(path, (request) => {
		const { importRef } = parseRequest(importQuery, request.query);
		const { shipment, sets } = life.importShipment(request.body, importRef);
		return {
			importRef,
			shipmentReference: shipment.shipmentReference,
			status: 'IMPORTED',
			sets: sets.map(({ setId, parcelRef }) => ({ setId, setRef: parcelRef })),
		};
	});
}
