import { isIP } from 'node:net';
import type { HttpRequest } from './request';
import { InvalidInput, ServiceError } from '../../errors';
import { AttemptError } from './retry';

/** A plain message for every way in which a call can end without a response. */

type Explanation = { message: string; advice: string; transient?: boolean };

/** The response did not begin or end within our own limit, which includes the wait for a free connection. */
export class Overdue extends Error {
	constructor(readonly code: 'ANSWER_OVERDUE' | 'BODY_OVERDUE') {
		super(code);
	}
}

/** Turns an error of the HTTP library into an AttemptError, or into InvalidInput if n8n's filter refused the connection. */
export function networkError(
	thrown: unknown,
	request: HttpRequest,
	{ proxy = null, bodyNotSent = false }: { proxy?: string | null; bodyNotSent?: boolean } = {},
): AttemptError | InvalidInput {
	const blocked = blockedByN8n(thrown);
	if (blocked) return egressError(request, blocked.message);
	const { message, advice, transient = false } = explain(codeOf(thrown), thrown, { request, proxy });
	const problem = new ServiceError({
		call: request.call,
		message,
		description: `Request: ${request.call} at ${request.url.host}. ${advice}`,
		cause: thrown,
	});
	return new AttemptError(problem, { transient, bodyNotSent });
}

function explain(
	code: string,
	thrown: unknown,
	{ request, proxy }: { request: HttpRequest; proxy: string | null },
): Explanation {
	const host = request.url.host;
	const proxyHost = proxy !== null && URL.canParse(proxy) ? new URL(proxy).host : proxy;
	const peer = proxyHost === null ? host : `The proxy ${proxyHost}`;
	const label = fieldLabels[request.field];
	const check = proxyHost === null ? `Check the ${label} in the credential` : 'Check the proxy settings of n8n';
	const again = 'Try again later. If it keeps happening, ask the operator of the exchange.';

	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		const message = `${proxyHost === null ? `The host ${request.url.hostname}` : peer} was not found`;
		return { message, advice: `${check}, and that DNS resolves the name on the n8n server.`, transient: true };
	}
	if (code === 'ECONNREFUSED') {
		const message = `${peer} refused the connection`;
		return { message, advice: `${check}: nothing is listening at this address and port.`, transient: true };
	}
	if (/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code)) {
		const message = `${peer} could not be reached`;
		return { message, advice: `${check}, and that no firewall blocks n8n.`, transient: true };
	}
	if (/^(ANSWER_OVERDUE|UND_ERR_HEADERS_TIMEOUT|ECONNABORTED)$/.test(code)) {
		return { message: `${host} did not respond in time`, advice: again, transient: true };
	}
	if (code === 'BODY_OVERDUE') {
		return { message: `${host} takes too long to send its response`, advice: again };
	}
	if (code === 'UND_ERR_BODY_TIMEOUT') {
		return { message: `${host} stopped responding mid-response`, advice: again, transient: true };
	}
	if (certificateCodes.test(code)) {
		return {
			message: `The certificate of ${host} is not trusted: ${certificateReasons[code] ?? code}`,
			advice: `${
				/EXPIRED|NOT_YET_VALID|ALTNAME/.test(code)
					? `Check the ${label} and the clock of the n8n server, or ask the operator of the exchange.`
					: 'Add its certificate authority to n8n (NODE_EXTRA_CA_CERTS).'
			} For test systems only: switch on "Ignore SSL Issues (Insecure)" in the credential.`,
		};
	}
	// undici's error has no code. A response that was longer than announced has the same effect on the next one.
	const isOtherProtocol = textOf(thrown).startsWith('Response does not match the HTTP');
	if (isOtherProtocol || /^(EPROTO|ERR_SSL_|ERR_TLS_)/.test(code)) {
		return {
			message: `${host} does not speak ${isOtherProtocol ? 'HTTP' : 'HTTPS'} on this port`,
			advice: `Check the scheme and the port of the ${label} in the credential${proxyHost === null ? '' : `, and of the proxy ${proxyHost}`}.`,
			transient: isOtherProtocol,
		};
	}
	if (proxyHost !== null && /HTTP Tunneling|Proxy Authentication/.test(textOf(thrown))) {
		const status = /\d{3}/.exec(textOf(thrown))?.[0] ?? 'no reason given';
		if (status === '407') return { message: `${peer} requires a login`, advice: proxyLogin };
		return { message: `${peer} blocked the request (${status})`, advice: `${check}.` };
	}
	return {
		message: `The connection to ${host} was lost`,
		advice: 'Try again. If it keeps happening, check the proxies and firewalls between n8n and the exchange.',
		transient: true,
	};
}

