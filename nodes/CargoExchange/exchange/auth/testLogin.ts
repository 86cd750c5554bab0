import * as z from 'zod/v4';
import { type AddressField, isSafeToTalkTo } from '../../schemas/address';
import { counterparties } from '../../schemas/counterparty';
import { parseJson } from '../../schemas/json';
import { isPage, serviceMessage, serviceNote } from '../../schemas/errorMessage';
import { tokenReply } from '../../schemas/token';
import { type Account, addressOf, basicCredentials, cleanedAddress, hasImportUrl, secretsOf } from './credential';
import type { RequestTarget } from '../http/httpRequest';
import { InvalidInput, ServiceError } from '../../errors';
import { plainHttpError, egressError, redirectError, networkError } from '../http/networkErrors';
import { AttemptError } from '../http/retry';

/** n8n's own request function, the only way out that a credential test is given: it obeys n8n's proxy and egress rules. */
export type SendRequest = (options: object) => Promise<unknown>;

const reply = z.looseObject({ statusCode: z.number(), headers: z.record(z.string(), z.unknown()), body: z.unknown() });
type Answer = { status: number; location: string | null; text: string; json: unknown };

const timeoutMs = 20_000;
const mostRedirects = 5;

/**
 * For the Test button: logs in with what was entered, never with a stored token, lists the counterparties, asks the import
 * address without importing anything, and says which of these did not work.
 */
export async function testLogin(
	account: Account,
	sendRequest: SendRequest,
): Promise<{ status: 'OK' | 'Error'; message: string }> {
	const fields = ['baseUrl', 'importUrl'] as const;
	const cleaned = fields.map((field) => cleanedAddress(account, field));
	const hints = new Set(cleaned.flatMap((one) => (one.ok && one.hint !== null ? [one.hint] : [])));
	try {
		addressOf(account, 'importUrl');
		const { token, count } = await listCounterparties(account, sendRequest);
		if (hasImportUrl(account)) await probeImport(account, sendRequest, token);
		return { status: 'OK', message: [`Connected: the account sees ${count} counterparties.`, ...hints].join(' ') };
	} catch (thrown) {
		const isOurs = thrown instanceof InvalidInput || thrown instanceof ServiceError;
		const message = isOurs ? `${thrown.message}. ${thrown.description}` : String(thrown);
		return { status: 'Error', message: [message, ...hints].join(' ') };
	}
}

/** Throws InvalidInput or ServiceError whose message says which of the two steps did not work. */
async function listCounterparties(
	account: Account,
	sendRequest: SendRequest,
): Promise<{ token: string; count: number }> {
	const authorization = basicCredentials(account);
	const login = await get(account, sendRequest, { field: 'baseUrl', path: '/v3/common/oauth2/token', authorization });
	const read = tokenReply.safeParse(login.json);
	if (!isSuccess(login) || !read.success) throw loginFailed(login, account);
	const { token } = read.data;

	const listing = await get(account, sendRequest, {
		field: 'baseUrl',
		path: '/v3/common/counterparties',
		authorization: `Bearer ${token}`,
	});
	const list = counterparties.safeParse(listing.json);
	if (!isSuccess(listing) || !list.success) throw listingFailed(listing, secretsOf(account, token));
	return { token, count: list.data.length };
}

/** A GET, which imports nothing. Any status proves that something answers there; only a page in place of the interface is wrong. */
async function probeImport(account: Account, sendRequest: SendRequest, token: string): Promise<void> {
	const path = '/api/v1/shipments';
	const probed = { field: 'importUrl' as const, path, authorization: `Bearer ${token}`, followsRedirects: false };
	try {
		const answer = await get(account, sendRequest, probed);
		if (!isSuccess(answer) || !isPage(answer.text)) return;
	} catch (thrown) {
		if (!(thrown instanceof ServiceError)) throw thrown;
		throw new ServiceError({
			call: thrown.call,
			message: `The log-in worked, but the import address did not: ${thrown.message}`,
			description: thrown.description,
			cause: thrown,
		});
	}
	throw new ServiceError({
		call: `GET ${path}`,
		status: 200,
		message: 'The log-in worked, but a web page answers at the import address',
		description: 'Check the Import URL: it ends before /api/v1',
	});
}

