import { orAborted } from '../../backoff';
import { ServiceError } from '../../errors';
import { statedLifetimeSeconds } from '../../schemas/replies';

/** The valid token of each account. One cache per process: the bundle holds this module once. */

export type Tokens = {
	/** A token that should be valid; logs in if there is none. Simultaneous callers share one login, and its rejection for seconds. */
	current: (signal: AbortSignal | null) => Promise<string>;
	/** A token other than the one that caused a 401; logs in unless another caller has done so since. */
	refresh: (refused: string, signal: AbortSignal | null) => Promise<string>;
	/** A call with this token succeeded just now. */
	accepted: (token: string) => void;
	/** A call with this token failed: it is not used again if it was not accepted within the last minute, since not every exchange says 401. */
	suspect: (token: string) => void;
	/** True if there is a token that states no lifetime and was neither received nor accepted within the last minute. */
	mayHaveExpired: () => boolean;
};

type Entry = {
	token: string | null;
	renewAtMs: number;
	/** When it was received or last accepted. */
	verifiedAtMs: number;
	pending: Promise<string> | null;
	/** The last rejected login, and how long it is remembered. */
	refusal: { problem: ServiceError; untilMs: number } | null;
};

const shortestUsefulSeconds = 10;
const verifiedForMs = 60_000;
/** Many items with a wrong password must not lock the account, and a password corrected at the exchange must work soon. */
const refusalBelievedMs = 5_000;

const entries = new Map<string, Entry>();

/** The tokens of one identity, shared by all callers in this process with the same key. `now` is monotonic, in ms. */
export function tokensFor(
	key: string,
	logIn: () => Promise<string>,
	now: () => number = () => performance.now(),
): Tokens {
	const entry = entries.get(key) ?? { token: null, renewAtMs: 0, verifiedAtMs: 0, pending: null, refusal: null };
	entries.set(key, entry);

	const renew = async (): Promise<string> => {
		try {
			const token = await logIn();
			entry.token = token;
			entry.verifiedAtMs = now();
			entry.renewAtMs = entry.verifiedAtMs + usefulMs(token);
			entry.refusal = null;
			return token;
		} catch (thrown) {
			if (isRefusal(thrown)) entry.refusal = { problem: thrown, untilMs: now() + refusalBelievedMs };
			throw thrown;
		} finally {
			entry.pending = null;
		}
	};
	/** A cancelled caller stops waiting; the login continues for the other callers. */
	const renewed = async (signal: AbortSignal | null): Promise<string> => {
		signal?.throwIfAborted();
		if (entry.refusal && now() < entry.refusal.untilMs) throw stillRefused(entry.refusal.problem);
		entry.pending ??= Promise.resolve().then(renew);
		return orAborted(entry.pending, signal);
	};

	const isUnverified = () => now() - entry.verifiedAtMs > verifiedForMs;

	return {
		async current(signal) {
			return entry.token !== null && now() < entry.renewAtMs ? entry.token : renewed(signal);
		},
		async refresh(refused, signal) {
			if (entry.token !== null && entry.token !== refused) return entry.token;
			entry.token = null;
			return renewed(signal);
		},
		accepted(token) {
			if (entry.token === token) entry.verifiedAtMs = now();
		},
		suspect(token) {
			if (entry.token === token && isUnverified()) entry.token = null;
		},
		mayHaveExpired() {
			return entry.token !== null && entry.renewAtMs === Infinity && isUnverified();
		},
	};
}

/** A token that no other call may use. */
export function fixedToken(token: string): Tokens {
	const current = () => Promise.resolve(token);
	return {
		current,
		refresh: current,
		accepted: () => undefined,
		suspect: () => undefined,
		mayHaveExpired: () => false,
	};
}

/** Forgets every token of this process. For tests and scripts. */
export function forgetTokens(): void {
	entries.clear();
}

/** True if the exchange does not accept the user or the password: another login changes nothing. */
function isRefusal(thrown: unknown): thrown is ServiceError {
	return thrown instanceof ServiceError && [400, 401, 403].includes(thrown.status ?? 0);
}

function stillRefused({ call, status, serviceMessage, message, description }: ServiceError): ServiceError {
	const notAgain = `To avoid a lockout, n8n waits ${refusalBelievedMs / 1_000} seconds before it tries this login again.`;
	return new ServiceError({ call, status, serviceMessage, message, description: `${description} ${notAgain}` });
}

/**
 * How long a token is used before it is renewed: 90 % of its stated lifetime or all but a minute, whichever is later, counted
 * from its receipt by a monotonic clock. A token without a useful lifetime is used until it causes a 401.
 */
function usefulMs(token: string): number {
	const seconds = statedLifetimeSeconds(token);
	if (seconds === null || seconds < shortestUsefulSeconds) return Infinity;
	return Math.max(seconds * 0.9, seconds - 60) * 1000;
}
