import { isPage, serviceMessage } from '../../schemas/errorMessage';
import { ServiceError, UnexpectedResponse } from '../../errors';
import type { Reply } from './send';
import { AttemptError, retryAfterMs } from './retry';

/** What the service says instead of what was asked for. */

/** What the user is told for a status, unless the call knows better. */
export type StatusMessages = Partial<Record<number, { message: string; advice: string }>>;

const transientStatuses = [429, 502, 503, 504];

/** The error of a reply that is not a success, with the text of its body: an AttemptError if repeating may help, else a ServiceError. */
export function statusError(
	reply: Reply,
	text: string,
	{ secrets, messages = {} }: { secrets: readonly string[]; messages?: StatusMessages | undefined },
): AttemptError | ServiceError {
	const { status, request } = reply;
	const words = serviceMessage(text, secrets);
	const { message, advice } = messages[status] ?? messageFor(status);
	const waitMs = retryAfterMs(reply.header('retry-after'));
	const wait = waitMs === null ? '' : ` It asks to wait ${Math.ceil(waitMs / 1000)} s.`;
	const problem = new ServiceError({
		call: request.call,
		status,
		serviceMessage: words,
		message: words === null ? message : `${message}: ${words}`,
		description: `The exchange answered ${status} to ${request.call}.${wait} ${advice}`,
	});
	return transientStatuses.includes(status) ? new AttemptError(problem, { transient: true, waitMs }) : problem;
}

function messageFor(status: number): { message: string; advice: string } {
	if (status === 401) {
		return {
			message: 'The exchange does not accept the log-in for this call',
			advice:
				'The log-in itself worked and was renewed once. HttpRequest the operator whether the account may use this interface.',
		};
	}
	if (status === 403) {
		return {
			message: 'The exchange does not allow this account to do that',
			advice: 'Check the customer and the ids, or ask the operator of the exchange for the right to do it.',
		};
	}
	if (status === 404) {
		return {
			message: 'The exchange does not know what was asked for',
			advice: 'Check the ids, and the addresses in the credential.',
		};
	}
	if (status === 407) {
		return {
			message: 'The proxy asks for a log-in',
			advice: 'Put user name and password into the proxy address in HTTP_PROXY or HTTPS_PROXY.',
		};
	}
	if (status === 413) {
		return { message: 'The exchange finds this too large', advice: 'Send less at once, for example smaller PDFs.' };
	}
	if (status === 429) {
		return {
			message: 'The exchange asks for fewer calls',
			advice: 'Run the workflow less often or with fewer parallel calls, and try again later.',
		};
	}
	if (status >= 500) {
		return {
			message: `The exchange is not able to answer at the moment (${status})`,
			advice: 'Try again later; if it stays so, ask the operator of the exchange.',
		};
	}
	if (status >= 400) {
		return { message: `The exchange did not accept the call (${status})`, advice: 'Check the values that were sent.' };
	}
	return {
		message: `The exchange answered in a way that this call does not know (${status})`,
		advice: 'Check the addresses in the credential.',
	};
}

/** A reply that is no JSON although data was due, with what may be quoted of it. */
export function notJson(reply: Reply, body: string, words: string | null): UnexpectedResponse {
	const what = body.trim() === '' ? 'nothing' : isPage(body) ? 'a web page' : 'text';
	return new UnexpectedResponse({
		call: reply.request.call,
		field: 'body',
		message: `The exchange sent ${what} instead of data${words === null ? '' : `: ${words}`}`,
		description: `It answered ${reply.status} to ${reply.request.call}. Check the ${reply.request.field === 'baseUrl' ? 'Base URL' : 'Import URL'} in the credential: a log-in page or another program may answer there.`,
	});
}

/** JSON, but not what this call promises, with what may be quoted of it. */
export function schemaMismatch(reply: Reply, field: string, words: string | null): UnexpectedResponse {
	return new UnexpectedResponse({
		call: reply.request.call,
		field,
		message: `The exchange sent something else than expected${words === null ? '' : `: ${words}`}`,
		description: `In its answer to ${reply.request.call}, ${field} is missing or of another kind than specified. Check the Base URL in the credential, or ask the operator of the exchange.`,
	});
}
