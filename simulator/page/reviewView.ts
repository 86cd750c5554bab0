import { moment, stageBadge } from './badges';
import { layout, pagePath } from './layout';
import { markup, type Markup } from './markup';
import type { Session } from './sessions';
import { setCard } from './setCard';
import { stages, type ShipmentView } from './shipmentViews';

/** The review of a shipment. `readOnly` is the hub's: the same data, no step to take. */
export function reviewView({
	view,
	session,
	company,
	readOnly,
	documentId,
	dialog,
}: {
	view: ShipmentView;
	session: Session;
	company: string;
	readOnly: boolean;
	/** The document to show; the first one otherwise. */
	documentId: string | null;
	dialog: Markup | null;
}): Markup {
	const { shipment, sets } = view;
	const back = readOnly ? 'hub' : view.filed ? 'filed' : 'inbox';
	const body = markup`<p class="crumb"><a href="${pagePath}/${back}">← ${readOnly ? 'Hub' : view.filed ? 'Filed' : 'Inbox'}</a></p>
<div class="head"><div><h1>${shipment.shipmentReference} ${stageBadge(view)}</h1>
<p>${sets.length === 1 ? '1 set' : `${sets.length} sets`}, imported ${moment(shipment.importedAt)} UTC as ${shipment.importRef}</p></div>
${readOnly ? markup`<p class="hint">The hub shows; signing and issuing are done in the exchange.</p>` : steps(view)}</div>
${progress(view)}
<div class="review">
<div class="column">
${shipment.facts.length > 0 && markup`<section class="card" aria-labelledby="facts"><h2 id="facts">Shipment</h2><dl class="facts">${shipment.facts.map(([label, text]) => markup`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl></section>`}
${sets.map((set, index) => setCard(set, { shipmentId: shipment.shipmentId, readOnly, open: index < 3 }))}
</div>
${viewer(view, documentId)}
</div>`;
	return layout({ title: shipment.shipmentReference, session, place: back, body, dialog, company });
}

function steps({ shipment, sets, rejected }: ShipmentView): Markup {
	const at = `${pagePath}/shipments/${shipment.shipmentId}`;
	const has = (stage: string) => sets.some(({ set }) => set.stage === stage);
	return markup`<div class="steps">
${has('Imported') && markup`<form method="post" action="${at}/sign"><button class="primary">Sign</button></form>${!rejected && markup`<a class="button" href="${at}?step=reject">Reject</a>`}`}
${has('Signing') && markup`<a class="button primary" href="${at}?step=authorize">Authorize the signature</a>`}
${has('Signed') && markup`<a class="button primary" href="${at}?step=issue">Issue</a>`}
</div>`;
}

function progress({ stage }: ShipmentView): Markup {
	const reached = stages.indexOf(stage);
	return markup`<ol class="progress" aria-label="Progress">${stages.map(
		(name, index) =>
			markup`<li class="${index <= reached ? 'done' : 'ahead'}"${index === reached && markup` aria-current="step"`}>${name}</li>`,
	)}</ol>`;
}

/** The PDF in the page. Its frame has a title, and the link beside it works where a browser shows no PDFs. */
function viewer({ sets }: ShipmentView, documentId: string | null): Markup {
	const documents = sets.flatMap(({ documents }) => documents);
	const shown = documents.find((document) => document.documentId === documentId) ?? documents[0];
	if (shown === undefined) return markup`<p class="card empty">This shipment has no documents.</p>`;
	const address = `${pagePath}/documents/${shown.setId}/${shown.documentId}`;
	return markup`<section class="card viewer" id="viewer" aria-labelledby="shown" tabindex="-1">
<h2><span id="shown">${shown.name}</span><a class="button" data-download href="${address}?download=1">Download PDF</a></h2>
<iframe title="PDF: ${shown.name}" src="${address}#toolbar=0&amp;navpanes=0&amp;view=FitH"></iframe>
</section>`;
}
