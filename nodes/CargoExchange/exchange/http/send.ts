import type { Readable } from 'node:stream';
import { orAborted } from '../../backoff';
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
	const end = performance.now() + request.untilAnswerMs;
	for (let hops = 0; ; hops++) {
		const untilAnswerMs = Math.max(1, end - performance.now());
		const reply = await sendOnce({ ...request, url, untilAnswerMs }, settings);
		const location = redirectOf(reply);
		if (location === null) return reply;
		discard(reply.body);
		const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
		const keepsMethod = request.method === 'GET' || reply.status === 307 || reply.status === 308;
		const upload = request.body instanceof UploadBody ? request.body : null;
		if (upload) upload.errorResponse = { status: reply.status, setIds: [] };
		const mayFollow = keepsMethod && !upload;
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
	const { connectMs, bodyTotalMs } = settings.limits;
	const timed = timedSignal(signal);
	try {
		if (proxy !== null && !isProxyAddress(proxy)) throw proxyAddressError(request, proxy);
		if (settings.egressFilter) {
			timed.limit(connectMs, 'CHECK_OVERDUE');
			const verdict = await orAborted(settings.egressFilter.validateUrl(url), timed.signal);
			if (!verdict.ok) throw egressError(request, verdict.error.message);
		}
		timed.limit(request.untilAnswerMs, 'ANSWER_OVERDUE');
		const headers = { 'accept-encoding': 'identity', 'user-agent': 'n8n-nodes-cargo-exchange', ...request.headers };
		const reply = await settings.transport({ ...request, headers }, settings, { proxy, signal: timed.signal });
		timed.limit(bodyTotalMs, 'BODY_OVERDUE');
		reply.body.once('close', () => {
			timed.ended();
		});
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
 * One signal for the request and its body: cancelled from outside, or because a part takes too long. AbortSignal.any is not a
 * substitute: on a long-lived signal it keeps every short one alive.
 */
function timedSignal(cancellation: AbortSignal | null) {
	const controller = new AbortController();
	const cancel = () => {
		controller.abort(cancellation?.reason);
	};
	let timer: NodeJS.Timeout | undefined;
	cancellation?.addEventListener('abort', cancel, { once: true });
	return {
		signal: controller.signal,
		/** In the place of the limit before it. */
		limit(ms: number, code: Overdue['code']): void {
			clearTimeout(timer);
			timer = setTimeout(() => {
				controller.abort(new Overdue(code));
			}, ms);
		},
		ended(): void {
			clearTimeout(timer);
			cancellation?.removeEventListener('abort', cancel);
		},
	};
}
