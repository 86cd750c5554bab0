import { statusEvents } from '../../nodes/CargoExchange/vocabulary';
import type { SentMessage } from '../activity';
import type { RecordedRequest } from '../requests';
import { layout, pagePath } from './layout';
import { markup, type Markup } from './markup';
import type { Session } from './sessions';

/** How many entries of each kind the page keeps. */
export const keptEntries = 100;
const longestText = 4000;
const longestValue = 200;
/** In a summary the beginning of an id says enough; the whole stands below it. */
const longId = /\b([0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** What went to the queue and what was asked of the interfaces, the latest first, kept up to date by /app/live/stream. */
export function liveView(content: {
	session: Session;
	company: string;
	queue: string | null;
	messages: Markup[];
	requests: Markup[];
}): Markup {
	const { session, company, queue, messages, requests } = content;
	const body = markup`<div class="head"><div><h1>Live view</h1>
<p>${queue === null ? 'No broker is connected: messages are listed here and go nowhere.' : markup`Messages go to the queue <code>${queue}</code>.`} Passwords and tokens are never shown.</p></div>
<p class="state" data-live="${pagePath}/live/stream" role="status">Not live: this needs scripts.</p></div>
<div class="pair">
<section class="card" aria-labelledby="sent"><h2 id="sent">Queue messages sent</h2>
<ol class="log" data-log="sent" data-most="${keptEntries}">${messages}</ol><p class="empty">None yet. Approve a draft, sign or issue something.</p></section>
<section class="card" aria-labelledby="received"><h2 id="received">Requests received</h2>
<ol class="log" data-log="request" data-most="${keptEntries}">${requests}</ol><p class="empty">None yet. Run a workflow that uses the exchange.</p></section>
</div>`;
	return layout({ title: 'Live view', session, place: 'live', body, company });
}

/** A message as an entry of the live view. */
export function messageEntry({ number, kind, body, message, at }: SentMessage): Markup {
	const fields: Record<string, unknown> = { ...message };
	const word = (name: string): string => {
		const value = fields[name];
		return typeof value === 'string' ? value : '';
	};
	const status = word('newStatus');
	const event = Object.values(statusEvents).find((each) => each.status === status);
	const name = kind === 'garbage' ? 'Garbage' : (event?.name ?? status);
	const tone = kind === 'garbage' ? 'rejected' : status.toLowerCase();
	const about = kind === 'garbage' ? `${body.length} bytes` : word('parcelReference');
	const text = message === null ? readable(body) : JSON.stringify(message, null, 2);
	return markup`<li id="sent-${number}"><details><summary><span class="badge ${tone}">${name}</span>
<span class="what">${about}${kind === 'copy' && ' (sent again)'}</span><span class="hint">${word('instance')}</span>${clock(at)}</summary><pre tabindex="0">${text}</pre></details></li>`;
}

/** A request as an entry of the live view; without a status it is under way. */
export function requestEntry(request: RecordedRequest, number: number): Markup {
	const { method, path, query, status, size, body, when } = request;
	const words = new URLSearchParams(query).toString();
	const tone = status === null ? 'imported' : status < 300 ? 'issued' : status < 500 ? 'drafted' : 'rejected';
	const lines = [
		`${method} ${path}${words === '' ? '' : `?${words}`}`,
		...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
		...(body === null ? [] : ['', shortened(body)]),
	];
	return markup`<li id="request-${number}"><details><summary><span class="badge ${tone}">${status ?? '…'}</span>
<span class="what"><b>${method}</b> ${path.replace(longId, '$1…')}</span><span class="hint">${size > 0 && `${size.toLocaleString('en-US')} bytes`}</span>${clock(when)}</summary><pre tabindex="0">${lines.join('\n')}</pre></details></li>`;
}

function clock(at: Date): Markup {
	return markup`<time datetime="${at.toISOString()}">${at.toISOString().slice(11, 19)}</time>`;
}

/** Long texts, a PDF in Base64 for instance, are cut so that a page stays a page. */
function shortened(body: unknown): string {
	const cut = (_name: string, value: unknown): unknown =>
		typeof value === 'string' && value.length > longestValue
			? `${value.slice(0, 40)}… (${value.length.toLocaleString('en-US')} characters)`
			: value;
	const text = JSON.stringify(body, cut, 2);
	return text.length > longestText ? `${text.slice(0, longestText)}\n…` : text;
}

function readable(body: Buffer): string {
	if (body.length === 0) return '(empty)';
	const text = body.toString('utf8');
	return /[\u0000-\u0008\ufffd]/.test(text) ? `(bytes) ${body.toString('hex')}` : text;
}
