import type { AddressField } from '../../schemas/address';
import { type Account, addressOf, secretsOf } from '../auth/credential';
import type { ConnectionSettings } from '../http/connectionPool';
import type { StatusMessages, UploadBody } from '../http/request';
import { type AttemptError, withRetry } from '../http/retry';
import { type Reply, sendRequest } from '../http/send';

/** One call of the service, without the parts that every call has. */
export type Call = {
	method: 'GET' | 'POST';
	field: AddressField;
	/** Below the address of the credential; already encoded. */
	path: string;
	query?: Record<string, string>;
	headers: Record<string, string>;
	/** A new one for each attempt. */
	body?: () => string | UploadBody;
	/** Messages for statuses with a meaning of their own in this call. */
	statusMessages?: StatusMessages;
	/** How long until the response must begin, if not the default. */
	answerWithinMs?: number;
	/** Which attempts may be followed by another one, if not every one whose error is transient. */
	mayRepeat?: (error: AttemptError) => boolean;
};

/** What one attempt at a call has of its own. */
type Attempt = { authorization: string; timeLeftMs: number; body?: string | UploadBody | null };

/** Sends the calls of one account. */
export type Sender = {
	readonly signal: AbortSignal | null;
	/** The secrets of every request so far that must not be in data. */
	readonly dataSecrets: ReadonlySet<string>;
	/** One attempt; resolves with the response, whatever its status. Throws InvalidInput if the address cannot be used. */
	send(call: Call, attempt: Attempt): Promise<Reply>;
	/** Repeats attempts at a call: see `withRetry`. */
	repeat<T>(call: Call, attempt: (timeLeftMs: number) => Promise<T>): Promise<T>;
};

export function createSender(account: Account, connection: ConnectionSettings, signal: AbortSignal | null): Sender {
	const { limits } = connection;
	const seen = new Set<string>();
	const dataSecrets = new Set<string>();
	return {
		signal,
		dataSecrets,
		async send(call, { authorization, timeLeftMs, body = null }) {
			const { method, field, path, query = {}, headers } = call;
			const isImport = field === 'importUrl';
			const pairs = Object.entries(query).map((pair) => pair.map(encodeURIComponent).join('='));
			const untilAnswerMs = Math.min(call.answerWithinMs ?? limits.connectMs + limits.headersMs, timeLeftMs);
			const secrets = secretsOf(account, authorization);
			for (const secret of secrets.all) seen.add(secret);
			for (const secret of secrets.inData) dataSecrets.add(secret);
			const request = {
				call: `${method} ${path}`,
				method,
				url: new URL(addressOf(account, field) + path + (pairs.length === 0 ? '' : `?${pairs.join('&')}`)),
				field,
				headers: { ...headers, authorization },
				statusMessages: call.statusMessages ?? {},
				// A token that was refused is a secret, too.
				secrets: [...seen],
				body,
				headersMs: isImport ? limits.importHeadersMs : limits.headersMs,
				untilAnswerMs: isImport ? limits.bodyTotalMs : untilAnswerMs,
				signal,
			};
			return sendRequest(request, connection);
		},
		repeat: async ({ mayRepeat }, attempt) => withRetry(attempt, limits, { mayRepeat, signal }),
	};
}
