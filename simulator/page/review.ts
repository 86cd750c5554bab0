import type { Fact } from '../entities';
import { facts, layout } from './layout';
import { markup, type Markup } from './markup';
import { pagePath } from './sessions';
import type { Session } from './sessions';
import { moment, stageBadge, stages, statusBadge, type SetView, type ShipmentView } from './shipments';

/** The review of a shipment. */
export function reviewPage(content: {
	view: ShipmentView;
	session: Session;
	/** The document to show; null shows the first. */
	documentId: string | null;
	dialog: Markup | null;
}): Markup {
	const { view, session, documentId, dialog } = content;
	const { shipment, sets } = view;
	const tab = view.filed ? 'filed' : 'inbox';
	const body = markup`<p><a href="${pagePath}/${tab}">← ${view.filed ? 'Filed' : 'Inbox'}</a></p>
<div class="head"><hgroup><h1>${shipment.shipmentReference} ${stageBadge(view)}</h1>
<p>${sets.length === 1 ? '1 set' : `${sets.length} sets`}, imported ${moment(shipment.importedAt)} UTC as ${shipment.importRef}</p></hgroup>
${steps(view)}</div>
${progress(view)}
<div class="pair">
<div>
${sets.map((set) => setCard(set, shipment.shipmentId))}
<details><summary>As imported</summary><pre tabindex="0">${shipment.imported}</pre></details>
</div>
${viewer(view, documentId)}
</div>`;
	return layout({ title: shipment.shipmentReference, session, tab, body, dialog });
}

function steps({ shipment, sets }: ShipmentView): Markup {
	const at = `${pagePath}/shipments/${shipment.shipmentId}`;
	const has = (stage: string) => sets.some(({ set }) => set.stage === stage);
	return markup`<div class="inline">
${has('Imported') && markup`<form method="post" action="${at}/sign"><button>Sign</button></form>`}
${has('Signing') && markup`<a class="button" href="${at}?step=authorize">Authorize the signature</a>`}
${has('Signed') && markup`<a class="button" href="${at}?step=issue">Issue</a>`}
</div>`;
}

function progress({ stage }: ShipmentView): Markup {
	const reached = stages.indexOf(stage);
	return markup`<ol class="progress" aria-label="Progress">${stages.map(
		(name, index) =>
			markup`<li class="${index <= reached ? 'done' : 'ahead'}"${index === reached && markup` aria-current="step"`}>${name}</li>`,
	)}</ol>`;
}

/** The PDF in the page, with a link for browsers that do not show PDFs. */
function viewer({ sets }: ShipmentView, documentId: string | null): Markup {
	const documents = sets.flatMap(({ documents }) => documents);
	const shown = documents.find((document) => document.documentId === documentId) ?? documents[0];
	if (shown === undefined) return markup`<article>This shipment has no documents.</article>`;
	const address = `${pagePath}/documents/${shown.setId}/${shown.documentId}`;
	return markup`<article class="viewer" id="viewer" aria-labelledby="shown" tabindex="-1">
<div class="head"><h2 id="shown">${shown.name}</h2><a class="button outline" data-download href="${address}?download=1">Download PDF</a></div>
<iframe title="PDF: ${shown.name}" src="${address}#toolbar=0&amp;navpanes=0&amp;view=FitH"></iframe>
</article>`;
}

/** One set with everything to review before signing. */
function setCard(view: SetView, shipmentId: string): Markup {
	const { set, transaction } = view;
	return markup`<article aria-labelledby="set-${set.setId}">
<h2 id="set-${set.setId}">Bill of lading ${set.blNumber} ${statusBadge(transaction.status)}</h2>
<p><small>Set ${set.parcelRef} · signatures ${set.signaturesDone} of ${set.signaturesTotal}${set.stage === 'Signed' && ' (the last one when it is issued)'}</small></p>
${facts(setFacts(view))}
${documentList(view, shipmentId)}
${stepsOfOthers(view)}
${identifiers(view)}
</article>`;
}

function setFacts({ set }: SetView): Fact[] {
	const own: Fact[] = [
		['Shipper', set.consignorCompanyName],
		['Consignee', set.consigneeCompanyName],
		['From', set.loadPort],
		['To', [set.destinationName, set.destinationCountry].filter(Boolean).join(', ')],
		['Cargo', set.cargoName],
		// Without the zeros of `19,200.000 KGM`, as in the tables.
		['Quantity', set.quantity.replace(/\.000(?= |$)/, '')],
		['Vessel', set.vesselName ?? ''],
		['Date', set.billOfLadingDate],
	];
	const further = set.particulars.filter(([label]) => label !== 'Containers' && label !== 'Notify');
	return [...own, ...further].filter(([, text]) => text !== '');
}

function documentList({ set, documents }: SetView, shipmentId: string): Markup {
	const page = `${pagePath}/shipments/${shipmentId}`;
	const rows = documents.map(({ documentId, name, docType }) => {
		const address = `${pagePath}/documents/${set.setId}/${documentId}`;
		return markup`<li><span>${name}${docType !== name && markup`<small>${docType}</small>`}</span>
<span><a href="${page}?document=${documentId}#viewer">Show<span class="unseen"> ${name}</span></a>
<a href="${address}?download=1">Download<span class="unseen"> ${name}</span></a></span></li>`;
	});
	return markup`<h3>Documents</h3><ul class="lines">${rows}</ul>`;
}

/** Steps of other people, each with an event of its own. */
function stepsOfOthers({ set, transactions }: SetView): Markup {
	const held = transactions.some(({ status }) => status === 'title_held' || status === 'transfer_drafted');
	const step = (name: string, label: string, effect: string) =>
		markup`<li><form method="post" action="${pagePath}/sets/${set.setId}/${name}"><button class="outline">${label}</button></form><small>${effect}</small></li>`;
	return markup`<h3>Steps of other people</h3><ul class="lines">
${set.stage === 'Imported' && step('approve-draft', 'Approve the draft', 'A colleague in the hub. Sends Drafted.')}
${set.stage === 'Issued' && !held && step('hold-title', 'Hold the title', 'The recipient of the original. Sends Title Held.')}
${set.stage === 'Issued' && step('draft-transfer', 'Draft a transfer', 'The holder of the title. Sends Transfer Drafted.')}
${(set.stage === 'Signing' || set.stage === 'Signed') && markup`<li><small>Nothing until it is issued.</small></li>`}
</ul>`;
}

function identifiers({ set, transactions, documents }: SetView): Markup {
	const id = (label: string, value: string, more: Markup | null = null) =>
		[
			label,
			markup`<code>${value}</code> <button type="button" class="outline" data-copy="${value}" hidden>Copy<span class="unseen"> ${label}</span></button>${more}`,
		] as const;
	return markup`<details><summary>Identifiers</summary>${facts([
		id('Set ID', set.setId),
		...transactions.map(({ transactionId, status, modifiedAt }) =>
			id('Transaction ID', transactionId, markup`<small>${statusBadge(status)} ${moment(modifiedAt)} UTC</small>`),
		),
		...documents.map((each) => id(`Document ID, ${each.name}`, each.documentId)),
	])}</details>`;
}
