import { isPage, sanitize, serviceMessage, serviceNote } from '../../schemas/errorMessage';
import { ServiceError, UnexpectedResponse } from '../../errors';
import type { Reply } from './send';
import { proxyLogin } from './networkErrors';
import { AttemptError, retryAfterMs } from './retry';
import type { StatusMessages } from './request';

const transientStatuses = [202, 429, 502, 503, 504];

/** The error of a reply that is not a success, with the text of its body: an AttemptError if repeating may help, else a ServiceError. */
export function statusError(reply: Reply, text: string): AttemptError | ServiceError {
	const { status, request } = reply;
	const quote = serviceMessage(text, request.secrets);
	const { message, advice } = request.statusMessages[status] ?? usualMessages[status] ?? otherMessage(status);
	const waitMs = retryAfterMs(reply.header('retry-after'), reply.header('date'));
	const wait = waitMs === null ? '' : ` It asks you to wait ${Math.ceil(waitMs / 1000)} seconds.`;
	const problem = new ServiceError({
		call: request.call,
		status,
		serviceMessage: quote,
		message: quote === null ? message : `${message}: ${quote}`,
		description: `${advice}${wait} (The exchange answered ${request.call} with status ${status}.)`,
	});
	return transientStatuses.includes(status) ? new AttemptError(problem, { transient: true, waitMs }) : problem;
}

const usualMessages: StatusMessages = {
	401: {
		message: 'The exchange does not accept the login for this request',
		advice:
			'The node logged in again, but the exchange still rejected the request. Ask the operator of the exchange whether this user may send this request.',
	},
	403: {
		message: 'The exchange does not allow this user to send this request',
		advice:
			'Check that the customer and the IDs belong to this user, or ask the operator of the exchange for permission.',
	},
	404: {
		message: 'The exchange does not know what was requested (404)',
		advice:
			'Check the IDs: they must come from a search or an event of the same exchange. If every request gives this, check the Base URL in the credential.',
	},
	407: { message: 'The proxy requires a login', advice: proxyLogin },
	413: { message: 'The request is too large for the exchange', advice: 'Send less at once, for example smaller PDFs.' },
	429: {
		message: 'Too many requests to the exchange',
		advice: 'Run the workflow less often, and try again later. For downloads, lower "Parallel Downloads".',
	},
};

function otherMessage(status: number): { message: string; advice: string } {
	if (status >= 500) {
		const isAway = [502, 503, 504].includes(status);
		return {
			message: isAway
				? `The exchange is currently unavailable (${status})`
				: `The exchange answered with status ${status}`,
			advice: 'Try again later. If it keeps happening, ask the operator of the exchange.',
		};
	}
	if (status >= 400) {
		return {
			message: `The exchange did not accept the request (${status})`,
			advice:
				'Run "Exchange → Check", which shows what this exchange requires. Compare what the exchange says with the parameters of this node, whose values were sent. If it says nothing, ask the operator of the exchange, who can look the request up.',
		};
	}
	return {
		message: `The exchange answered with a status that this node does not know (${status})`,
		advice:
			'If other requests work, send this message to the operator of the exchange. If none does, check the addresses in the credential.',
	};
}

/** A reply that is not JSON. `mayQuote`: false if it may contain a token. */
export function notJson(reply: Reply, body: string, mayQuote: boolean): UnexpectedResponse {
	const quote = mayQuote ? serviceMessage(body, reply.request.secrets) : null;
	const what = body.trim() === '' ? 'nothing' : isPage(body) ? 'a web page' : 'text';
	return new UnexpectedResponse({
		call: reply.request.call,
		field: 'body',
		message: `The exchange sent ${what} instead of data${quote === null ? '' : `: ${quote}`}`,
		description: `Check the ${addressLabel(reply)} in the credential: a login page or another program may be at this address. (The exchange answered ${reply.request.call} with status ${reply.status}.)`,
	});
}

/** JSON, but not as this call promises it; its text, unless it may contain a token. */
export function schemaMismatch(reply: Reply, field: string, body: string | null): UnexpectedResponse {
	const quote = body === null ? null : serviceNote(body, reply.request.secrets);
	return new UnexpectedResponse({
		call: reply.request.call,
		field,
		message: `The exchange sent a response that this node cannot read${quote === null ? '' : `: ${quote}`}`,
		description: `If other requests work, nothing is wrong in your workflow: send this message to the operator of the exchange. If none does, check the ${addressLabel(reply)} in the credential. (In the response to ${reply.request.call}, ${field} is missing or has another type.)`,
	});
}

/** A page of search results that is empty and does not say that the search has succeeded. */
export function emptyWithoutSuccess(reply: Reply, status: string, body: string | null): UnexpectedResponse {
	const { call, secrets } = reply.request;
	const words = [sanitize(status, secrets), body === null ? null : serviceNote(body, secrets)];
	const quote = words.filter((text) => text !== null && text !== '').join(': ');
	return new UnexpectedResponse({
		call,
		field: 'status',
		message: `The exchange sent no sets, and did not say that the search has succeeded${quote && ` (${quote})`}`,
		description: `So it is not known whether there are none. Run "Exchange → Check", which shows the word with which this exchange says it. If that does not help, send this message to the operator of the exchange. (In the response to ${call}, status is ${status === '' ? 'missing' : 'none of OK, SUCCESS and 200'}.)`,
	});
}

function addressLabel({ request }: Reply): string {
	return request.field === 'baseUrl' ? 'Base URL' : 'Import URL';
}
