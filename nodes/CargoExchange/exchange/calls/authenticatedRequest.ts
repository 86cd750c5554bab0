import { type Account, addressOf, secretsOf } from '../auth/credential';
import { tokensOf } from '../auth/login';
import type { Tokens } from '../auth/tokenCache';
import type { EgressFilter } from '../http/connectionPool';
import type { HttpRequest } from '../http/httpRequest';
import { readErrorBody } from '../http/response';
import { type AttemptError, defaultLimits, type Limits, withRetry } from '../http/retry';
import { type ConnectionSettings, isSuccess, type Reply, send } from '../http/send';
import { statusError, type StatusMessages } from '../http/statusErrors';
import { UploadBody } from '../http/uploadBody';

/** How calls are made on behalf of one execution. */
export type CallSettings = Partial<Limits> & {
	/** The execution's cancellation. */
	signal?: AbortSignal;
	/** n8n's `helpers.getSecureEgressFilter()`, if the running n8n has it. */
	egressFilter?: EgressFilter;
};

/** One call of the service, without what every call has in common. */
export type Call = {
	method: 'GET' | 'POST';
	field: 'baseUrl' | 'importUrl';
	/** Below the address of the credential; already encoded. */
	path: string;
	query?: Record<string, string>;
	headers: Record<string, string>;
	body: () => string | UploadBody | null;
	/** What a status means for this call, if that is more than it means for all. */
	statusMessages?: StatusMessages;
	/** How long until the answer must begin, if not as long as for every call. */
	answerWithinMs?: number;
	/** Which attempts may be followed by another one. */
	mayRepeat: (error: AttemptError) => boolean;
};

/** A reply that is a success, and what must never be quoted from it. */
export type Success = { reply: Reply; secrets: readonly string[]; limits: Limits };

export type AuthenticatedRequests = {
	/** Makes a call with a bearer token; a 401 renews the token once and repeats the call. `read` belongs to the attempt. */
	call<T>(call: Call, read: (success: Success) => Promise<T>): Promise<T>;
	/** True when the token may have ended without our knowledge (docs/service.md 5). */
	isTokenInDoubt(): boolean;
	/** True once the execution is cancelled. */
	isCancelled(): boolean;
};

export function createRequests(
	account: Account,
	{ signal, egressFilter, ...limits }: CallSettings,
): AuthenticatedRequests {
	const settings: ConnectionSettings = {
		ignoreSslIssues: account.ignoreSslIssues,
		allowInsecureHttp: account.allowInsecureHttp,
		egressFilter: egressFilter ?? null,
		limits: { ...defaultLimits, ...limits },
	};
	const context = { account, limits: settings.limits, signal: signal ?? null };
	let known: Tokens | null = null;
	const tokens = () => (known ??= tokensOf(account, settings));

	return {
		isTokenInDoubt: () => tokens().isInDoubt(),
		isCancelled: () => context.signal?.aborted ?? false,
		async call<T>(call: Call, read: (success: Success) => Promise<T>) {
			let mayRenew = true;
			const attempt = async (timeLeftMs: number): Promise<T> => {
				const token = await tokens().current(context.signal);
				const request = requestFor(call, { ...context, token, timeLeftMs });
				const reply = await send(request, settings);
				if (reply.status !== 401) tokens().accepted(token);
				const secrets = secretsOf(account, token);
				if (isSuccess(reply)) return read({ reply, secrets, limits: settings.limits });

				const { text, whole } = await readErrorBody(reply);
				if (whole && request.body instanceof UploadBody) request.body.completeErrorStatus = reply.status;
				if (reply.status === 401 && mayRenew && (whole || !(request.body instanceof UploadBody))) {
					mayRenew = false;
					await tokens().refresh(token, context.signal);
					return attempt(timeLeftMs);
				}
				throw statusError(reply, text, { secrets, messages: call.statusMessages });
			};
			return withRetry(attempt, settings.limits, { mayRepeat: call.mayRepeat, signal: context.signal });
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
