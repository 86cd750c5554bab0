import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';

import type { Exchange } from '../exchange';
import { Refusal } from '../problem';
import { fileDisposition } from './disposition';

const path = z.object({ setId: z.guid(), documentId: z.guid() });
const query = z.object({ customerId: z.guid().optional(), copy: z.enum(['true', 'false']).optional() });

/** 4.4 Get single PDF: the complete file as bytes. */
export function documentRoutes(app: FastifyInstance, { settings, store, printer }: Exchange): void {
	app.get('/v3/common/sets/:setId/get-single-pdf/:documentId', async (request, reply) => {
		const ids = path.safeParse(request.params);
		if (!ids.success) throw new Refusal(400, 'setId and documentId must be UUIDs');
		const asked = query.safeParse(request.query);
		if (!asked.success) throw new Refusal(400, 'customerId must be a UUID, copy true or false');

		const set = store.sets.get(ids.data.setId.toLowerCase());
		const document = store.documents.get(ids.data.documentId.toLowerCase());
		if (set === undefined) throw new Refusal(404, 'Set not found');
		if (document?.setId !== set.setId) throw new Refusal(404, 'Document not found in this set');

		const { customerId, copy } = asked.data;
		const asCopy = copy === 'true' || (customerId !== undefined && customerId !== set.titleHolderId);
		const watermark = asCopy ? 'COPY' : customerId === undefined ? null : 'ORIGINAL';
		const { size, body } = await printer.file(set, document, watermark);

		if (settings.pdf.contentType !== null) reply.type(settings.pdf.contentType);
		if (settings.pdf.namesFile)
			reply.header('content-disposition', fileDisposition('attachment', `${document.name}.pdf`));
		reply.header('content-length', size);
		return reply.send(body);
	});
}
