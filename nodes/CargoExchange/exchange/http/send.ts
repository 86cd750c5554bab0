import type { Readable } from 'node:stream';
import { InvalidInput } from '../../errors';
import { isSafeToTalkTo } from '../../schemas/address';
import { type EgressFilter, type PoolReply, proxyFor, requestOver } from './connectionPool';
import type { HttpRequest } from './httpRequest';
import { egressError, networkError, Overdue, plainHttpError, redirectError } from './networkErrors';
import type { Limits } from './retry';
import { UploadBody } from './uploadBody';

export type Reply = { request: HttpRequest; status: number; header(name: string): string | null; body: Readable };

/** What holds for every call of one client. */
export type ConnectionSettings = {
	ignoreSslIssues: boolean;
	allowInsecureHttp: boolean;
	egressFilter: EgressFilter | null;
	limits: Limits;
};

const mostRedirects = 5;

/**
 * Sends a request and resolves with whatever the service answers. Redirects are followed within the same origin only, and
 * never with an upload. Throws an AttemptError when no answer came, InvalidInput when the address is not allowed, the signal's
 * reason when cancelled. Consume or destroy the reply's body.
 */
export async function send(request: HttpRequest, settings: ConnectionSettings): Promise<Reply> {
	let url = request.url;
	for (let hops = 0; ; hops++) {
		const reply = await sendOnce({ ...request, url }, settings);
		const location = redirectOf(reply);
		if (location === null) return reply;
		reply.body.on('error', ignore).destroy();
		const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
		const keepsMethod = request.method === 'GET' || reply.status === 307 || reply.status === 308;
		const mayFollow = keepsMethod && !(request.body instanceof UploadBody);
		if (next?.origin !== url.origin || !mayFollow || hops >= mostRedirects) {
			throw redirectError(request, { status: reply.status, next, mayFollow });
		}
		url = next;
	}
}

async function sendOnce(request: HttpRequest, { limits, ...settings }: ConnectionSettings): Promise<Reply> {
	const { url, signal } = request;
	signal?.throwIfAborted();
	if (!isSafeToTalkTo(url, settings.allowInsecureHttp)) throw plainHttpError(request);
	const upload = request.body instanceof UploadBody ? request.body : null;
	const proxy = proxyFor(url);
	const timed = requestSignal(signal, { untilAnswerMs: request.untilAnswerMs, bodyTotalMs: limits.bodyTotalMs });
	try {
		const verdict = await settings.egressFilter?.validateUrl(url);
		if (verdict && !verdict.ok) throw egressError(request, verdict.error.message);
		const reply = await requestOver({
			route: {
				origin: url.origin,
				proxy,
				ignoreSslIssues: settings.ignoreSslIssues,
				connectMs: limits.connectMs,
				forUpload: upload !== null,
				egressFilter: settings.egressFilter,
			},
			method: request.method,
			path: url.pathname + url.search,
			headers: { accept: '*/*', 'user-agent': 'n8n-nodes-cargo-exchange', ...request.headers },
			body: request.body instanceof UploadBody ? request.body.stream() : request.body,
			headersMs: request.headersMs,
			bodyMs: limits.bodyMs,
			signal: timed.signal,
		});
		timed.answered(reply.body);
		return asReply(request, reply);
	} catch (thrown) {
		timed.ended();
		signal?.throwIfAborted();
		if (upload?.fault) throw upload.fault.thrown;
		if (thrown instanceof InvalidInput) throw thrown;
		const bodyNotSent = upload !== null && !upload.opened;
		throw networkError(thrown, request, { proxy, bodyNotSent });
	}
}

/** True for a status from 200 to 299. */
export function isSuccess({ status }: Reply): boolean {
	return status >= 200 && status < 300;
}

function asReply(request: HttpRequest, { status, headers, body }: PoolReply): Reply {
	return {
		request,
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

type RequestSignal = {
	signal: AbortSignal;
	/** The answer began: from here on the limit for its body holds. */
	answered(body: Readable): void;
	ended(): void;
};

/**
 * One signal for the request and its body: cancelled from outside, or because either takes too long. Written out because
 * AbortSignal.any on a long-lived signal keeps every short one alive.
 */
function requestSignal(
	cancellation: AbortSignal | null,
	{ untilAnswerMs, bodyTotalMs }: { untilAnswerMs: number | null; bodyTotalMs: number },
): RequestSignal {
	const controller = new AbortController();
	const cancel = () => {
		controller.abort(cancellation?.reason);
	};
	const abortAfter = (ms: number, overdue: Overdue) =>
		setTimeout(() => {
			controller.abort(overdue);
		}, ms);
	let timer = untilAnswerMs === null ? undefined : abortAfter(untilAnswerMs, new Overdue('ANSWER_OVERDUE'));
	cancellation?.addEventListener('abort', cancel, { once: true });
	const timed: RequestSignal = {
		signal: controller.signal,
		answered(body) {
			clearTimeout(timer);
			timer = abortAfter(bodyTotalMs, new Overdue('BODY_OVERDUE'));
			body.once('close', () => {
				timed.ended();
			});
		},
		ended() {
			clearTimeout(timer);
			cancellation?.removeEventListener('abort', cancel);
		},
	};
	return timed;
}
