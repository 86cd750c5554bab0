import { Readable } from 'node:stream';
import * as z from 'zod/v4';
import { orAborted } from '../../backoff';
import { ExplainedError, ServiceError, UnexpectedResponse } from '../../errors';
import { isPage } from '../../schemas/errorMessage';
import { type Account, addressOf, cookieHeader, parseCredential } from '../auth/credential';
import { fixedToken } from '../auth/tokenCache';
import type { Transport } from '../http/connectionPool';
import { readText } from '../http/response';
import { AttemptError, defaultLimits } from '../http/retry';
import { createRequests } from './authenticatedRequest';
import { type Call, createSender, type Sender } from './call';
import { listCounterparties } from './counterparties';
import { logIn } from './login';

/** n8n's own request function, the only one in a credential test: it obeys n8n's proxy and egress rules. */
export type SendRequest = (options: object) => Promise<unknown>;

const limits = { ...defaultLimits, tries: 1, headersMs: 20_000, importHeadersMs: 20_000, bodyTotalMs: 30_000 };

/**
 * For the Test button: logs in with the entered values, never with a stored token, lists the counterparties, and probes the
 * import address without importing anything. Says which of these did not work, or what is wrong in the
 * profile, which is about searches and imports: the test makes none.
 */
export async function testCredential(
	credential: unknown,
	sendRequest: SendRequest,
): Promise<{ status: 'OK' | 'Error'; message: string }> {
	try {
		return await testAccount(parseCredential(credential), sendRequest);
	} catch (thrown) {
		return { status: 'Error', message: inWords(thrown) };
	}
}

async function testAccount(
	account: Account,
	sendRequest: SendRequest,
): Promise<{ status: 'OK' | 'Error'; message: string }> {
	const addresses = [account.baseUrl, account.importUrl];
	const hints = new Set(addresses.flatMap((one) => (one.ok && one.hint !== null ? [one.hint] : [])));
	const { ignoreSslIssues, allowInsecureHttp } = account;
	const transport = overRequestFunction(sendRequest);
	const connection = { transport, ignoreSslIssues, allowInsecureHttp, egressFilter: null, limits };
	const sender = createSender(account, connection, null);
	try {
		addressOf(account, 'importUrl');
		const token = await logIn(account, sender);
		const requests = createRequests(sender, () => fixedToken(token));
		const { length } = await listCounterparties(requests).catch((thrown: unknown) => {
			throw reworded(thrown, (message) => `The login worked, but the customers could not be listed: ${message}`);
		});
		if (account.hasImportUrl) await probeImport(sender, account, token);
		return { status: 'OK', message: [`Connected: this user can see ${length} customers.`, ...hints].join(' ') };
	} catch (thrown) {
		return { status: 'Error', message: [inWords(thrown), ...hints].join(' ') };
	}
}

function inWords(thrown: unknown): string {
	return thrown instanceof ExplainedError ? `${thrown.message}. ${thrown.description}` : String(thrown);
}

/** The status of a GET, which imports nothing. Any response proves that the address works, except a web page and a redirect elsewhere. */
export async function probeImport(sender: Sender, account: Account, token: string): Promise<number> {
	const importProbe: Call = {
		method: 'GET',
		field: 'importUrl',
		path: '/api/v1/shipments',
		headers: { ...cookieHeader(account), accept: 'application/json' },
	};
	const attempt = { authorization: `Bearer ${token}`, timeLeftMs: limits.totalMs };
	const reply = await sender.send(importProbe, attempt).catch((thrown: unknown) => {
		const problem = thrown instanceof AttemptError ? thrown.problem : thrown;
		throw reworded(problem, (message) => `The login worked, but the import address cannot be used: ${message}`);
	});
	if (!isPage(await readText(reply))) return reply.status;
	throw new ServiceError({
		call: reply.request.call,
		status: reply.status,
		message: `The login worked, but the import address returns a web page (status ${reply.status})`,
		description:
			'Check the Import URL. Leave out /api/v1 and what follows it. If the operator of the exchange says that it is right, save the credential and make one import.',
	});
}

function reworded(thrown: unknown, sentence: (message: string) => string): unknown {
	if (!(thrown instanceof ServiceError || thrown instanceof UnexpectedResponse)) return thrown;
	const { call, message, description } = thrown;
	return new ServiceError({ call, message: sentence(message), description, cause: thrown });
}

const answer = z.looseObject({
	statusCode: z.number(),
	headers: z.looseObject({ location: z.string().optional().catch(undefined) }),
	body: z.unknown(),
});

/** n8n's function follows no redirect here, and has decoded the body. */
function overRequestFunction(sendRequest: SendRequest): Transport {
	return async ({ url, method, headers, headersMs }, { ignoreSslIssues }, { signal }) => {
		const sent = sendRequest({
			method,
			uri: url.href,
			headers,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			timeout: headersMs,
			...(ignoreSslIssues && { rejectUnauthorized: false }),
		});
		// n8n's limit is one of silence.
		const received = await orAborted(sent, signal);
		const { statusCode: status, headers: given, body = '' } = answer.parse(received);
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		return { status, headers: { location: given.location }, body: Readable.from([Buffer.from(text)]) };
	};
}
