import type { FastifyInstance } from 'fastify';
import { statusEvents } from '../../nodes/CargoExchange/vocabulary';
import type { SentMessage } from '../activity';
import type { RecordedRequest } from '../activity';
import { layout } from './layout';
import { markup, type Markup } from './markup';
import { pagePath, show, type Session, type Sessions } from './sessions';

/** Of each kind. */
const maxEntries = 100;
const longestText = 4000;
const longestValue = 200;
const heartbeatMs = 15_000;
/** A summary has only the beginning of an ID. */
const longId = /\b([0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** The live view, and the stream of server-sent events that keeps it up to date. */
export function livePages(app: FastifyInstance, sessions: Sessions): void {
	const { activity, settings } = sessions.exchange;
	const numbers = new WeakMap<RecordedRequest, number>();
	let count = 0;
	/** A request keeps its number, so that its response replaces the entry of its arrival. */
	const entryOf = (request: RecordedRequest): Markup => {
		const number = numbers.get(request) ?? (count += 1);
		numbers.set(request, number);
		return requestEntry(request, number);
	};

	app.get('/live', (request, reply) => {
		const messages = activity.sent.slice(-maxEntries).reverse().map(messageEntry);
		const received = activity.requests.slice(-maxEntries).map(entryOf).reverse();
		return show(reply, livePage(sessions.get(request), settings.queue?.name ?? null, messages, received));
	});

	app.get('/live/stream', (request, reply) => {
		reply.hijack();
		const { raw } = reply;
		raw.writeHead(200, {
			'content-type': 'text/event-stream',
			'cache-control': 'no-store',
			'x-accel-buffering': 'no',
		});
		const send = (event: string, entry: Markup) => {
			raw.write(`event: ${event}\ndata: ${JSON.stringify(entry.text)}\n\n`);
		};
		const onSent = (message: SentMessage) => {
			send('sent', messageEntry(message));
		};
		const onRequest = (received: RecordedRequest) => {
			send('request', entryOf(received));
		};
		const heartbeat = setInterval(() => raw.write(': heartbeat\n\n'), heartbeatMs);
		activity.on('sent', onSent).on('request', onRequest);
		request.raw.socket.once('close', () => {
			clearInterval(heartbeat);
			activity.off('sent', onSent).off('request', onRequest);
		});
		raw.write('retry: 1000\n\n');
	});
}

/** Messages to the queue and requests to the service, the latest first. */
function livePage(session: Session, queue: string | null, messages: Markup[], requests: Markup[]): Markup {
	const log = (name: string, title: string, entries: Markup[], empty: string) =>
		markup`<article aria-labelledby="${name}"><h2 id="${name}">${title}</h2>
<ol class="log" data-log="${name}" data-most="${maxEntries}">${entries}</ol><p class="empty">${empty}</p></article>`;
	const body = markup`<div class="head"><hgroup><h1>Live view</h1>
<p>${queue === null ? 'No broker is connected: messages are only listed here.' : markup`Messages go to the queue <code>${queue}</code>.`} Passwords and tokens are never shown.</p></hgroup>
<p class="badge" data-live="${pagePath}/live/stream" role="status">Not live: this needs JavaScript.</p></div>
<div class="pair">
${log('sent', 'Queue messages sent', messages, 'None yet. Approve a draft, sign or issue something.')}
${log('request', 'Requests received', requests, 'None yet. Run a workflow that uses the exchange.')}
</div>`;
	return layout({ title: 'Live view', session, tab: 'live', body });
}

function messageEntry({ number, kind, body, message, at }: SentMessage): Markup {
	const fields: Record<string, unknown> = { ...message };
	const word = (name: string): string => {
		const value = fields[name];
		return typeof value === 'string' ? value : '';
	};
	const status = word('newStatus');
	const event = Object.values(statusEvents).find((each) => each.status === status);
	const garbage = kind === 'garbage';
	return entry(`sent-${number}`, {
		tone: garbage ? 'rejected' : status.toLowerCase(),
		badge: garbage ? 'Garbage' : (event?.name ?? status),
		what: markup`${garbage ? `${body.length} bytes` : word('parcelReference')}${kind === 'copy' && ' (sent again)'}`,
		hint: word('instance'),
		at,
		text: message === null ? readable(body) : JSON.stringify(message, null, 2),
	});
}

function requestEntry(request: RecordedRequest, number: number): Markup {
	const { method, path, query, status, size, body, when } = request;
	const words = new URLSearchParams(query).toString();
	const lines = [
		`${method} ${path}${words === '' ? '' : `?${words}`}`,
		...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
		...(body === null ? [] : ['', shortened(body)]),
	];
	return entry(`request-${number}`, {
		tone: status === null ? 'imported' : status < 300 ? 'issued' : status < 500 ? 'drafted' : 'rejected',
		badge: status === null ? '…' : String(status),
		// A narrow screen breaks an address at its slashes.
		what: markup`<b>${method}</b> ${pathParts(path).map((part) => markup`${part}<wbr>`)}`,
		hint: size > 0 ? `${size.toLocaleString('en-US')} bytes` : '',
		at: when,
		text: lines.join('\n'),
	});
}

function pathParts(path: string): string[] {
	return path.replace(longId, '$1…').split(/(?<=\/)/);
}

function entry(
	id: string,
	{
		tone,
		badge,
		what,
		hint,
		at,
		text,
	}: Record<'tone' | 'badge' | 'hint' | 'text', string> & { what: Markup; at: Date },
): Markup {
	const time = at.toISOString();
	return markup`<li id="${id}"><details><summary><span class="badge ${tone}">${badge}</span>
<span class="what">${what}</span><small>${hint}</small> <time datetime="${time}">${time.slice(11, 19)}</time></summary><pre tabindex="0">${text}</pre></details></li>`;
}

/** Long texts, such as a PDF in Base64, are cut. */
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
