import type { FastifyInstance } from 'fastify';
import type { ParcelSet, ParcelStatus, SetDocument, Shipment, Stage, Transaction } from '../entities';
import { modifiedDate } from '../routes/search';
import type { Store } from '../store';
import { layout } from './layout';
import { markup, type Markup } from './markup';
import { pagePath, show, type Session, type Sessions } from './sessions';

/** A set as the company of the logged-in person sees it. */
export type SetView = {
	set: ParcelSet;
	/** The company's own transaction. */
	transaction: Transaction;
	/** All transactions of the set. */
	transactions: readonly Transaction[];
	documents: readonly SetDocument[];
};

export type ShipmentView = {
	shipment: Shipment;
	sets: SetView[];
	/** The stage of the least advanced set. */
	stage: Stage;
	/** Whether all its sets are filed. */
	filed: boolean;
	modifiedAt: Date;
};

export const stages: readonly Stage[] = ['Imported', 'Signing', 'Signed', 'Issued'];

/** One shipment, or null if it is not visible to the company. */
export function shipmentView(store: Store, shipmentId: string, customerId: string): ShipmentView | null {
	const shipment = store.shipments.get(shipmentId);
	if (shipment === undefined) return null;
	const sets = store.setsOfShipment(shipmentId).flatMap((set): SetView[] => {
		const transactions = store.transactionsOfSet(set.setId);
		const transaction = transactions.find(
			({ visibleTo, instances }) => visibleTo.includes(customerId) && instances.includes('EXCHANGE'),
		);
		if (transaction === undefined) return [];
		return [{ set, transaction, transactions, documents: store.documentsOfSet(set.setId) }];
	});
	if (sets.length === 0) return null;
	return {
		shipment,
		sets,
		stage: stages.find((stage) => sets.some(({ set }) => set.stage === stage)) ?? 'Issued',
		filed: sets.every(({ transaction }) => transaction.folder === 'FILED'),
		modifiedAt: new Date(Math.max(...sets.map(({ transaction }) => transaction.modifiedAt.getTime()))),
	};
}

const statusNames: Record<ParcelStatus, string> = {
	imported: 'Imported',
	signing: 'Signing',
	drafted: 'Drafted',
	signed: 'Signed',
	issued: 'Issued',
	title_held: 'Title Held',
	transfer_drafted: 'Transfer Drafted',
};

/** The parcel status as a coloured word. */
export function statusBadge(status: ParcelStatus): Markup {
	return markup`<span class="badge ${status}">${statusNames[status]}</span>`;
}

export function stageBadge({ stage, sets }: ShipmentView): Markup {
	const drafted = stage === 'Imported' && sets.every(({ transaction }) => transaction.status === 'drafted');
	const word = drafted ? 'Drafted' : stage;
	return markup`<span class="badge ${word.toLowerCase()}">${word}</span>`;
}

/** A time in UTC: `12 May 2022 14:05`. */
export function moment(at: Date): Markup {
	return markup`<time datetime="${at.toISOString()}">${modifiedDate(at)}</time>`;
}

const lists = {
	inbox: {
		title: 'Inbox',
		lead: 'Shipments to review, sign and issue.',
		empty: 'The inbox is empty. Shipments appear here when they are imported.',
	},
	filed: {
		title: 'Filed',
		lead: 'Shipments whose bills of lading are issued.',
		empty: 'Nothing is filed yet. A shipment moves here when it is issued.',
	},
} as const;
type List = keyof typeof lists;

const mostRows = 200;

/** The two lists of shipments, the latest change first. */
export function shipmentLists(app: FastifyInstance, sessions: Sessions): void {
	for (const list of ['inbox', 'filed'] satisfies List[]) {
		app.get(`/${list}`, (request, reply) => {
			const session = sessions.get(request);
			const { customerId } = session.account;
			const { store } = sessions.exchange;
			const views = store.shipments
				.all()
				.flatMap(({ shipmentId }) => shipmentView(store, shipmentId, customerId) ?? [])
				.filter((view) => view.filed === (list === 'filed'))
				.sort((one, other) => other.modifiedAt.getTime() - one.modifiedAt.getTime());
			return show(reply, listPage(list, session, views));
		});
	}
}

function listPage(list: List, session: Session, views: ShipmentView[]): Markup {
	const { title, lead, empty } = lists[list];
	const shown = views.slice(0, mostRows);
	const body = markup`<hgroup><h1>${title}</h1><p>${lead}</p></hgroup>
${shown.length === 0 ? markup`<article>${empty}</article>` : rows(shown, repeatedReferences(views))}
${views.length > shown.length && markup`<p><small>The latest ${mostRows} of ${views.length} are shown.</small></p>`}`;
	return layout({ title, session, tab: list, body });
}

function repeatedReferences(views: readonly ShipmentView[]): Set<string> {
	const references = views.map(({ shipment }) => shipment.importRef);
	return new Set(references.filter((reference, index) => references.indexOf(reference) !== index));
}

/** `repeated`: the import references that several shipments have. */
function rows(views: ShipmentView[], repeated: ReadonlySet<string>): Markup {
	return markup`<table class="rows"><caption class="unseen">Shipments</caption>
<thead><tr><th scope="col">Shipment</th><th scope="col">Bills of lading</th><th scope="col">Parties</th><th scope="col">Route</th><th scope="col">Status</th><th scope="col">Changed (UTC)</th></tr></thead>
<tbody>${views.map((view) => row(view, repeated))}</tbody></table>`;
}

function row(view: ShipmentView, repeated: ReadonlySet<string>): Markup {
	const { shipment, sets, modifiedAt } = view;
	const set = sets[0]?.set;
	const address = `${pagePath}/shipments/${shipment.shipmentId}`;
	const numbers = sets.slice(0, 2).map((each) => each.set.blNumber);
	const more = sets.length > 2 ? ` and ${sets.length - 2} more` : '';
	const route = [set?.loadPort, set?.destinationName].filter(Boolean).join(' → ');
	return markup`<tr>
<th scope="row" data-label="Shipment"><a href="${address}">${shipment.shipmentReference}</a>${shipment.importRef !== shipment.shipmentReference && markup`<small>imported as ${shipment.importRef}</small>`}${repeated.has(shipment.importRef) && markup`<span class="badge drafted">Imported more than once</span>`}</th>
<td data-label="Bills of lading">${numbers.join(', ')}${more}<small>${set?.cargoName}</small></td>
<td data-label="Parties">${set?.consignorCompanyName}${set?.consigneeCompanyName && markup`<small>to ${set.consigneeCompanyName}</small>`}</td>
<td data-label="Route">${route}</td>
<td data-label="Status">${stageBadge(view)}</td>
<td data-label="Changed (UTC)">${moment(modifiedAt)}</td>
</tr>`;
}
