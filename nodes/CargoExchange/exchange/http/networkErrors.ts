import { isIP } from 'node:net';
import type { RequestTarget } from './httpRequest';
import { egressRefusedCode } from './connectionPool';
import { InvalidInput, ServiceError } from '../../errors';
import { AttemptError } from './retry';

/** When the line, not the service, stands in the way: every way a call can end without an answer, in plain words. */

type Words = { message: string; advice: string; transient?: boolean };

/** No answer began, or it did not end, within our own limit. Waiting for a free connection counts as well. */
export class Overdue extends Error {
	constructor(readonly code: 'ANSWER_OVERDUE' | 'BODY_OVERDUE') {
		super(code);
	}
}

/** Turns what the HTTP library threw into an AttemptError, or into InvalidInput when n8n's filter refused while connecting. */
export function networkError(
	thrown: unknown,
	request: RequestTarget,
	{ proxy = null, bodyNotSent = false }: { proxy?: string | null; bodyNotSent?: boolean } = {},
): AttemptError | InvalidInput {
	const code = codeOf(thrown);
	if (code === egressRefusedCode) return egressError(request, textOf(thrown));
	const words = explain(code, thrown, { request, proxy });
	const problem = new ServiceError({
		call: request.call,
		message: words.message,
		description: `Asked: ${request.call} at ${request.url.host}. ${words.advice}`,
		cause: thrown,
	});
	return new AttemptError(problem, { transient: words.transient ?? false, bodyNotSent });
}

function explain(
	code: string,
	thrown: unknown,
	{ request, proxy }: { request: RequestTarget; proxy: string | null },
): Words {
	const host = request.url.host;
	const proxyHost = proxy !== null && URL.canParse(proxy) ? new URL(proxy).host : proxy;
	const peer = proxyHost === null ? host : `The proxy ${proxyHost}`;
	const label = fieldLabels[request.field];
	const check = proxyHost === null ? `Check the ${label} in the credential` : 'Check the proxy settings of n8n';
	const again = 'Try again later; if it stays so, ask the operator of the exchange.';

	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		const message = `${proxyHost === null ? `The host ${request.url.hostname}` : peer} was not found`;
		return { message, advice: `${check}, and that n8n can look up that name.`, transient: true };
	}
	if (code === 'ECONNREFUSED') {
		const message = `${peer} refused the connection`;
		return { message, advice: `${check}: nothing listens at that address and port.`, transient: true };
	}
	if (/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code)) {
		const message = `${peer} could not be reached`;
		return { message, advice: `${check}, and that a firewall lets n8n through.`, transient: true };
	}
	if (code === 'ANSWER_OVERDUE' || code === 'UND_ERR_HEADERS_TIMEOUT') {
		return { message: `${host} did not answer in time`, advice: again, transient: true };
	}
	if (code === 'BODY_OVERDUE') {
		return { message: `${host} takes far too long to send its answer`, advice: again };
	}
	if (code === 'UND_ERR_BODY_TIMEOUT') {
		return {
			message: `${host} fell silent in the middle of its answer`,
			advice: again,
			transient: true,
		};
	}
	if (certificateCodes.test(code)) {
		return {
			message: `The certificate of ${host} is not trusted: ${certificateReasons[code] ?? code}`,
			advice:
				'Make its certificate authority known to n8n (NODE_EXTRA_CA_CERTS). For a test system only: switch on Ignore SSL Issues in the credential.',
		};
	}
	if (/^(EPROTO|ERR_SSL_|ERR_TLS_)/.test(code)) {
		return { message: `${host} does not speak https there`, advice: `Check scheme and port of the ${label}.` };
	}
	if (code.startsWith('HPE_')) {
		return {
			message: `${host} does not answer in HTTP there`,
			advice: `Check scheme and port of the ${label}.`,
		};
	}
	if (proxyHost !== null && /HTTP Tunneling|Proxy Authentication/.test(textOf(thrown))) {
		const status = /\d{3}/.exec(textOf(thrown))?.[0] ?? 'no reason given';
		return { message: `${peer} does not let the call through (${status})`, advice: `${check}.` };
	}
	return {
		message: `The connection to ${host} broke off`,
		advice: 'Try again; if it stays so, check what stands between n8n and the exchange.',
		transient: true,
	};
}

const fieldLabels = { baseUrl: 'Base URL', importUrl: 'Import URL' } as const;

const certificateCodes =
	/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA)/;

const certificateReasons: Record<string, string> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
	SELF_SIGNED_CERT_IN_CHAIN: 'its authority is unknown',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its authority is unknown',
	UNABLE_TO_GET_ISSUER_CERT: 'its authority is unknown',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is unknown',
	CERT_HAS_EXPIRED: 'it has expired',
	CERT_NOT_YET_VALID: 'it is not valid yet',
	ERR_TLS_CERT_ALTNAME_INVALID: 'it was made for another host name',
};

/** The code of an error, or of what it wraps: several addresses tried for one host come as a bundle. */
function codeOf(thrown: unknown, depth = 0): string {
	if (typeof thrown !== 'object' || thrown === null || depth > 5) return '';
	if ('code' in thrown && typeof thrown.code === 'string' && thrown.code !== 'UND_ERR_PRX_TLS') return thrown.code;
	if ('errors' in thrown && Array.isArray(thrown.errors)) return codeOf(thrown.errors[0], depth + 1);
	return 'cause' in thrown ? codeOf(thrown.cause, depth + 1) : '';
}

function textOf(thrown: unknown): string {
	const told = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : null;
	return typeof told === 'string' ? told : '';
}

/** n8n's own protection does not allow the address. */
export function egressError(request: RequestTarget, reason: string): InvalidInput {
	return new InvalidInput({
		field: request.field,
		message: `n8n does not allow connections to ${request.url.host}`,
		description: `${reason.replace(/\.$/, '')}. Who runs this n8n guards its inner network (N8N_SSRF_…): ask them to allow the address, or check the ${fieldLabels[request.field]} in the credential.`,
	});
}

/** Plain http to another machine, without the user's word that this is meant. */
export function plainHttpError(request: RequestTarget): InvalidInput {
	return new InvalidInput({
		field: request.field,
		message: `Nothing was sent: http://${request.url.host} is not encrypted`,
		description: `Anyone on the way could read the user name and password. Use https in the ${fieldLabels[request.field]}, or switch on Allow Insecure HTTP in the credential${isIP(request.url.hostname) ? ' if this is your own network' : ''}.`,
	});
}

/** A redirect that is told and not followed: to another origin, of a body to a page, to nowhere, or without end. */
export function redirectError(
	request: RequestTarget,
	{ status, next, mayFollow }: { status: number; next: URL | null; mayFollow: boolean },
): ServiceError {
	const told = (message: string, advice: string) =>
		new ServiceError({
			call: request.call,
			status,
			message,
			description: `It answered ${status} to ${request.call}${advice}`,
		});
	const label = fieldLabels[request.field];
	if (next !== null && next.origin !== request.url.origin) {
		return told(
			`The exchange sends this call on to another address: ${next.origin}`,
			`. The log-in is never carried to another address. If ${next.origin} is right, enter it as the ${label} in the credential.`,
		);
	}
	if (next !== null && !mayFollow) {
		return told(
			`The exchange sends this call on to another page: ${next.pathname}`,
			`. Log-in pages answer like that. Check the ${label} in the credential, and that the account may use this interface.`,
		);
	}
	return told(
		'The exchange sends this call in circles',
		`, again and again or without saying where to go. Check the ${label} in the credential.`,
	);
}
