import { markup, type Markup } from '../../../simulator/page/markup';
import type { ParcelSet } from '../../../simulator/entities';
import type { Mail } from '../mailbox';
import type { Form } from './forms';
import type { GuideSources, Row } from './sources';

/** The whole page; `arrived` is the part that is kept up to date. */
export function guidePage({ n8n, simulator, forms }: GuideSources, arrived: Markup): Markup {
	return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>From a shipment to an e-mail · Cargo Exchange demo</title>
<link rel="stylesheet" href="/exchange.css">
<link rel="stylesheet" href="/guide.css">
<script src="/guide.js" defer></script>
</head>
<body>
<header class="bar"><span class="brand">Cargo Exchange for n8n</span>
<nav aria-label="Places"><ul><li><a href="${n8n.url}" target="_blank">n8n ↗</a></li><li><a href="${simulator.pageUrl}/inbox" target="_blank">The exchange ↗</a></li><li><a href="${simulator.pageUrl}/live" target="_blank">Live view ↗</a></li></ul></nav></header>
<main>
<div class="head"><div><h1>From a shipment to an e-mail</h1>
<p>Everything runs on this machine: n8n with the package, a simulated exchange, a message queue and a mail server that sends nothing on.</p></div></div>
<div class="pair accounts">
<section class="card" aria-labelledby="n8n"><h2 id="n8n"><a href="${n8n.url}" target="_blank">n8n ↗</a></h2>${account(n8n.email, n8n.password)}
<ul class="plain">${n8n.workflows.map(({ label, url }) => markup`<li><a href="${url}" target="_blank">${label}</a></li>`)}</ul></section>
<section class="card" aria-labelledby="exchange"><h2 id="exchange"><a href="${simulator.pageUrl}/inbox" target="_blank">The exchange ↗</a></h2>${account(simulator.person.username, simulator.person.password)}
<p class="hint">Signing and issuing ask for the same user name and password again. Under Fault drills you can rehearse bad days.</p></section>
</div>
<form class="import" method="post" action="/import"><button class="primary">Import a shipment</button><span class="hint">Runs the first workflow in n8n. You can do it there as well, with Execute workflow.</span></form>
<div id="arrivals" data-from="/arrivals">${arrived}</div>
<details class="card byhand"><summary>Set it up by hand: what to type into n8n's credentials</summary>
<p class="hint">The n8n above is set up already. To do it yourself, as docs/first-hour.md leads you through it, use these in any n8n on this machine.</p>
<div class="forms">${forms.map(formFields)}</div></details>
</main>
<footer>The companies are made up, and the passwords are good on this machine only.</footer>
</body>
</html>`;
}

function formFields({ title, fields }: Form): Markup {
	return markup`<section><h3>${title}</h3><dl class="facts">${fields.map(({ label, value }) => markup`<div><dt>${label}</dt><dd><code>${value}</code></dd></div>`)}</dl></section>`;
}

function account(username: string, password: string): Markup {
	return markup`<dl class="facts"><div><dt>User name</dt><dd><code>${username}</code></dd></div><div><dt>Password</dt><dd><code>${password}</code></dd></div></dl>`;
}

/** Where the latest import stands, the mails and the spreadsheet. */
export function arrivals(
	{ simulator, mails, n8n }: GuideSources,
	{ seeded, rows }: { seeded: number; rows: Row[] },
): Markup {
	const { store, pageUrl } = simulator;
	const shipment = store.shipments.all().slice(seeded).at(-1);
	const sets = shipment === undefined ? [] : store.setsOfShipment(shipment.shipmentId);
	const address = shipment === undefined ? `${pageUrl}/inbox` : `${pageUrl}/shipments/${shipment.shipmentId}`;
	const reached = (...stages: Array<ParcelSet['stage']>) =>
		sets.length > 0 && sets.every(({ stage }) => stages.includes(stage));
	const signed = reached('Signed', 'Issued');
	const issued = reached('Issued');
	return markup`<ol class="story" aria-label="Steps">
${step(shipment !== undefined, 'Import', shipment === undefined ? 'Press Import a shipment above.' : markup`${shipment.shipmentReference} is in the exchange.`)}
${step(signed, 'Sign', signed ? 'Done. The queue told n8n, and the spreadsheet has its row.' : markup`<a href="${address}" target="_blank">Open it in the exchange</a>, choose Sign and authorize.`)}
${step(issued, 'Issue', issued ? 'Done. n8n has fetched the PDFs and mailed them.' : markup`Then <a href="${address}" target="_blank">choose Issue</a>, a recipient, and confirm.`)}
</ol>
<div class="pair">
<section class="card" aria-labelledby="mails"><h2 id="mails">E-mails (${mails.length})</h2>
${mails.length === 0 ? markup`<p class="empty">None yet. The first comes when a shipment is issued.</p>` : markup`<ul class="mails">${mails.map(mailItem).reverse()}</ul>`}</section>
<section class="card" aria-labelledby="rows"><h2 id="rows">Spreadsheet (${rows.length === 1 ? '1 row' : `${rows.length} rows`})</h2>
${rows.length === 0 ? markup`<p class="empty">No row yet. The first comes when a shipment is signed.</p>` : sheet(rows)}
<p class="hint">This is the data table Cargo statuses in <a href="${n8n.url}" target="_blank">n8n</a>.</p></section>
</div>`;
}

function step(done: boolean, title: string, text: Markup | string): Markup {
	return markup`<li class="card ${done ? 'done' : 'ahead'}"><h2>${title}${done && markup` <span class="badge issued">Done</span>`}</h2><p>${text}</p></li>`;
}

function mailItem({ subject, to, attachments }: Mail, index: number): Markup {
	const files = attachments.map(
		({ fileName, bytes }, file) =>
			markup`<li><a href="/mails/${index}/${file}" target="_blank">${fileName}</a> <span class="hint">${bytes.length.toLocaleString('en-US')} bytes</span></li>`,
	);
	return markup`<li><b>${subject}</b><small>to ${to.join(', ')}</small><ul class="plain">${files}</ul></li>`;
}

const columns = ['parcelRef', 'status', 'statusAt', 'changedBy', 'company'] as const;
const heads = {
	parcelRef: 'Parcel',
	status: 'Status',
	statusAt: 'Since (UTC)',
	changedBy: 'Changed by',
	company: 'Company',
} as const;

function sheet(rows: Row[]): Markup {
	return markup`<div class="scroll" tabindex="0" role="group" aria-label="Spreadsheet"><table><thead><tr>${columns.map((name) => markup`<th scope="col">${heads[name]}</th>`)}</tr></thead>
<tbody>${[...rows].reverse().map((row) => markup`<tr>${columns.map((name) => markup`<td>${cell(row[name])}</td>`)}</tr>`)}</tbody></table></div>`;
}

function cell(value: unknown): string {
	const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : '';
	return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? text.slice(0, 19).replace('T', ' ') : text;
}
