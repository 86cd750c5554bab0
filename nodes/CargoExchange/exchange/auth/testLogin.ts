import { z } from 'zod/v4';
import { cleanAddress, isSafeToTalkTo } from '../../schemas/address';
import { counterparties } from '../../schemas/counterparty';
import { parseJson } from '../../schemas/json';
import { serviceMessage, serviceNote } from '../../schemas/errorMessage';
import { tokenReply } from '../../schemas/token';
import { type Account, addressOf, basicCredentials } from './credential';
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

/** For the Test button: logs in with what was entered, never with a stored token, lists the counterparties and says how that went. */
export async function testLogin(
	account: Account,
	sendRequest: SendRequest,
): Promise<{ status: 'OK' | 'Error'; message: string }> {
	try {
		const count = await countCounterparties(account, sendRequest);
		const hints = [account.baseUrl, account.importUrl]
			.map(cleanAddress)
			.flatMap((one) => (one.ok && one.hint ? [one.hint] : []));
		return { status: 'OK', message: [`Connected: the account sees ${count} counterparties.`, ...hints].join(' ') };
	} catch (fault) {
		const told = fault instanceof InvalidInput || fault instanceof ServiceError;
		return { status: 'Error', message: told ? `${fault.message}. ${fault.description}` : String(fault) };
	}
}

/** Throws InvalidInput or ServiceError whose message says which of the two steps did not work. */
async function countCounterparties(account: Account, sendRequest: SendRequest): Promise<number> {
	addressOf(account, 'importUrl');
	const login = await ask(account, sendRequest, '/v3/common/oauth2/token', basicCredentials(account));
	const token = tokenReply.safeParse(login.json);
	if (login.status !== 200 || !token.success) throw loginRefused(login, account);

	const listing = await ask(account, sendRequest, '/v3/common/counterparties', `Bearer ${token.data.token}`);
	const list = counterparties.safeParse(listing.json);
	if (listing.status !== 200 || !list.success) throw listingRefused(listing, [account.password, token.data.token]);
	return list.data.length;
}

async function ask(account: Account, sendRequest: SendRequest, path: string, authorization: string): Promise<Answer> {
	let url = new URL(addressOf(account, 'baseUrl') + path);
	for (let hops = 0; ; hops++) {
		const question: RequestTarget = { call: `GET ${path}`, method: 'GET', url, field: 'baseUrl' };
		if (!isSafeToTalkTo(url, account.allowInsecureHttp)) throw plainHttpError(question);
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
			throw faultOf(thrown, question);
		});
		if (answer.location === null) return answer;
		const next = URL.canParse(answer.location, url.href) ? new URL(answer.location, url) : null;
		if (next?.origin !== url.origin || hops >= mostRedirects)
			throw redirectError(question, { status: answer.status, next, mayFollow: true });
		url = next;
	}
}

function faultOf(thrown: unknown, question: RequestTarget): ServiceError | InvalidInput {
	const blocked = blockedByN8n(thrown);
	if (blocked) return egressError(question, blocked.message);
	const fault = networkError(thrown, question);
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

function loginRefused({ status, text }: Answer, { password }: Account): ServiceError | InvalidInput {
	const words = quoted(status, text, [password]);
	if (status === 401 || status === 403) {
		return new InvalidInput({
			field: 'password',
			message: `The exchange does not accept this user name and password (${status})${words}`,
			description: 'Check both, and that the Base URL is the one that they belong to',
		});
	}
	return new ServiceError({
		call: 'GET /v3/common/oauth2/token',
		status,
		message: `The log-in did not work: ${status === 200 ? 'the answer holds no token' : `the exchange answered ${status}`}${words}`,
		description: status >= 500 || status === 429 ? 'Try again later' : 'Check the Base URL: it ends before /v3/common',
	});
}

function listingRefused({ status, text }: Answer, secrets: string[]): ServiceError {
	return new ServiceError({
		call: 'GET /v3/common/counterparties',
		status,
		message: `The log-in worked, but the counterparties could not be listed: ${status === 200 ? 'the answer is no list' : `the exchange answered ${status}`}${quoted(status, text, secrets)}`,
		description: 'Ask the operator of the exchange whether this account may use the interface',
	});
}

function quoted(status: number, text: string, secrets: string[]): string {
	const words = status === 200 ? serviceNote(text, secrets) : serviceMessage(text, secrets);
	return words === null ? '' : `: ${words}`;
}
