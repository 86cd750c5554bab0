import { type Account, addressOf, cookieParts } from '../auth/credential';
import type { Ask } from '../http/httpRequest';
import type { EgressFilter } from '../http/egress';
import { isSuccess, type Line, type Reply, send } from '../http/send';
import { defaultLimits, type Limits } from '../http/limits';
import { tokensOf } from '../auth/login';
import { readRefusal } from '../http/response';
import { refuse, type StatusWords } from '../http/statusErrors';
import { persist } from '../http/retry';
import type { Setback } from '../http/setback';
import type { Tokens } from '../auth/tokenCache';
import type { Upload } from '../http/uploadBody';

/** How calls are made on behalf of one execution. */
export type CallSettings = Partial<Limits> & {
	/** The execution's cancellation. */
	signal?: AbortSignal;
	/** n8n's `helpers.getSecureEgressFilter()`, where the running n8n has it. */
	egressFilter?: EgressFilter;
};

/** One call of the specification, without what every call has in common. */
export type Call = {
	method: 'GET' | 'POST';
	field: 'baseUrl' | 'importUrl';
	/** Below the address of the credential; already encoded. */
	path: string;
	query?: Record<string, string>;
	headers: Record<string, string>;
	body: () => string | Upload | null;
	/** What a status means for this call, where that is more than it means for all. */
	statusWords?: StatusWords;
	/** Which setbacks may be answered by sending it again. */
	mayRepeat: (setback: Setback) => boolean;
};

/** A reply that is a success, and what must never be quoted from it. */
export type Success = { reply: Reply; secrets: readonly string[] };

export type Caller = {
	/** Makes a call with a bearer token; a 401 renews the token once and repeats the call. `read` belongs to the attempt. */
	call<T>(call: Call, read: (success: Success) => Promise<T>): Promise<T>;
};

export function createCaller(account: Account, { signal, egressFilter, ...limits }: CallSettings): Caller {
	const line: Line = {
		ignoreSslIssues: account.ignoreSslIssues,
		allowInsecureHttp: account.allowInsecureHttp,
		egressFilter: egressFilter ?? null,
		limits: { ...defaultLimits, ...limits },
	};
	const cancellation = signal ?? null;
	let tokens: Tokens | null = null;

	return {
		async call(call, read) {
			tokens ??= tokensOf(account, line);
			const { current, insteadOf } = tokens;
			let mayRenew = true;
			const attempt = async (timeLeftMs: number) => {
				let token = await current(cancellation);
				const ask = () => askFor(call, { account, line, token, timeLeftMs, signal: cancellation });
				let reply = await send(ask(), line);
				if (reply.status === 401 && mayRenew) {
					mayRenew = false;
					await readRefusal(reply);
					token = await insteadOf(token, cancellation);
					reply = await send(ask(), line);
				}
				const secrets = [account.password, token, ...cookieParts(account)];
				if (!isSuccess(reply)) return refuse(reply, secrets, call.statusWords);
				return read({ reply, secrets });
			};
			return persist(attempt, line.limits, { mayRepeat: call.mayRepeat, signal: cancellation });
		},
	};
}

type Occasion = { account: Account; line: Line; token: string; timeLeftMs: number; signal: AbortSignal | null };

function askFor(call: Call, { account, line, token, timeLeftMs, signal }: Occasion): Ask {
	const { connectMs, headersMs, importHeadersMs } = line.limits;
	const imports = call.field === 'importUrl';
	return {
		call: `${call.method} ${call.path}`,
		method: call.method,
		url: new URL(addressOf(account, call.field) + call.path + queryOf(call.query ?? {})),
		field: call.field,
		headers: { ...call.headers, authorization: `Bearer ${token}` },
		body: call.body(),
		headersMs: imports ? importHeadersMs : headersMs,
		untilAnswerMs: imports ? null : Math.min(connectMs + headersMs, timeLeftMs),
		signal,
	};
}

function queryOf(query: Record<string, string>): string {
	const pairs = Object.entries(query).map(
		([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
	);
	return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
