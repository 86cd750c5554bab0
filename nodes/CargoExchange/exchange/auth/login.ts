import { parseJson } from '../../schemas/json';
import { tokenReply } from '../../schemas/token';
import { type Account, addressOf, basicCredentials } from './credential';
import type { Ask } from '../http/httpRequest';
import { isSuccess, type Line, send } from '../http/send';
import { readText } from '../http/response';
import { notJson, refuse, type StatusWords, unlikePromised } from '../http/statusErrors';
import { persist, whilePassing } from '../http/retry';
import { identityKey, type Tokens, tokensFor } from './tokenCache';

/** The tokens of an account: one log-in for all its callers in this process. */
export function tokensOf(account: Account, line: Line): Tokens {
	const address = addressOf(account, 'baseUrl');
	const key = identityKey(address, account.username, account.password, account.ignoreSslIssues);
	return tokensFor(key, (signal) => logIn({ account, address, line, signal }));
}

/** Gets a token (specification 4.1). A GET that changes nothing, so it is repeated like the others. */
async function logIn({ account, address, line, signal }: LogInOccasion): Promise<string> {
	const authorization = basicCredentials(account);
	const path = '/v3/common/oauth2/token';
	const { connectMs, headersMs } = line.limits;
	const attempt = async (timeLeftMs: number) => {
		const ask: Ask = {
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
		const reply = await send(ask, line);
		const secrets = [account.password, ...authorization.split(' ').slice(1)];
		if (!isSuccess(reply)) return refuse(reply, secrets, logInWords);
		const body = await readText(reply);
		const json = parseJson(body);
		// Nothing is quoted here: whatever the shape, a token may be in it.
		if (json === null) throw notJson(reply, body, null);
		const read = tokenReply.safeParse(json.value);
		if (!read.success) throw unlikePromised(reply, 'token', null);
		return read.data.token;
	};
	return persist(attempt, line.limits, { mayRepeat: whilePassing, signal });
}

type LogInOccasion = { account: Account; address: string; line: Line; signal: AbortSignal };

const logInWords: StatusWords = {
	401: {
		message: 'The exchange refused the user name or password',
		advice: 'Check both in the credential: they belong to the interface user.',
	},
	403: {
		message: 'The exchange does not let this account log in here',
		advice:
			'Check that user name and password are those of the interface user; if they are, ask the operator of the exchange what the account may do.',
	},
	404: {
		message: 'There is no log-in at this address',
		advice: 'Check the Base URL in the credential: it ends before /v3/common.',
	},
};
