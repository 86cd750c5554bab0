import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/v4';
import type { ParcelSet, Stage } from '../entities';
import { ErrorStatus } from '../errorStatus';
import { documentFile, fileNameOf } from '../pdf';
import { reviewPage } from './review';
import { readForm, redirect, show, type Sessions } from './sessions';
import { shipmentView, type ShipmentView } from './shipments';
import { openSteps, stepDialog } from './stepDialogs';

const shipmentPath = z.object({ id: z.guid() });
const setPath = z.object({ setId: z.guid() });
const documentPath = setPath.extend({ documentId: z.guid() });
const documentQuery = z.object({ download: z.string().optional() }).catch({});
const credentials = z.object({ username: z.string().max(200), password: z.string().max(200) });
const issueForm = credentials.extend({ recipientId: z.union([z.guid(), z.literal('')]).default('') });
const reviewQuery = z
	.object({
		step: z.enum(openSteps).optional().catch(undefined),
		document: z.string().optional().catch(undefined),
		recipient: z.string().default('').catch(''),
	})
	.catch({ recipient: '' });

/** The review of a shipment with its PDFs, and the steps of its company and of others. */
export function shipmentPages(app: FastifyInstance, sessions: Sessions): void {
	const { store, life } = sessions.exchange;

	const findShipment = (request: FastifyRequest): ShipmentView => {
		const path = shipmentPath.safeParse(request.params);
		const { customerId } = sessions.get(request).account;
		const view = path.success ? shipmentView(store, path.data.id, customerId) : null;
		if (view === null) throw new ErrorStatus(404, 'There is no such shipment');
		return view;
	};
	const findSet = (request: FastifyRequest): ParcelSet => {
		const { customerId } = sessions.get(request).account;
		const path = setPath.safeParse(request.params);
		const set = path.success ? store.sets.get(path.data.setId) : undefined;
		const visible = set && store.transactionsOfSet(set.setId).some(({ visibleTo }) => visibleTo.includes(customerId));
		if (set === undefined || visible !== true) throw new ErrorStatus(404, 'There is no such set');
		return set;
	};

	app.get('/shipments/:id', (request, reply) => {
		const session = sessions.get(request);
		const view = findShipment(request);
		const { step, document = null, recipient } = reviewQuery.parse(request.query);
		const asked = { view, session, counterparties: store.counterparties.all(), recipientId: recipient };
		const dialog = step === undefined ? null : stepDialog({ ...asked, step });
		return show(reply, reviewPage({ view, session, documentId: document, dialog }));
	});

	app.post('/shipments/:id/sign', async (request, reply) => {
		const view = findShipment(request);
		for (const setId of setsAt(view, 'Imported')) life.sign(setId);
		return redirect(reply, `${pathOf(view)}?step=authorize`);
	});
	app.post('/shipments/:id/authorize', async (request, reply) => {
		const view = findShipment(request);
		const person = readForm(credentials, request.body);
		const signed = await sessions.take(request, `${view.shipment.shipmentReference} is signed.`, async () => {
			for (const setId of someSetsAt(view, 'Signing')) await life.authorize(setId, person);
		});
		return redirect(reply, signed ? pathOf(view) : `${pathOf(view)}?step=authorize`);
	});
	app.post('/shipments/:id/issue', async (request, reply) => {
		const view = findShipment(request);
		const { recipientId, ...person } = readForm(issueForm, request.body);
		const chosen = recipientId === '' ? {} : { recipientId };
		const done = `${view.shipment.shipmentReference} is issued and filed.`;
		const issued = await sessions.take(request, done, async () => {
			for (const setId of someSetsAt(view, 'Signed')) await life.issue(setId, { ...person, ...chosen });
		});
		return redirect(reply, issued ? pathOf(view) : `${pathOf(view)}?step=confirm&recipient=${recipientId}`);
	});

	const stepOfOthers = (name: string, done: string, act: (setId: string) => Promise<unknown>) =>
		app.post(`/sets/:setId/${name}`, async (request, reply) => {
			const set = findSet(request);
			await sessions.take(request, done, () => act(set.setId));
			return redirect(reply, `/shipments/${set.shipmentId}`);
		});
	stepOfOthers('approve-draft', 'The draft is approved; Drafted was sent.', (id) => life.approveDraft(id));
	stepOfOthers('hold-title', 'The title is held; Title Held was sent.', (id) => life.holdTitle(id));
	stepOfOthers('draft-transfer', 'A transfer is drafted; Transfer Drafted was sent.', (id) => life.draftTransfer(id));

	app.get('/documents/:setId/:documentId', async (request, reply) => {
		const { customerId } = sessions.get(request).account;
		const set = findSet(request);
		const path = documentPath.safeParse(request.params);
		const document = path.success ? store.documents.get(path.data.documentId) : undefined;
		if (document?.setId !== set.setId) throw new ErrorStatus(404, 'There is no such document');
		const issued = set.stage === 'Issued';
		const watermark = !issued ? null : set.titleHolderId === customerId ? 'ORIGINAL' : 'COPY';
		const type = documentQuery.parse(request.query).download === undefined ? 'inline' : 'attachment';
		return reply
			.type('application/pdf')
			.header('content-disposition', contentDisposition(fileNameOf(document), { type }))
			.send(await documentFile(set, document, watermark));
	});
}

const pathOf = ({ shipment }: ShipmentView): string => `/shipments/${shipment.shipmentId}`;

function setsAt({ sets }: ShipmentView, stage: Stage): string[] {
	return sets.filter(({ set }) => set.stage === stage).map(({ set }) => set.setId);
}

/** Throws an ErrorStatus if somebody else has taken the step already. */
function someSetsAt(view: ShipmentView, stage: Stage): string[] {
	const setIds = setsAt(view, stage);
	if (setIds.length === 0) throw new ErrorStatus(409, 'No set of this shipment is at this step any more');
	return setIds;
}
