import type { FastifyInstance } from 'fastify';
import * as z from 'zod/v4';
import { layout, pagePath } from './layout';
import { markup, type Markup } from './markup';
import { show, type Session, type Sessions } from './sessions';
import { mentions, moment, shipmentViews, stageBadge, type ShipmentView } from './shipmentViews';

const lists = {
	inbox: {
		title: 'Inbox',
		lead: 'Shipments that wait for somebody: review them, sign them, issue them.',
		empty: 'Nothing waits here. Shipments appear as soon as they are imported.',
	},
	filed: {
		title: 'Filed',
		lead: 'Shipments whose bills of lading are issued.',
		empty: 'Nothing is filed yet. A shipment moves here when it is issued.',
	},
	hub: {
		title: 'Hub',
		lead: 'The hub shows every imported shipment too. Here you can look; what is to be done is done in the exchange.',
		empty: 'The hub has no shipments yet.',
	},
} as const;
type List = keyof typeof lists;

const mostRows = 200;
const listQuery = z.object({ q: z.string().max(200).default('') }).catch({ q: '' });

/** The three lists of shipments, the latest change first; a search text narrows them. */
export function shipmentLists(app: FastifyInstance, sessions: Sessions): void {
	for (const list of ['inbox', 'filed', 'hub'] satisfies List[]) {
		app.get(`/${list}`, (request, reply) => {
			const session = sessions.get(request);
			const instance = list === 'hub' ? 'HUB' : 'EXCHANGE';
			const { customerId } = session.account;
			const all = shipmentViews(sessions.exchange.store, { customerId, instance });
			const views = all.filter((view) => list === 'hub' || view.filed === (list === 'filed'));
			return show(reply, listPage(list, session, views, listQuery.parse(request.query).q.trim()));
		});
	}
}

function listPage(list: List, session: Session, views: ShipmentView[], search: string): Markup {
	const { title, lead, empty } = lists[list];
	const found = search === '' ? views : views.filter((view) => mentions(view, search));
	const shown = found.slice(0, mostRows);
	const body = markup`<div class="head"><hgroup><h1>${title}</h1><p>${lead}</p></hgroup>
<form role="search" method="get" action="${pagePath}/${list}"><label for="q" class="unseen">Find</label>
<input id="q" name="q" type="search" value="${search}" placeholder="reference, company, port"><button>Find</button></form></div>
${shown.length === 0 ? markup`<article>${search === '' ? empty : `Nothing here mentions “${search}”.`}</article>` : rows(list, shown)}
${found.length > shown.length && markup`<p><small>The latest ${mostRows} of ${found.length} are shown. Use Find for the others.</small></p>`}`;
	return layout({ title, session, tab: list, body });
}

function rows(list: List, views: ShipmentView[]): Markup {
	return markup`<table class="rows"><caption class="unseen">Shipments</caption>
<thead><tr><th scope="col">Shipment</th><th scope="col">Bills of lading</th><th scope="col">Parties</th><th scope="col">Route</th><th scope="col">Status</th><th scope="col">Changed (UTC)</th></tr></thead>
<tbody>${views.map((view) => row(list, view))}</tbody></table>`;
}

function row(list: List, view: ShipmentView): Markup {
	const { shipment, sets, modifiedAt } = view;
	const set = sets[0]?.set;
	const address = `${pagePath}/${list === 'hub' ? 'hub/' : ''}shipments/${shipment.shipmentId}`;
	const numbers = sets.slice(0, 2).map((each) => each.set.blNumber);
	const more = sets.length > 2 ? ` and ${sets.length - 2} more` : '';
	const route = [set?.loadPort, set?.destinationName].filter(Boolean).join(' → ');
	return markup`<tr>
<th scope="row" data-label="Shipment"><a href="${address}">${shipment.shipmentReference}</a>${shipment.importRef !== shipment.shipmentReference && markup`<small>imported as ${shipment.importRef}</small>`}</th>
<td data-label="Bills of lading">${numbers.join(', ')}${more}<small>${set?.cargoName}</small></td>
<td data-label="Parties">${set?.consignorCompanyName}<small>to ${set?.consigneeCompanyName}</small></td>
<td data-label="Route">${route}</td>
<td data-label="Status">${stageBadge(view)}</td>
<td data-label="Changed (UTC)">${moment(modifiedAt)}</td>
</tr>`;
}
