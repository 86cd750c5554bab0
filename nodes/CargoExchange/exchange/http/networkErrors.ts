import { isIP } from 'node:net';
import type { Question } from './httpRequest';
import { egressRefusedCode } from './egress';
import { InvalidInput, ServiceError } from '../../errors';
import { Setback } from './setback';

/** When the line, not the service, stands in the way: every way a call can end without an answer, in plain words. */

type Words = { message: string; advice: string; passing?: boolean; connected?: boolean };

/** No answer began within our own limit; waiting for a free connection counts as well. */
export class AnswerOverdue extends Error {
	readonly code = 'ANSWER_OVERDUE';
}

/** Turns what the HTTP library threw into a setback, or into InvalidInput when n8n's filter refused while connecting. */
export function setbackOf(
	thrown: unknown,
	ask: Question,
	{ proxy = null, nothingSent = false }: { proxy?: string | null; nothingSent?: boolean } = {},
): Setback | InvalidInput {
	const code = codeOf(thrown);
	if (code === egressRefusedCode) return refusedByFilter(ask, messageOf(thrown));
	const words = explain(code, thrown, { ask, proxy });
	const problem = new ServiceError({
		call: ask.call,
		message: words.message,
		description: `Asked: ${ask.call} at ${ask.url.host}. ${words.advice}`,
		cause: thrown,
	});
	return new Setback(problem, {
		passing: words.passing ?? false,
		nothingSent: nothingSent || !(words.connected ?? false),
	});
}

function explain(code: string, thrown: unknown, { ask, proxy }: { ask: Question; proxy: string | null }): Words {
	const host = ask.url.host;
	const proxyHost = proxy !== null && URL.canParse(proxy) ? new URL(proxy).host : proxy;
	const peer = proxyHost === null ? host : `The proxy ${proxyHost}`;
	const label = fieldLabels[ask.field];
	const check = proxyHost === null ? `Check the ${label} in the credential` : 'Check the proxy settings of n8n';
	const again = 'Try again later; if it stays so, ask the operator of the exchange.';

	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		const message = `${proxyHost === null ? `The host ${ask.url.hostname}` : peer} was not found`;
		return { message, advice: `${check}, and that n8n can look up that name.`, passing: true };
	}
	if (code === 'ECONNREFUSED') {
		const message = `${peer} refused the connection`;
		return { message, advice: `${check}: nothing listens at that address and port.`, passing: true };
	}
	if (/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code)) {
		const message = `${peer} could not be reached`;
		return { message, advice: `${check}, and that a firewall lets n8n through.`, passing: true };
	}
	if (code === 'ANSWER_OVERDUE' || code === 'UND_ERR_HEADERS_TIMEOUT') {
		return { message: `${host} did not answer in time`, advice: again, passing: true, connected: true };
	}
	if (code === 'UND_ERR_BODY_TIMEOUT') {
		return {
			message: `${host} fell silent in the middle of its answer`,
			advice: again,
			passing: true,
			connected: true,
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
			connected: true,
		};
	}
	if (proxyHost !== null && /HTTP Tunneling|Proxy Authentication/.test(messageOf(thrown))) {
		const status = /\d{3}/.exec(messageOf(thrown))?.[0] ?? 'no reason given';
		return { message: `${peer} does not let the call through (${status})`, advice: `${check}.` };
	}
	return {
		message: `The connection to ${host} broke off`,
		advice: 'Try again; if it stays so, check what stands between n8n and the exchange.',
		passing: true,
		connected: true,
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

function messageOf(thrown: unknown): string {
	const told = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : null;
	return typeof told === 'string' ? told : '';
}

/** n8n's own protection does not allow the address. */
export function refusedByFilter(ask: Question, reason: string): InvalidInput {
	return new InvalidInput({
		field: ask.field,
		message: `n8n does not allow connections to ${ask.url.host}`,
		description: `${reason.replace(/\.$/, '')}. Who runs this n8n guards its inner network (N8N_SSRF_…): ask them to allow the address, or check the ${fieldLabels[ask.field]} in the credential.`,
	});
}

/** Plain http to another machine, without the user's word that this is meant. */
export function plainHttpRefused(ask: Question): InvalidInput {
	return new InvalidInput({
		field: ask.field,
		message: `Nothing was sent: http://${ask.url.host} is not encrypted`,
		description: `Anyone on the way could read the user name and password. Use https in the ${fieldLabels[ask.field]}, or switch on Allow Insecure HTTP in the credential${isIP(ask.url.hostname) ? ' if this is your own network' : ''}.`,
	});
}

/** A redirect that is told and not followed: to another origin, of a body to a page, to nowhere, or without end. */
export function sentElsewhere(ask: Question, status: number, next: URL | null): ServiceError {
	const told = (message: string, advice: string) =>
		new ServiceError({
			call: ask.call,
			status,
			message,
			description: `It answered ${status} to ${ask.call}${advice}`,
		});
	const label = fieldLabels[ask.field];
	if (next !== null && next.origin !== ask.url.origin) {
		return told(
			`The exchange sends this call on to another address: ${next.origin}`,
			`. The log-in is never carried to another address. If ${next.origin} is right, enter it as the ${label} in the credential.`,
		);
	}
	if (next !== null && ask.method === 'POST' && status < 307) {
		return told(
			`The exchange sends this call on to another page: ${next.pathname}`,
			`. That is how log-in pages answer. Check the ${label} in the credential, and that the account may use this interface.`,
		);
	}
	return told(
		'The exchange sends this call in circles',
		`, again and again or without saying where to go. Check the ${label} in the credential.`,
	);
}
