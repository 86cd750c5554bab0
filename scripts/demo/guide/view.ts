import { facts } from '../../../simulator/page/layout';
import { markup, type Markup } from '../../../simulator/page/markup';
import type { ParcelSet } from '../../../simulator/entities';
import type { Mail } from '../mailbox';
import type { Form, GuideSources, Row, WorkflowLink } from './sources';

/** The whole page; `arrived` is the part that is kept up to date. */
export function guidePage({ n8n, simulator, queue, forms }: GuideSources, arrived: Markup): Markup {
	return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>From a shipment to an email · Cargo Exchange demo</title>
<link rel="stylesheet" href="/pico.min.css">
<link rel="stylesheet" href="/exchange.css">
<script src="/exchange.js" defer></script>
<script src="/guide.js" defer></script>
</head>
<body>
<header class="bar"><span class="brand">Cargo Exchange for n8n</span>
<nav aria-label="Places"><ul><li>${open(n8n.url, 'n8n ↗')}</li><li>${open(`${simulator.pageUrl}/inbox`, 'The exchange ↗')}</li></ul></nav></header>
<main>
<hgroup><h1>From a shipment to an email</h1>
<p>Everything runs on this computer: n8n with the package, a simulated exchange, a message queue and a mail server that forwards nothing.</p></hgroup>
<div class="pair">
<article aria-labelledby="n8n"><h2 id="n8n">${open(n8n.url, 'n8n ↗')}</h2>${account(n8n.email, n8n.password)}
${workflowList(n8n.workflows)}
<details><summary>More examples: not published, ready to execute</summary>${workflowList(n8n.others)}</details></article>
<article aria-labelledby="exchange"><h2 id="exchange">${open(`${simulator.pageUrl}/inbox`, 'The exchange ↗')}</h2>${account(simulator.person.username, simulator.person.password)}
${facts([['Queue of its messages', copied('Queue', queue)]])}
<p><small>Signing and issuing ask for the same user name and password again. The Errors page simulates errors and outages.</small></p></article>
</div>
<form class="inline" method="post" action="/import"><button>Import a shipment</button><small>Runs the first workflow in n8n. You can do it there as well, with Execute workflow.</small></form>
<div id="arrivals" data-from="/arrivals">${arrived}</div>
<details><summary>Set it up by hand: what to type into n8n's credentials</summary>
<p><small>The n8n above is set up already. To do it yourself, as docs/first-hour.md describes, use these in any n8n on this computer.</small></p>
<div class="pair">${forms.map(formFields)}</div></details>
</main>
<footer><small>The companies are made up, and the passwords are valid on this computer only.</small></footer>
</body>
</html>`;
}

const workflowList = (links: readonly WorkflowLink[]): Markup =>
	markup`<ul>${links.map(({ label, url }) => markup`<li>${open(url, label)}</li>`)}</ul>`;

const open = (url: string, label: string) => markup`<a href="${url}" target="_blank">${label}</a>`;

function formFields({ title, fields }: Form): Markup {
	// Nobody types a switch.
	const shown = (label: string, value: string) => (/^(on|off)$/.test(value) ? value : copied(label, value));
	const lines = fields.map(({ label, value }) => [label, shown(label, value)] as const);
	return markup`<section><h3>${title}</h3>${facts(lines)}</section>`;
}

function account(username: string, password: string): Markup {
	return facts([
		['User name', copied('User name', username)],
		['Password', copied('Password', password)],
	]);
}

/** A value with a button that copies it; the page's script shows the button. */
function copied(label: string, value: string): Markup {
	return markup`<code>${value}</code> <button type="button" class="outline" data-copy="${value}" hidden>Copy<span class="unseen"> ${label}</span></button>`;
}

/** The latest import and how far it is, the emails and the table. */
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
	return markup`<ol class="progress" aria-label="Steps">
${step(shipment !== undefined, '1. Import', shipment === undefined ? 'Press Import a shipment above.' : markup`${shipment.shipmentReference} is in the exchange.`)}
${step(signed, '2. Sign', signed ? 'The queue started n8n, and the table has its row.' : markup`${open(address, 'Open it in the exchange')}, choose Sign and confirm with the password.`)}
${step(issued, '3. Issue', issued ? 'n8n has downloaded the PDFs and emailed them.' : markup`Then ${open(address, 'choose Issue')}, a recipient, and confirm.`)}
</ol>
<div class="pair">
<article aria-labelledby="mails"><h2 id="mails">Emails (${mails.length})</h2>
${mails.length === 0 ? markup`<p>None yet. The first comes when a shipment is issued.</p>` : markup`<ul class="lines">${mails.map(mailItem).reverse()}</ul>`}</article>
<article aria-labelledby="rows"><h2 id="rows">Table (${rows.length === 1 ? '1 row' : `${rows.length} rows`})</h2>
${rows.length === 0 ? markup`<p>No row yet. The first comes when a shipment is signed.</p>` : sheet(rows)}
<p><small>This is the data table Cargo statuses in ${open(n8n.url, 'n8n')}.</small></p></article>
</div>`;
}

function step(done: boolean, title: string, text: Markup | string): Markup {
	return markup`<li class="${done ? 'done' : 'ahead'}"><article><h2>${title}${done && markup` <span class="badge issued">Done</span>`}</h2><p>${text}</p></article></li>`;
}

function mailItem({ subject, to, at, text, html, attachments }: Mail, index: number): Markup {
	const time = at.toISOString();
	const files = attachments.map(
		({ fileName, bytes }, file) =>
			markup`<li>${open(`/mails/${index}/${file}`, fileName)} <small>${bytes.length.toLocaleString('en-US')} bytes</small></li>`,
	);
	return markup`<li><span><b>${subject}</b><small>to ${to.join(', ')}, <time datetime="${time}">${shortTime(time)}</time> UTC</small></span>${text.trim() !== '' && markup`<pre>${text.trim()}</pre>`}${html !== '' && markup`<p>${open(`/mails/${index}`, 'Show the email')}</p>`}<ul>${files}</ul></li>`;
}

const columns = {
	parcelRef: 'Set',
	status: 'Status',
	changedAt: 'Since (UTC)',
	changedBy: 'Changed by',
	company: 'Company',
} as const;

function sheet(rows: Row[]): Markup {
	const cells = (row: Row) =>
		Object.entries(columns).map(([name, label]) => markup`<td data-label="${label}">${cell(row[name])}</td>`);
	return markup`<table class="rows"><thead><tr>${Object.values(columns).map((label) => markup`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>${[...rows].reverse().map((row) => markup`<tr>${cells(row)}</tr>`)}</tbody></table>`;
}

function cell(value: unknown): string {
	const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : '';
	return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? shortTime(text) : text;
}

/** `2022-05-12 10:20:30` of an ISO time. */
const shortTime = (iso: string): string => iso.slice(0, 19).replace('T', ' ');
