import { InvalidInput } from '../../errors';
import { isUuid } from '../../schemas/json';
import { type Account, addressOf, secretsOf } from '../auth/credential';
import type { Tokens } from '../auth/tokenCache';
import { type HttpRequest, UploadBody } from '../http/request';
import { readErrorBody } from '../http/response';
import { type AttemptError, type Limits, withRetry } from '../http/retry';
import { type ConnectionSettings, isSuccess, type Reply, send } from '../http/send';
import { statusError, type StatusMessages } from '../http/statusErrors';

/** One call of the service, without the parts that every call has. */
export type Call = {
	method: 'GET' | 'POST';
	field: 'baseUrl' | 'importUrl';
	/** Below the address of the credential; already encoded. */
	path: string;
	query?: Record<string, string>;
	headers: Record<string, string>;
	body: () => string | UploadBody | null;
	/** Messages for statuses with a meaning of their own in this call. */
	statusMessages?: StatusMessages;
	/** How long until the response must begin, if not the default. */
	answerWithinMs?: number;
	/** Which attempts may be followed by another one. */
	mayRepeat: (error: AttemptError) => boolean;
};

/** A reply that is a success, and the secrets that must never be quoted from it. */
export type Success = { reply: Reply; secrets: readonly string[]; limits: Limits };

export type AuthenticatedRequests = {
	/** Makes a call with a bearer token; a 401 renews the token once and repeats the call. `read` belongs to the attempt. */
	call<T>(call: Call, read: (success: Success) => Promise<T>): Promise<T>;
	/** True if the token may have expired without our knowledge (docs/service.md 5). */
	isTokenInDoubt(): boolean;
	/** True once the execution is cancelled. */
	isCancelled(): boolean;
};

/** `tokens` is called for each call, so that an unusable address is reported by the call. */
export function createRequests(
	account: Account,
	{ connection, signal, tokens }: { connection: ConnectionSettings; signal: AbortSignal | null; tokens: () => Tokens },
): AuthenticatedRequests {
	const { limits } = connection;
	return {
		isTokenInDoubt: () => tokens().isInDoubt(),
		isCancelled: () => signal?.aborted ?? false,
		async call<T>(call: Call, read: (success: Success) => Promise<T>) {
			let mayRenew = true;
			const attempt = async (timeLeftMs: number): Promise<T> => {
				const token = await tokens().current(signal);
				const request = requestFor(call, { account, limits, signal, token, timeLeftMs });
				const reply = await send(request, connection);
				if (reply.status !== 401) tokens().accepted(token);
				const secrets = secretsOf(account, token);
				if (isSuccess(reply)) return read({ reply, secrets, limits });

				const { text, whole } = await readErrorBody(reply);
				if (whole && request.body instanceof UploadBody) request.body.completeErrorStatus = reply.status;
				if (reply.status === 401 && mayRenew && (whole || !(request.body instanceof UploadBody))) {
					mayRenew = false;
					await tokens().refresh(token, signal);
					return attempt(timeLeftMs);
				}
				throw statusError(reply, text, { secrets, messages: call.statusMessages });
			};
			return withRetry(attempt, limits, { mayRepeat: call.mayRepeat, signal });
		},
	};
}

type RequestContext = {
	account: Account;
	limits: Limits;
	signal: AbortSignal | null;
	token: string;
	timeLeftMs: number;
};

function requestFor(call: Call, { account, limits, signal, token, timeLeftMs }: RequestContext): HttpRequest {
	const { connectMs, headersMs, importHeadersMs } = limits;
	const isImport = call.field === 'importUrl';
	return {
		call: `${call.method} ${call.path}`,
		method: call.method,
		url: new URL(addressOf(account, call.field) + call.path + queryOf(call.query ?? {})),
		field: call.field,
		headers: { ...call.headers, authorization: `Bearer ${token}` },
		body: call.body(),
		headersMs: isImport ? importHeadersMs : headersMs,
		untilAnswerMs: isImport ? null : Math.min(call.answerWithinMs ?? connectMs + headersMs, timeLeftMs),
		signal,
	};
}

function queryOf(query: Record<string, string>): string {
	const pairs = Object.entries(query).map(
		([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
	);
	return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

const idLabels = {
	setId: 'set ID',
	documentId: 'document ID',
	customerId: 'customer ID',
	customerIds: 'customer ID',
} as const;

/** The ID if it is a UUID: nothing else becomes part of an address (docs/service.md 4.4). */
export function checkedId(field: keyof typeof idLabels, value: unknown): string {
	if (isUuid(value)) return value;
	const given = typeof value === 'string' ? value.trim() : '';
	throw new InvalidInput({
		field,
		message: given === '' ? `The ${idLabels[field]} is missing` : `The ${idLabels[field]} is not a UUID`,
		description: `Nothing was sent. A ${idLabels[field]} looks like 01234567-89ab-cdef-0123-456789abcdef. Take it from a search result or an event.`,
	});
}
