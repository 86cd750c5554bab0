import { moment, stageBadge } from './badges';
import { layout, pagePath } from './layout';
import { markup, type Markup } from './markup';
import type { Session } from './sessions';
import { mentions, type ShipmentView } from './shipmentViews';

export type List = 'inbox' | 'filed' | 'hub';

const lists: Record<List, { title: string; lead: string; empty: string }> = {
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
};

const mostRows = 200;

/** A tab of shipments, the latest change first; `search` narrows it to those that mention the text. */
export function listView(
	list: List,
	{ views, search, session, company }: { views: ShipmentView[]; search: string; session: Session; company: string },
): Markup {
	const { title, lead, empty } = lists[list];
	const here = views.filter((view) => list === 'hub' || view.filed === (list === 'filed'));
	const found = search === '' ? here : here.filter((view) => mentions(view, search));
	const shown = found.slice(0, mostRows);
	const body = markup`<div class="head"><div><h1>${title}</h1><p>${lead}</p></div>
<form class="search" role="search" method="get" action="${pagePath}/${list}"><label for="q">Find</label>
<input id="q" name="q" type="search" value="${search}" placeholder="reference, company, port"><button>Find</button></form></div>
${shown.length === 0 ? markup`<p class="card empty">${search === '' ? empty : `Nothing here mentions “${search}”.`}</p>` : table(list, shown)}
${found.length > shown.length && markup`<p class="hint">The latest ${mostRows} of ${found.length} are shown. Use Find for the others.</p>`}`;
	return layout({ title, session, place: list, body, company });
}

function table(list: List, views: ShipmentView[]): Markup {
	return markup`<table class="card rows"><caption class="unseen">Shipments</caption>
<thead><tr><th scope="col">Shipment</th><th scope="col">Bills of lading</th><th scope="col">Parties</th><th scope="col">Route</th><th scope="col">Status</th><th scope="col">Changed (UTC)</th></tr></thead>
<tbody>${views.map((view) => row(list, view))}</tbody></table>`;
}

function row(list: List, view: ShipmentView): Markup {
	const { shipment, sets, modifiedAt } = view;
	const set = sets[0]?.set;
	const address = `${pagePath}/${list === 'hub' ? 'hub/' : ''}shipments/${shipment.shipmentId}`;
	const more = sets.length > 2 ? ` and ${sets.length - 2} more` : '';
	const route = [set?.loadPort, set?.destinationName].filter(Boolean).join(' → ');
	return markup`<tr>
<th scope="row" data-label="Shipment"><a href="${address}">${shipment.shipmentReference}</a>${shipment.importRef !== shipment.shipmentReference && markup`<small>imported as ${shipment.importRef}</small>`}</th>
<td data-label="Bills of lading">${sets
		.slice(0, 2)
		.map((each) => each.set.blNumber)
		.join(', ')}${more}<small>${set?.cargoName}</small></td>
<td data-label="Parties">${set?.consignorCompanyName}<small>to ${set?.consigneeCompanyName}</small></td>
<td data-label="Route">${route}</td>
<td data-label="Status">${stageBadge(view)}</td>
<td data-label="Changed (UTC)" class="when">${moment(modifiedAt)}</td>
</tr>`;
}
