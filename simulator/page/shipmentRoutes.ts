import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';

import type { Stage, Transaction } from '../entities';
import { Refusal } from '../problem';
import { lead, readForm, show, type Desk } from './desk';
import { listView, type List } from './listView';
import { reviewView } from './reviewView';
import { shipmentView, shipmentViews, type ShipmentView } from './shipmentViews';
import { openSteps, stepDialog } from './stepDialogs';

const ids = z.object({ id: z.guid() });
const credentials = z.object({ username: z.string().max(200), password: z.string().max(200) });
const order = credentials.extend({ recipientId: z.union([z.guid(), z.literal('')]).default('') });
const listQuery = z.object({ q: z.string().max(200).default('') }).catch({ q: '' });
const reviewQuery = z
	.object({
		step: z.enum(openSteps).optional().catch(undefined),
		document: z.string().optional().catch(undefined),
		recipient: z.string().default('').catch(''),
	})
	.catch({ recipient: '' });

/** The lists, the review of a shipment, and the steps that its company takes: sign, authorize, issue, reject. */
export function shipmentPages(app: FastifyInstance, desk: Desk): void {
	const { store, life } = desk.exchange;

	const find = (request: FastifyRequest, instance: Transaction['instances'][number]): ShipmentView => {
		const path = ids.safeParse(request.params);
		const { customerId } = desk.session(request).account;
		const view = path.success ? shipmentView(store, path.data.id, { customerId, instance }) : null;
		if (view === null) throw new Refusal(404, 'There is no such shipment');
		return view;
	};

	for (const list of ['inbox', 'filed', 'hub'] satisfies List[]) {
		app.get(`/${list}`, (request, reply) => {
			const session = desk.session(request);
			const { customerId } = session.account;
			const views = shipmentViews(store, { customerId, instance: list === 'hub' ? 'HUB' : 'EXCHANGE' });
			const search = listQuery.parse(request.query).q.trim();
			return show(reply, listView(list, { views, search, session, company: desk.company(session) }));
		});
	}

	for (const readOnly of [false, true]) {
		app.get(readOnly ? '/hub/shipments/:id' : '/shipments/:id', (request, reply) => {
			const session = desk.session(request);
			const view = find(request, readOnly ? 'HUB' : 'EXCHANGE');
			const { step, document = null, recipient } = reviewQuery.parse(request.query);
			const asked = { view, session, counterparties: store.counterparties.all(), recipientId: recipient };
			const dialog = step === undefined || readOnly ? null : stepDialog({ ...asked, step });
			const company = desk.company(session);
			return show(reply, reviewView({ view, session, company, readOnly, documentId: document, dialog }));
		});
	}

	app.post('/shipments/:id/sign', async (request, reply) => {
		const view = find(request, 'EXCHANGE');
		for (const setId of setsAt(view, 'Imported')) life.sign(setId);
		return lead(reply, `${pathOf(view)}?step=authorize`);
	});

	app.post('/shipments/:id/reject', async (request, reply) => {
		const view = find(request, 'EXCHANGE');
		await desk.take(request, 'Marked as rejected. Nothing was sent; Sign removes the mark.', () => {
			for (const setId of setsAt(view, 'Imported')) life.reject(setId);
		});
		return lead(reply, pathOf(view));
	});

	app.post('/shipments/:id/authorize', async (request, reply) => {
		const view = find(request, 'EXCHANGE');
		const person = readForm(credentials, request.body);
		const signed = await desk.take(request, `${view.shipment.shipmentReference} is signed.`, async () => {
			for (const setId of some(setsAt(view, 'Signing'))) await life.authorize(setId, person);
		});
		return lead(reply, signed ? pathOf(view) : `${pathOf(view)}?step=authorize`);
	});

	app.post('/shipments/:id/issue', async (request, reply) => {
		const view = find(request, 'EXCHANGE');
		const { recipientId, ...person } = readForm(order, request.body);
		const chosen = recipientId === '' ? {} : { recipientId };
		const told = `${view.shipment.shipmentReference} is issued and filed.`;
		const issued = await desk.take(request, told, async () => {
			for (const setId of some(setsAt(view, 'Signed'))) await life.issue(setId, { ...person, ...chosen });
		});
		return lead(reply, issued ? pathOf(view) : `${pathOf(view)}?step=confirm&recipient=${recipientId}`);
	});
}

const pathOf = ({ shipment }: ShipmentView): string => `/shipments/${shipment.shipmentId}`;

function setsAt({ sets }: ShipmentView, stage: Stage): string[] {
	return sets.filter(({ set }) => set.stage === stage).map(({ set }) => set.setId);
}

/** Somebody else may have taken the step meanwhile. */
function some(setIds: string[]): string[] {
	if (setIds.length === 0) throw new Refusal(409, 'No set of this shipment waits for this step any more');
	return setIds;
}