type Get = { field: AddressField; path: string; authorization: string; followsRedirects?: boolean };

async function get(
	account: Account,
	sendRequest: SendRequest,
	{ field, path, authorization, followsRedirects = true }: Get,
): Promise<Answer> {
	let url = new URL(addressOf(account, field) + path);
	for (let hops = 0; ; hops++) {
		const target: RequestTarget = { call: `GET ${path}`, method: 'GET', url, field };
		if (!isSafeToTalkTo(url, account.allowInsecureHttp)) throw plainHttpError(target);
		const answer = await sendRequest({
			method: 'GET',
			uri: url.href,
			headers: { accept: 'application/json', authorization },
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			timeout: timeoutMs,
			...(account.ignoreSslIssues && { rejectUnauthorized: false }),
		}).then(readAnswer, (thrown: unknown) => {
			throw faultOf(thrown, target);
		});
		if (answer.location === null || !followsRedirects) return answer;
		const next = URL.canParse(answer.location, url.href) ? new URL(answer.location, url) : null;
		if (next?.origin !== url.origin || hops >= mostRedirects) {
			throw redirectError(target, { status: answer.status, next, mayFollow: true });
		}
		url = next;
	}
}

function faultOf(thrown: unknown, target: RequestTarget): ServiceError | InvalidInput {
	const blocked = blockedByN8n(thrown);
	if (blocked) return egressError(target, blocked.message);
	const fault = networkError(thrown, target);
	return fault instanceof AttemptError ? fault.problem : fault;
}

/** n8n's own guard of outgoing connections tells itself by the name of its errors only. */
function blockedByN8n(thrown: unknown): Error | null {
	if (!(thrown instanceof Error)) return null;
	return thrown.name.startsWith('SsrfBlocked') ? thrown : blockedByN8n(thrown.cause);
}

function readAnswer(received: unknown): Answer {
	const { statusCode: status, headers, body } = reply.parse(received);
	const { location } = headers;
	const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
	return {
		status,
		location: status >= 300 && status < 400 && typeof location === 'string' ? location : null,
		text,
		json: parseJson(text)?.value,
	};
}

function isSuccess({ status }: Answer): boolean {
	return status >= 200 && status < 300;
}

/** A success is never quoted: whatever its shape, a token may be in it. */
function loginFailed(answer: Answer, account: Account): ServiceError | InvalidInput {
	const { status } = answer;
	const words = isSuccess(answer) ? '' : quoted(answer, secretsOf(account));
	if (status === 401) {
		return new InvalidInput({
			field: 'password',
			message: `The exchange does not accept this user name and password (401)${words}`,
			description: 'Check both, and that the Base URL is the one that they belong to',
		});
	}
	if (status === 403) {
		return new InvalidInput({
			field: 'username',
			message: `The exchange does not let this account log in here (403)${words}`,
			description:
				'The password may be right: a person’s own log-in, for example, may not be used by programs. Use that of the interface user, or ask the operator of the exchange',
		});
	}
	return new ServiceError({
		call: 'GET /v3/common/oauth2/token',
		status,
		message: `The log-in did not work: ${isSuccess(answer) ? 'the answer holds no token' : `the exchange answered ${status}`}${words}`,
		description: status >= 500 || status === 429 ? 'Try again later' : 'Check the Base URL: it ends before /v3/common',
	});
}

function listingFailed(answer: Answer, secrets: string[]): ServiceError {
	const { status } = answer;
	return new ServiceError({
		call: 'GET /v3/common/counterparties',
		status,
		message: `The log-in worked, but the counterparties could not be listed: ${isSuccess(answer) ? 'the answer is not a list' : `the exchange answered ${status}`}${quoted(answer, secrets)}`,
		description: 'Ask the operator of the exchange whether this account may use the interface',
	});
}

function quoted(answer: Answer, secrets: string[]): string {
	const words = isSuccess(answer) ? serviceNote(answer.text, secrets) : serviceMessage(answer.text, secrets);
	return words === null ? '' : `: ${words}`;
}
