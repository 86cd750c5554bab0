import { isIP } from 'node:net';
import type { HttpRequest } from './request';
import { InvalidInput, ServiceError } from '../../errors';
import { sanitize } from '../../schemas/errorMessage';
import { isRecord } from '../../schemas/json';
import { AttemptError } from './retry';
import { type TlsFault, tlsFault } from '../../tlsFaults';

/** A plain message for every way in which a call can end without a response. */

type Explanation = { message: string; advice: string; transient: boolean };
const transient = (message: string, advice: string): Explanation => ({ message, advice, transient: true });
const permanent = (message: string, advice: string): Explanation => ({ message, advice, transient: false });

/** n8n did not check the address, or the response did not begin or end, within our own limit; that includes the wait for a free connection. */
export class Overdue extends Error {
	constructor(readonly code: 'CHECK_OVERDUE' | 'ANSWER_OVERDUE' | 'BODY_OVERDUE') {
		super(code);
	}
}

/** The proxy could not be reached, or made no tunnel. Without a code: the HTTP library would try some errors again for ever. */
export class NoTunnel extends Error {
	constructor(cause: unknown) {
		super('No tunnel', { cause });
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
	const { message, advice, transient } = explain(thrown, { request, proxy });
	const problem = new ServiceError({
		call: request.call,
		message,
		description: `${advice} (Request: ${request.call} at ${request.url.host}.)`,
		cause: thrown,
	});
	return new AttemptError(problem, { transient, bodyNotSent });
}

function explain(
	thrown: unknown,
	{ request: { url, field }, proxy }: { request: HttpRequest; proxy: string | null },
): Explanation {
	const hasNoTunnel = thrown instanceof NoTunnel;
	const { code, words } = raised(hasNoTunnel ? thrown.cause : thrown);
	const { host, hostname } = url;
	const proxyHost = proxy !== null && URL.canParse(proxy) ? new URL(proxy).host : proxy;
	const theProxy = `The proxy ${proxyHost}`;
	const isAtProxy = hasNoTunnel || (proxyHost !== null && url.protocol === 'http:');
	const peer = isAtProxy ? theProxy : host;
	const label = fieldLabels[field];
	const check = isAtProxy ? 'Check the proxy settings of n8n' : `Check the ${label} in the credential`;
	const again = 'Try again later. If it keeps happening, ask the operator of the exchange.';
	const otherPort = `Write https:// or http://, whichever the exchange uses, and check the port of the ${label} in the credential${proxyHost === null ? '' : `, and of the proxy ${proxyHost}`}.`;

	const lookUp = 'ask your n8n administrator whether the n8n server can look up this name (DNS).';

	if (code === 'CHECK_OVERDUE')
		return transient(`The host ${hostname} could not be looked up in time`, `${check}, and ${lookUp}`);
	if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code))
		return transient(`${isAtProxy ? theProxy : `The host ${hostname}`} was not found`, `${check}, and ${lookUp}`);
	if (code === 'ECONNREFUSED')
		return transient(`${peer} refused the connection`, `${check}: nothing is listening at this address and port.`);
	if (/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EADDRNOTAVAIL)$/.test(code))
		return transient(
			`${peer} could not be reached`,
			`${check}, and ask your n8n administrator whether a firewall blocks n8n.`,
		);
	if (hasNoTunnel && code === 'UND_ERR_HEADERS_TIMEOUT')
		return transient(
			`${theProxy} did not respond in time`,
			`${check}, and ask your n8n administrator about this proxy.`,
		);
	if (/^(ANSWER_OVERDUE|UND_ERR_HEADERS_TIMEOUT|ECONNABORTED)$/.test(code))
		return transient(`${host} did not respond in time`, again);
	if (code === 'BODY_OVERDUE') return permanent(`${host} takes too long to send its response`, again);
	if (code === 'UND_ERR_BODY_TIMEOUT') return transient(`${host} stopped responding mid-response`, again);
	const tls = tlsFault(code, words);
	if (tls) return explainTls(tls, { code, host: hasNoTunnel ? `proxy ${proxyHost}` : host, label, otherPort });
	// undici's error has no code. A response that was longer than announced has the same effect on the next one.
	if (words.startsWith('Response does not match the HTTP'))
		return transient(`${hasNoTunnel ? theProxy : host} does not speak HTTP on this port`, otherPort);
	if (code === 'UND_ERR_HEADERS_OVERFLOW')
		return permanent(
			`${host} sent a response with too many headers`,
			'Send this message to the operator of the exchange: it, or a gateway before it, adds too many cookies or other headers.',
		);
	if (/^(Z_|ERR__ERROR_FORMAT)/.test(code))
		return transient(
			`${host} sent a response that cannot be decompressed`,
			`Its compression is broken (${code}). If it keeps happening, ask the operator of the exchange, or of a proxy before it.`,
		);
	if (proxyHost !== null && /HTTP Tunneling|Proxy Authentication/.test(words)) {
		const status = /\d{3}/.exec(words)?.[0] ?? 'no reason given';
		if (status === '407') return permanent(`${theProxy} requires a login`, proxyLogin);
		return permanent(
			`${theProxy} blocked the request (${status})`,
			`Ask your n8n administrator to let n8n reach ${host} through this proxy.`,
		);
	}
	if (hasNoTunnel)
		return transient(
			`${theProxy} closed the connection`,
			`Try again. If it keeps happening, ask your n8n administrator to let n8n reach ${host} through this proxy.`,
		);
	const mayWantCertificate = url.protocol === 'https:' && words === 'other side closed';
	return transient(
		`The connection to ${host} was lost`,
		`Try again. If it keeps happening, check the proxies and firewalls between n8n and the exchange.${
			mayWantCertificate ? ` A server that requires a client certificate does this too: ${noClientCertificate}` : ''
		}`,
	);
}

