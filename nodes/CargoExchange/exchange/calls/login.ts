import { ServiceError, UnexpectedResponse } from '../../errors';
import { tokenReply } from '../../schemas/replies';
import { keysOf } from '../auth/accountKeys';
import { type Account, addressOf, basicCredentials } from '../auth/credential';
import { type Tokens, tokensFor } from '../auth/tokenCache';
import { readErrorBody, readJson } from '../http/response';
import { isSuccess } from '../http/send';
import { schemaMismatch, statusError } from '../http/statusErrors';
import type { Call, Sender } from './call';

/** The tokens of an account: one login for all its callers in this process. Throws InvalidInput if its address cannot be used. */
export function tokensOf(account: Account, sender: Sender): Tokens {
	addressOf(account, 'baseUrl');
	return tokensFor(keysOf(account).login, () => logIn(account, sender));
}

/** Gets a token (docs/service.md 4.1). A GET that changes nothing, so it is retried like the others. */
export async function logIn(account: Account, sender: Sender): Promise<string> {
	const authorization = basicCredentials(account);
	const attempt = async (timeLeftMs: number) => {
		const reply = await sender.send(call, { authorization, timeLeftMs });
		if (!isSuccess(reply)) throw statusError(reply, (await readErrorBody(reply)).text);
		const { value } = await readJson(reply, false);
		const read = tokenReply.safeParse(value);
		if (!read.success) throw schemaMismatch(reply, 'token', null);
		return read.data.token;
	};
	return sender.repeat(call, attempt).catch((thrown: unknown) => {
		const { origin, pathname } = new URL(addressOf(account, 'baseUrl'));
		const isElsewhere =
			thrown instanceof UnexpectedResponse || (thrown instanceof ServiceError && thrown.status === 404);
		// An address that was copied from a browser has the path of a page.
		if (isElsewhere && pathname !== '/') thrown.addAdvice(`Enter only ${origin}, without ${pathname}.`);
		throw thrown;
	});
}

const call: Call = {
	method: 'GET',
	field: 'baseUrl',
	path: '/v3/common/oauth2/token',
	headers: { accept: 'application/json' },
	statusMessages: {
		400: {
			message: 'The exchange did not accept the login',
			advice: 'Check the user name and the password in the credential.',
		},
		401: {
			message: 'The exchange refused the user name or password',
			advice: 'Check both in the credential. They must be those of the API user, not of a person.',
		},
		403: {
			message: 'The exchange does not allow this user to log in',
			advice:
				'The password may be right: programs may not use the login of a person, for example. Use the login of the API user, or ask the operator of the exchange.',
		},
		404: {
			message: "This address has no login, so it is not the exchange's API",
			advice: 'Check the Base URL in the credential. Leave out /v3/common and what follows it.',
		},
	},
};
