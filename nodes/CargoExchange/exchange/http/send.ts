import type { Readable } from 'node:stream';
import { isSafeToTalkTo } from '../../schemas/address';
import type { Ask } from './httpRequest';
import { type Received, transmit } from './connectionPool';
import type { EgressFilter } from './egress';
import { InvalidInput } from '../../errors';
import { AnswerOverdue, plainHttpRefused, refusedByFilter, sentElsewhere, setbackOf } from './networkErrors';
import type { Limits } from './limits';
import { proxyFor } from './proxy';
import { Upload } from './uploadBody';
import { watchOver } from './watch';

export type Reply = { ask: Ask; status: number; header(name: string): string | null; body: Readable };

/** What holds for every call of one client. */
export type Line = {
	ignoreSslIssues: boolean;
	allowInsecureHttp: boolean;
	egressFilter: EgressFilter | null;
	limits: Limits;
};

const mostRedirects = 5;

/**
 * Sends a request and resolves with whatever the service answers; redirects are followed within the same origin only.
 * Throws a Setback when no answer came, InvalidInput when the address is not allowed, the signal's reason when cancelled.
 * Consume or destroy the reply's body.
 */
export async function send(ask: Ask, line: Line): Promise<Reply> {
	let url = ask.url;
	for (let hops = 0; ; hops++) {
		const reply = await sendOnce({ ...ask, url }, line);
		const location = redirectOf(reply);
		if (location === null) return reply;
		reply.body.on('error', ignore).destroy();
		const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
		const keepsMethod = ask.method === 'GET' || reply.status === 307 || reply.status === 308;
		if (next?.origin !== url.origin || !keepsMethod || hops >= mostRedirects) {
			throw sentElsewhere(ask, reply.status, next);
		}
		url = next;
	}
}

async function sendOnce(ask: Ask, line: Line): Promise<Reply> {
	const { url, signal } = ask;
	signal?.throwIfAborted();
	if (!isSafeToTalkTo(url, line.allowInsecureHttp)) throw plainHttpRefused(ask);
	const upload = ask.body instanceof Upload ? ask.body : null;
	const proxy = proxyFor(url);
	const watch = watchOver(signal, ask.untilAnswerMs);
	try {
		const verdict = await line.egressFilter?.validateUrl(url);
		if (verdict && !verdict.ok) throw refusedByFilter(ask, verdict.error.message);
		const received = await transmit({
			route: {
				origin: url.origin,
				proxy,
				ignoreSslIssues: line.ignoreSslIssues,
				connectMs: line.limits.connectMs,
				fresh: upload !== null,
				egressFilter: line.egressFilter,
			},
			method: ask.method,
			path: url.pathname + url.search,
			headers: { accept: '*/*', 'user-agent': 'n8n-nodes-cargo-exchange', ...ask.headers },
			body: ask.body instanceof Upload ? ask.body.open() : ask.body,
			headersMs: ask.headersMs,
			bodyMs: line.limits.bodyMs,
			signal: watch.signal,
		});
		watch.answered(received.body);
		return asReply(ask, received);
	} catch (thrown) {
		watch.ended();
		signal?.throwIfAborted();
		if (upload?.fault) throw upload.fault.thrown;
		if (thrown instanceof InvalidInput) throw thrown;
		throw setbackOf(watch.overdue ? new AnswerOverdue() : thrown, ask, {
			proxy,
			nothingSent: upload !== null && !upload.begun,
		});
	}
}

/** True for a status from 200 to 299. */
export function isSuccess({ status }: Reply): boolean {
	return status >= 200 && status < 300;
}

function asReply(ask: Ask, { status, headers, body }: Received): Reply {
	return {
		ask,
		status,
		header: (name) => {
			const value = headers[name];
			return (Array.isArray(value) ? value[0] : value) ?? null;
		},
		body,
	};
}

function redirectOf(reply: Reply): string | null {
	return [301, 302, 303, 307, 308].includes(reply.status) ? reply.header('location') : null;
}

// A body that nobody will read may still break; that changes nothing for a call which goes elsewhere.
function ignore(): void {}