type TlsPlace = { code: string; host: string; label: string; otherPort: string };

function explainTls({ kind, reason }: TlsFault, { code, host, label, otherPort }: TlsPlace): Explanation {
	const untrusted = `The certificate of ${host} is not trusted: ${reason}`;
	const forTests = 'For test systems only: switch on "Ignore SSL Issues (Insecure)" in the credential.';
	switch (kind) {
		case 'plain':
			return permanent(`${host} does not speak HTTPS on this port`, otherPort);
		case 'invalid':
			return permanent(
				untrusted,
				`Check the ${label} and the clock of the n8n server, or ask the operator of the exchange. ${forTests}`,
			);
		case 'untrusted':
			return permanent(
				untrusted,
				`Ask your n8n administrator to add its certificate authority to n8n (NODE_EXTRA_CA_CERTS). ${forTests}`,
			);
		case 'refused':
			return permanent(
				`${host} refused the TLS connection`,
				`It may require a client certificate: ${noClientCertificate}`,
			);
		case 'ownFiles':
		case 'other':
			return permanent(
				`${host} cannot be reached over TLS: ${reason}`,
				`Ask the operator of the exchange, or of a proxy before it (${code}).`,
			);
	}
}

const noClientCertificate =
	'the node has none. Ask the operator of the exchange for an address that does not require one.';

/** The environment names a proxy that cannot be used. Its address is not quoted: it may contain a password. */
export function proxyAddressError(request: HttpRequest, proxy: string): InvalidInput {
	const isSocks = /^socks/i.test(proxy);
	return new InvalidInput({
		field: request.field,
		message: isSocks
			? 'n8n is set to use a SOCKS proxy, which this node does not support'
			: 'The proxy that n8n is set to use has no valid address',
		description: `Nothing was sent to ${request.url.host}. Ask your n8n administrator to correct HTTP_PROXY, HTTPS_PROXY or ALL_PROXY: an address such as http://proxy.example:3128, and in a user name or password, special characters percent-encoded (# is %23).${isSocks ? ' Only proxies for HTTP can be used.' : ''} To reach the exchange without a proxy, add its host to NO_PROXY.`,
	});
}

/** The advice for status 407. */
export const proxyLogin =
	'Ask your n8n administrator to add the user name and the password to the proxy address in HTTP_PROXY or HTTPS_PROXY.';

const fieldLabels = { baseUrl: 'Base URL', importUrl: 'Import URL' } as const;

/** The words of an error, and its code or that of its cause. A host with several addresses causes several errors. */
function raised(thrown: unknown, depth = 0): { code: string; words: string } {
	const { code, message, errors, cause }: Record<string, unknown> = isRecord(thrown) ? thrown : {};
	const words = typeof message === 'string' ? message : '';
	if (typeof code === 'string' && code !== 'UND_ERR_PRX_TLS') return { code, words };
	const inner: unknown = Array.isArray(errors) ? errors[0] : cause;
	return { code: inner === undefined || depth > 4 ? '' : raised(inner, depth + 1).code, words };
}

/** n8n's guard of outgoing connections is recognized by the names of its errors: their classes are not exported. */
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

/** The same request belongs to another address. After 302 and 303, it may have been carried out. */
export const movedStatuses = [301, 307, 308];

/** A redirect that is not followed: to another origin, of an upload, to no address, or without end. */
export function redirectError(
	{ call, url, field, secrets }: HttpRequest,
	{ status, next, mayFollow }: { status: number; next: URL | null; mayFollow: boolean },
): ServiceError {
	const label = fieldLabels[field];
	let message = 'The exchange redirects this request in a loop';
	let advice = `It redirects again and again, or without a target. Check the ${label} in the credential.`;
	const isMoved = !mayFollow && movedStatuses.includes(status);
	if (next !== null && (isMoved || next.origin !== url.origin)) {
		const address = sanitize(`${next.origin}${isMoved ? next.pathname : ''}`, secrets) ?? '';
		message = `The exchange redirects this request to another address: ${address}`;
		advice = `The login is never sent to another address. If ${address} is correct, enter it as the ${label} in the credential.`;
	} else if (next !== null && !mayFollow) {
		message = `The exchange redirects this request to another page: ${sanitize(next.pathname, secrets) ?? ''}`;
		advice = `This is typical of login pages. Check the ${label} in the credential, and that this user may use this API.`;
	}
	const description = `${advice} (The exchange answered ${call} with status ${status}.)`;
	return new ServiceError({ call, status, message, description });
}
