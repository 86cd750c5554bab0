import type { Fact, SetDetails } from '../entities';
import { moment, statusBadge } from './badges';
import { pagePath } from './layout';
import { markup, type Markup } from './markup';
import type { SetView } from './shipmentViews';

type Setting = { shipmentId: string; readOnly: boolean; open: boolean };

/** One set with everything a person reviews before signing. */
export function setCard(view: SetView, { shipmentId, readOnly, open }: Setting): Markup {
	const { set, transaction } = view;
	return markup`<section class="card set" aria-labelledby="set-${set.setId}">
<h2 id="set-${set.setId}">Bill of lading ${set.blNumber} ${statusBadge(transaction.status)}</h2>
<p class="sub">Set ${set.parcelRef} · signatures ${set.signaturesDone} of ${set.signaturesTotal}${set.rejectedAt !== null && ' · marked as rejected'}</p>
<dl class="facts">${facts(view).map(fact)}</dl>
${documents(view, shipmentId, readOnly)}
${details(set.details, open)}
${!readOnly && furtherSteps(view)}
${identifiers(view)}
</section>`;
}

function facts({ set }: SetView): Fact[] {
	const own: Fact[] = [
		['Shipper', set.consignorCompanyName],
		['Consignee', set.consigneeCompanyName],
		['From', set.loadPort],
		['To', [set.destinationName, set.destinationCountry].filter(Boolean).join(', ')],
		['Cargo', set.cargoName],
		['Quantity', set.quantity],
		['Vessel', set.vesselName ?? ''],
		['Date', set.billOfLadingDate],
	];
	return [...own, ...set.particulars.filter(([label]) => label !== 'Containers' && label !== 'Notify')].filter(
		([, text]) => text !== '',
	);
}

const fact = ([label, text]: Fact): Markup => markup`<div><dt>${label}</dt><dd>${text}</dd></div>`;

function documents({ set, documents }: SetView, shipmentId: string, readOnly: boolean): Markup {
	const page = `${pagePath}/${readOnly ? 'hub/' : ''}shipments/${shipmentId}`;
	const rows = documents.map(({ documentId, name, docType }) => {
		const address = `${pagePath}/documents/${set.setId}/${documentId}`;
		return markup`<li><span>${name}${docType !== name && markup`<small>${docType}</small>`}</span>
<span class="links"><a href="${page}?document=${documentId}#viewer" data-show="${address}" data-name="${name}">Show<span class="unseen"> ${name}</span></a>
<a href="${address}?download=1">Download<span class="unseen"> ${name}</span></a></span></li>`;
	});
	return markup`<h3>Documents</h3><ul class="documents">${rows}</ul>`;
}

function details({ parties, cargos, containers, charges, chargeTotals }: SetDetails, open: boolean): Markup {
	const opened = open && markup` open`;
	return markup`${
		parties.length > 0 &&
		markup`<details${opened}><summary>Parties</summary><ul class="parties">${parties.map(
			(party) =>
				markup`<li><b>${party.role}</b>${party.name}<small>${[party.address, party.code].filter(Boolean).join(' · ')}</small></li>`,
		)}</ul></details>`
	}
${
	cargos.length > 0 &&
	markup`<details><summary>Cargo</summary>${table(
		['Cargo', 'Marks and numbers', 'Quantity', 'Packaging'],
		cargos.map((cargo) => [
			[cargo.name, cargo.description].filter(Boolean).join(': '),
			cargo.marks,
			cargo.quantities.join('; '),
			cargo.packaging.join('; '),
		]),
	)}</details>`
}
${
	containers.length > 0 &&
	markup`<details${opened}><summary>Containers (${containers.length})</summary>${table(
		['Container', 'Type', 'Seal', 'Packages', 'Weight', 'Volume'],
		containers.map((each) => [
			each.containerNumber,
			each.containerType,
			each.sealNumber,
			each.packages,
			each.weight,
			each.volume,
		]),
	)}</details>`
}
${
	charges.length > 0 &&
	markup`<details><summary>Freight charges</summary>${table(
		['Charge', 'Freighted as', 'Rate', 'Amount', 'Payment'],
		charges.map((charge) => [
			[charge.code, charge.tariffItem].filter(Boolean).join(' '),
			charge.freightedAs,
			charge.rate,
			charge.amount,
			charge.payment,
		]),
	)}<dl class="facts">${chargeTotals.map(fact)}</dl></details>`
}`;
}

/** A table that scrolls by itself where it is wider than the screen, by keyboard as well. */
function table(heads: string[], rows: string[][]): Markup {
	return markup`<div class="scroll" tabindex="0" role="group" aria-label="${heads.join(', ')}"><table><thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** Steps of other people that each cause an event of their own. */
function furtherSteps({ set, transactions }: SetView): Markup {
	const held = transactions.some(({ status }) => status === 'title_held' || status === 'transfer_drafted');
	const step = (name: string, label: string, effect: string) =>
		markup`<li><form method="post" action="${pagePath}/sets/${set.setId}/${name}"><button>${label}</button></form><small>${effect}</small></li>`;
	return markup`<h3>What others do with this set</h3><ul class="others">
${set.stage === 'Imported' && step('approve-draft', 'Approve the draft', 'A colleague in the hub. Sends Drafted.')}
${set.stage === 'Issued' && !held && step('hold-title', 'Hold the title', 'The recipient of the original. Sends Title Held.')}
${set.stage === 'Issued' && step('draft-transfer', 'Draft a transfer', 'The holder of the title. Sends Transfer Drafted.')}
${(set.stage === 'Signing' || set.stage === 'Signed') && markup`<li class="hint">Nothing until it is issued.</li>`}
</ul>`;
}

function identifiers({ set, transactions, documents }: SetView): Markup {
	const id = (label: string, value: string) =>
		markup`<div><dt>${label}</dt><dd><code>${value}</code> <button type="button" class="copy" data-copy="${value}" hidden>Copy<span class="unseen"> ${label}</span></button></dd></div>`;
	return markup`<details><summary>Identifiers</summary><dl class="ids">
${id('Set id', set.setId)}
${transactions.map((each) => id('Transaction id', each.transactionId))}
${documents.map((each) => id(`Document id, ${each.name}`, each.documentId))}
</dl>
<ul class="plain">${transactions.map((each) => markup`<li>Transaction ${each.transactionId.slice(0, 8)}… ${statusBadge(each.status)} ${moment(each.modifiedAt)} UTC</li>`)}</ul></details>`;
}
