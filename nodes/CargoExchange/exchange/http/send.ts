import type { Readable } from 'node:stream';
import { InvalidInput } from '../../errors';
import { isSafeToTalkTo } from '../../schemas/address';
import { type ConnectionSettings, isProxyAddress, proxyFor } from './connectionPool';
import { egressError, networkError, Overdue, plainHttpError, proxyAddressError, redirectError } from './networkErrors';
import { type HttpRequest, UploadBody } from './request';

export type Reply = { request: HttpRequest; status: number; header(name: string): string | null; body: Readable };

const mostRedirects = 5;

/**
 * Sends a request and resolves with the response, whatever its status. Redirects are followed within the same origin only, and
 * never with an upload. Throws an AttemptError if no response arrived, InvalidInput if the address is not allowed, the signal's
 * reason if cancelled. Consume or destroy the reply's body.
 */
export async function sendRequest(request: HttpRequest, settings: ConnectionSettings): Promise<Reply> {
	let url = request.url;
	for (let hops = 0; ; hops++) {
		const reply = await sendOnce({ ...request, url }, settings);
		const location = redirectOf(reply);
		if (location === null) return reply;
		discard(reply.body);
		const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
		const keepsMethod = request.method === 'GET' || reply.status === 307 || reply.status === 308;
		const mayFollow = keepsMethod && !(request.body instanceof UploadBody);
		if (next?.origin !== url.origin || !mayFollow || hops >= mostRedirects) {
			throw redirectError(request, { status: reply.status, next, mayFollow });
		}
		url = next;
	}
}

async function sendOnce(request: HttpRequest, settings: ConnectionSettings): Promise<Reply> {
	const { url, signal } = request;
	signal?.throwIfAborted();
	if (!isSafeToTalkTo(url, settings.allowInsecureHttp)) throw plainHttpError(request);
	const upload = request.body instanceof UploadBody ? request.body : null;
	const proxy = proxyFor(url);
	const timed = requestSignal(request, settings.limits.bodyTotalMs);
	try {
		if (proxy !== null && !isProxyAddress(proxy)) throw proxyAddressError(request, proxy);
		const verdict = await settings.egressFilter?.validateUrl(url);
		if (verdict && !verdict.ok) throw egressError(request, verdict.error.message);
		const headers = { 'accept-encoding': 'identity', 'user-agent': 'n8n-nodes-cargo-exchange', ...request.headers };
		const reply = await settings.transport({ ...request, headers }, settings, { proxy, signal: timed.signal });
		timed.answered(reply.body);
		const header = (name: string) => [reply.headers[name]].flat()[0] ?? null;
		return { request, status: reply.status, header, body: reply.body };
	} catch (thrown) {
		timed.ended();
		signal?.throwIfAborted();
		if (upload?.fault) throw upload.fault.thrown;
		if (thrown instanceof InvalidInput) throw thrown;
		throw networkError(thrown, request, { proxy, bodyNotSent: upload !== null && !upload.begun });
	}
}

/** True for a status from 200 to 299. */
export function isSuccess({ status }: Reply): boolean {
	return status >= 200 && status < 300;
}

function redirectOf(reply: Reply): string | null {
	return [301, 302, 303, 307, 308].includes(reply.status) ? reply.header('location') : null;
}

/** Ends a body that nobody reads, and ignores its errors. */
export function discard(body: Readable): void {
	body.on('error', () => undefined).destroy();
}

/**
 * One signal for the request and its body: cancelled from outside, or because either takes too long. AbortSignal.any is not a
 * substitute: on a long-lived signal it keeps every short one alive.
 */
function requestSignal({ signal: cancellation, untilAnswerMs }: HttpRequest, bodyTotalMs: number) {
	const controller = new AbortController();
	const cancel = () => {
		controller.abort(cancellation?.reason);
	};
	const abortAfter = (ms: number, code: Overdue['code']) =>
		setTimeout(() => {
			controller.abort(new Overdue(code));
		}, ms);
	let timer = untilAnswerMs === null ? undefined : abortAfter(untilAnswerMs, 'ANSWER_OVERDUE');
	cancellation?.addEventListener('abort', cancel, { once: true });
	const ended = () => {
		clearTimeout(timer);
		cancellation?.removeEventListener('abort', cancel);
	};
	return {
		signal: controller.signal,
		/** The response began: from here on, the limit for its body applies. */
		answered(body: Readable): void {
			clearTimeout(timer);
			timer = abortAfter(bodyTotalMs, 'BODY_OVERDUE');
			body.once('close', ended);
		},
		ended,
	};
}
