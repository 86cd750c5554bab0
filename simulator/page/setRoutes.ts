import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';

import type { ParcelSet } from '../entities';
import { Refusal } from '../problem';
import { fileDisposition } from '../routes/disposition';
import { lead, type Desk } from './desk';

const setPath = z.object({ setId: z.guid() });
const documentPath = setPath.extend({ documentId: z.guid() });
const documentQuery = z.object({ download: z.string().optional() }).catch({});

/** The steps that others take with a set, and the PDFs. */
export function setPages(app: FastifyInstance, desk: Desk): void {
	const { store, life, printer } = desk.exchange;

	const find = (params: unknown, customerId: string): ParcelSet => {
		const path = setPath.safeParse(params);
		const set = path.success ? store.sets.get(path.data.setId) : undefined;
		const visible = set && store.transactionsOfSet(set.setId).some(({ visibleTo }) => visibleTo.includes(customerId));
		if (set === undefined || visible !== true) throw new Refusal(404, 'There is no such set');
		return set;
	};

	const others = {
		'approve-draft': { told: 'The draft is approved; Drafted was sent.', act: (id: string) => life.approveDraft(id) },
		'hold-title': { told: 'The title is held; Title Held was sent.', act: (id: string) => life.holdTitle(id) },
		'draft-transfer': {
			told: 'A transfer is drafted; Transfer Drafted was sent.',
			act: (id: string) => life.draftTransfer(id),
		},
	};
	for (const [name, { told, act }] of Object.entries(others)) {
		app.post(`/sets/:setId/${name}`, async (request, reply) => {
			const set = find(request.params, desk.session(request).account.customerId);
			await desk.take(request, told, () => act(set.setId));
			return lead(reply, `/shipments/${set.shipmentId}`);
		});
	}

	app.get('/documents/:setId/:documentId', async (request, reply) => {
		const { customerId } = desk.session(request).account;
		const set = find(request.params, customerId);
		const path = documentPath.safeParse(request.params);
		const document = path.success ? store.documents.get(path.data.documentId) : undefined;
		if (document?.setId !== set.setId) throw new Refusal(404, 'There is no such document');
		const issued = set.stage === 'Issued';
		const watermark = !issued ? null : set.titleHolderId === customerId ? 'ORIGINAL' : 'COPY';
		const { size, body } = await printer.file(set, document, watermark);
		const where = documentQuery.parse(request.query).download === undefined ? 'inline' : 'attachment';
		return reply
			.type('application/pdf')
			.header('content-disposition', fileDisposition(where, `${document.name}.pdf`))
			.header('content-length', size)
			.send(body);
	});
}
