import { parseJson } from '../../schemas/json';
import { readErrorBody, readText } from '../http/response';
import { ifTransient, withRetry } from '../http/retry';
import { isSuccess, type ConnectionSettings, send } from '../http/send';
import { notJson, schemaMismatch, statusError, type StatusMessages } from '../http/statusErrors';
import { type Account, addressOf, basicCredentials, secretsOf } from './credential';
import { identityKey, type Tokens, tokensFor } from './tokenCache';
import { tokenReply } from '../../schemas/replies';

/** The tokens of an account: one login for all its callers in this process. */
export function tokensOf(account: Account, settings: ConnectionSettings): Tokens {
	const address = addressOf(account, 'baseUrl');
	const key = identityKey(address, account.username, account.password, account.ignoreSslIssues);
	return tokensFor(key, () => logIn(account, settings));
}

/** Gets a token (docs/service.md 4.1). A GET that changes nothing, so it is retried like the others. */
export async function logIn(account: Account, settings: ConnectionSettings): Promise<string> {
	const authorization = basicCredentials(account);
	const path = '/v3/common/oauth2/token';
	const url = new URL(addressOf(account, 'baseUrl') + path);
	const { connectMs, headersMs } = settings.limits;
	const attempt = async (timeLeftMs: number) => {
		const request = {
			call: `GET ${path}`,
			method: 'GET' as const,
			url,
			field: 'baseUrl' as const,
			headers: { accept: 'application/json', authorization },
			body: null,
			headersMs,
			untilAnswerMs: Math.min(connectMs + headersMs, timeLeftMs),
			signal: null,
		};
		const reply = await send(request, settings);
		if (!isSuccess(reply)) {
			const { text } = await readErrorBody(reply);
			throw statusError(reply, text, { secrets: secretsOf(account), messages: statusMessages });
		}
		const body = await readText(reply);
		const json = parseJson(body);
		// Nothing is quoted here: the body may contain a token.
		if (json === null) throw notJson(reply, body, null);
		const read = tokenReply.safeParse(json.value);
		if (!read.success) throw schemaMismatch(reply, 'token', null);
		return read.data.token;
	};
	return withRetry(attempt, settings.limits, { mayRepeat: ifTransient, signal: null });
}

const statusMessages: StatusMessages = {
	401: {
		message: 'The exchange refused the user name or password',
		advice: 'Check both in the credential. They must be those of the interface user.',
	},
	403: {
		message: 'The exchange does not allow this account to log in',
		advice:
			'The password may be right, but programs may not use a person’s own login, for example. Use the login of the interface user, or ask the operator of the exchange.',
	},
	404: {
		message: 'There is no login at this address',
		advice: 'Check the Base URL in the credential. It must end before /v3/common.',
	},
};
