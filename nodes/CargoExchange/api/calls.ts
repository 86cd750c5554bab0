import { parseJson } from '../wire/json';
import { tokenReply } from '../wire/token';
import { type Account, addressOf, basicCredentials, cookieParts } from './account';
import type { Ask } from './ask';
import type { EgressFilter } from './egress';
import { type Line, type Reply, send } from './http';
import { defaultLimits, type Limits } from './limits';
import { readRefusal, readText } from './reading';
import { notJson, refuse, type StatusWords, unlikePromised } from './refusals';
import { persist } from './retry';
import type { Setback } from './setback';
import { identityKey, type Tokens, tokensFor } from './tokens';
import type { Upload } from './upload';

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

/** For what is safe to repeat: whatever may pass by itself. */
export const whilePassing = ({ passing }: Setback): boolean => passing;

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

function tokensOf(account: Account, line: Line): Tokens {
	const address = addressOf(account, 'baseUrl');
	const key = identityKey(address, account.username, account.password, account.ignoreSslIssues);
	return tokensFor(key, (signal) => logIn({ account, address, line, signal }));
}

/** Gets a token (specification 4.1). A GET that changes nothing, so it is repeated like the others. */
async function logIn({ account, address, line, signal }: LogInOccasion): Promise<string> {
	const path = '/v3/common/oauth2/token';
	const { connectMs, headersMs } = line.limits;
	const attempt = async (timeLeftMs: number) => {
		const ask: Ask = {
			call: `GET ${path}`,
			method: 'GET',
			url: new URL(address + path),
			field: 'baseUrl',
			headers: { accept: 'application/json', authorization: basicCredentials(account) },
			body: null,
			headersMs,
			untilAnswerMs: Math.min(connectMs + headersMs, timeLeftMs),
			signal,
		};
		const reply = await send(ask, line);
		const secrets = [account.password, ...(ask.headers['authorization']?.split(' ') ?? [])];
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

function isSuccess(reply: Reply): boolean {
	return reply.status >= 200 && reply.status < 300;
}
