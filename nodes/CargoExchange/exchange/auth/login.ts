import { parseJson } from '../../schemas/json';
import { tokenReply } from '../../schemas/token';
import { type Account, addressOf, basicCredentials, secretsOf } from './credential';
import type { HttpRequest } from '../http/httpRequest';
import { isSuccess, type ConnectionSettings, send } from '../http/send';
import { readErrorBody, readText } from '../http/response';
import { notJson, schemaMismatch, statusError, type StatusMessages } from '../http/statusErrors';
import { withRetry, ifTransient } from '../http/retry';
import { identityKey, type Tokens, tokensFor } from './tokenCache';

/** The tokens of an account: one log-in for all its callers in this process. */
export function tokensOf(account: Account, settings: ConnectionSettings): Tokens {
	const address = addressOf(account, 'baseUrl');
	const key = identityKey(address, account.username, account.password, account.ignoreSslIssues);
	return tokensFor(key, (signal) => logIn({ account, address, settings, signal }));
}

/** Gets a token (docs/service.md 4.1). A GET that changes nothing, so it is repeated like the others. */
async function logIn({ account, address, settings, signal }: LoginContext): Promise<string> {
	const authorization = basicCredentials(account);
	const path = '/v3/common/oauth2/token';
	const { connectMs, headersMs } = settings.limits;
	const attempt = async (timeLeftMs: number) => {
		const request: HttpRequest = {
			call: `GET ${path}`,
			method: 'GET',
			url: new URL(address + path),
			field: 'baseUrl',
			headers: { accept: 'application/json', authorization },
			body: null,
			headersMs,
			untilAnswerMs: Math.min(connectMs + headersMs, timeLeftMs),
			signal,
		};
		const reply = await send(request, settings);
		if (!isSuccess(reply)) {
			const { text } = await readErrorBody(reply);
			throw statusError(reply, text, { secrets: secretsOf(account), messages: statusMessages });
		}
		const body = await readText(reply);
		const json = parseJson(body);
		// Nothing is quoted here: whatever the shape, a token may be in it.
		if (json === null) throw notJson(reply, body, null);
		const read = tokenReply.safeParse(json.value);
		if (!read.success) throw schemaMismatch(reply, 'token', null);
		return read.data.token;
	};
	return withRetry(attempt, settings.limits, { mayRepeat: ifTransient, signal });
}

type LoginContext = { account: Account; address: string; settings: ConnectionSettings; signal: AbortSignal };

const statusMessages: StatusMessages = {
	401: {
		message: 'The exchange refused the user name or password',
		advice: 'Check both in the credential: they belong to the interface user.',
	},
	403: {
		message: 'The exchange does not let this account log in here',
		advice:
			'The password may be right: a person’s own log-in, for example, may not be used by programs. Use that of the interface user, or ask the operator of the exchange what this account may do.',
	},
	404: {
		message: 'There is no log-in at this address',
		advice: 'Check the Base URL in the credential: it ends before /v3/common.',
	},
};