/** The advice for status 407. */
export const proxyLogin = 'Add the user name and the password to the proxy address in HTTP_PROXY or HTTPS_PROXY.';

const fieldLabels = { baseUrl: 'Base URL', importUrl: 'Import URL' } as const;

const certificateCodes =
	/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA)/;

const certificateReasons: Record<string, string> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
	SELF_SIGNED_CERT_IN_CHAIN: 'its certificate authority is unknown',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate authority is unknown',
	UNABLE_TO_GET_ISSUER_CERT: 'its certificate authority is unknown',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate authority is unknown',
	CERT_HAS_EXPIRED: 'it has expired',
	CERT_NOT_YET_VALID: 'it is not valid yet',
	ERR_TLS_CERT_ALTNAME_INVALID: 'it was issued for another host name',
};

/** The code of an error or of its cause. A host with several addresses causes several errors. */
function codeOf(thrown: unknown, depth = 0): string {
	if (typeof thrown !== 'object' || thrown === null || depth > 5) return '';
	if ('code' in thrown && typeof thrown.code === 'string' && thrown.code !== 'UND_ERR_PRX_TLS') return thrown.code;
	if ('errors' in thrown && Array.isArray(thrown.errors)) return codeOf(thrown.errors[0], depth + 1);
	return 'cause' in thrown ? codeOf(thrown.cause, depth + 1) : '';
}

function textOf(thrown: unknown): string {
	const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : null;
	return typeof message === 'string' ? message : '';
}

/** n8n's guard of outgoing connections is recognised by the names of its errors: their classes are not exported. */
function blockedByN8n(thrown: unknown): Error | null {
	if (!(thrown instanceof Error)) return null;
	return thrown.name.startsWith('SsrfBlocked') ? thrown : blockedByN8n(thrown.cause);
}

/** n8n's own protection does not allow the address. */
export function egressError(request: HttpRequest, reason: string): InvalidInput {
	return new InvalidInput({
		field: request.field,
		message: `n8n does not allow connections to ${request.url.host}`,
		description: `${reason.replace(/\.$/, '')}. This n8n protects its internal network (N8N_SSRF_…): ask its administrator to allow the address, or check the ${fieldLabels[request.field]} in the credential.`,
	});
}

/** Plain http to another machine, although the credential does not allow it. */
export function plainHttpError(request: HttpRequest): InvalidInput {
	return new InvalidInput({
		field: request.field,
		message: `Nothing was sent: http://${request.url.host} is not encrypted`,
		description: `Anyone on the network could read the user name and password. Use https in the ${fieldLabels[request.field]}, or switch on "Allow Insecure HTTP" in the credential${isIP(request.url.hostname) ? ' if you trust this network' : ''}.`,
	});
}

/** A redirect that is not followed: to another origin, of an upload, to no address, or without end. */
export function redirectError(
	{ call, url, field }: HttpRequest,
	{ status, next, mayFollow }: { status: number; next: URL | null; mayFollow: boolean },
): ServiceError {
	const label = fieldLabels[field];
	let message = 'The exchange redirects this request in a loop';
	let advice = `, again and again or without a target. Check the ${label} in the credential.`;
	if (next !== null && next.origin !== url.origin) {
		message = `The exchange redirects this request to another address: ${next.origin}`;
		advice = `. The login is never sent to another address. If ${next.origin} is correct, enter it as the ${label} in the credential.`;
	} else if (next !== null && !mayFollow) {
		message = `The exchange redirects this request to another page: ${next.pathname}`;
		advice = `. This is typical of login pages. Check the ${label} in the credential, and that the account may use this interface.`;
	}
	return new ServiceError({
		call,
		status,
		message,
		description: `The exchange answered ${call} with status ${status}${advice}`,
	});
}
