import { InvalidInput, ServiceError } from '../../errors';
import { isUuid } from '../../schemas/ids';
import { setIdsInRefusal } from '../../schemas/importReply';
import type { Tokens } from '../auth/tokenCache';
import { UploadBody } from '../http/request';
import { readErrorBody } from '../http/response';
import { AttemptError } from '../http/retry';
import { isSuccess, type Reply } from '../http/send';
import { statusError } from '../http/statusErrors';
import type { Call, Sender } from './call';

export type AuthenticatedRequests = {
	/** Makes a call with a bearer token; a 401 renews the token once and repeats the call. `read` belongs to the attempt. */
	call<T>(call: Call, read: (success: Reply) => Promise<T>): Promise<T>;
	/** True if the token may have expired without our knowledge (docs/service.md 5). */
	mayTokenHaveExpired(): boolean;
	/** True once the execution is cancelled. */
	isCancelled(): boolean;
};

/** What was decoded wrongly may name a set. */
const unreadable = /[\0\ufffd]/;

/** `tokens` is called by the calls, so that they report an unusable address. */
export function createRequests(sender: Sender, tokens: () => Tokens): AuthenticatedRequests {
	const { signal } = sender;
	return {
		mayTokenHaveExpired: () => tokens().mayHaveExpired(),
		isCancelled: () => signal?.aborted ?? false,
		async call<T>(call: Call, read: (success: Reply) => Promise<T>) {
			let mayRenew = true;
			const attempt = async (timeLeftMs: number): Promise<T> => {
				const token = await tokens().current(signal);
				const body = call.body?.() ?? null;
				const upload = body instanceof UploadBody ? body : null;
				try {
					const reply = await sender.send(call, { authorization: `Bearer ${token}`, timeLeftMs, body });
					if (isSuccess(reply)) {
						const result = await read(reply);
						tokens().accepted(token);
						return result;
					}
					const { text, whole } = await readErrorBody(reply);
					if (upload && whole && !unreadable.test(text))
						upload.errorResponse = { status: reply.status, setIds: setIdsInRefusal(text) };
					throw statusError(reply, text);
				} catch (thrown) {
					const isRefused = thrown instanceof ServiceError && thrown.status === 401;
					const { errorResponse = null } = upload ?? {};
					const mayRepeat = !upload || (errorResponse?.status === 401 && errorResponse.setIds.length === 0);
					if (isRefused && mayRenew && mayRepeat) {
						mayRenew = false;
						await tokens().refresh(token, signal);
						return attempt(timeLeftMs);
					}
					if (!(thrown instanceof AttemptError)) tokens().suspect(token);
					throw thrown;
				}
			};
			return sender.repeat(call, attempt);
		},
	};
}

const idLabels = {
	setId: 'set ID',
	documentId: 'document ID',
	customerId: 'customer ID',
} as const;

/** The ID if it is a UUID: nothing else becomes part of an address (docs/service.md 4.4). */
export function checkedId(field: keyof typeof idLabels, value: unknown): string {
	if (isUuid(value)) return value;
	const given = typeof value === 'string' ? value.trim() : '';
	throw new InvalidInput({
		field,
		message: given === '' ? `The ${idLabels[field]} is missing` : `The ${idLabels[field]} is not a valid ID`,
		description: `Nothing was sent. A ${idLabels[field]} looks like 01234567-89ab-cdef-0123-456789abcdef. Take it from a search result or an event.`,
	});
}
