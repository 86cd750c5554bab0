import { createHash } from 'node:crypto';
import { statedLifetimeSeconds } from '../../schemas/token';
import { ServiceError } from '../../errors';

/** Who we are → a valid token. One place per process: the bundle holds this module once. */

export type Tokens = {
	/** A token believed to be valid; logs in when there is none. Callers at the same time share one log-in, and a refusal holds for seconds. */
	current: (signal: AbortSignal | null) => Promise<string>;
	/** A token other than the one that was answered 401; logs in unless someone has done so meanwhile. */
	refresh: (refused: string, signal: AbortSignal | null) => Promise<string>;
	/** The service accepted this token just now. */
	accepted: (token: string) => void;
	/** True when there is a token that states no lifetime and was neither received nor accepted within the last minute. */
	isInDoubt: () => boolean;
};

/** Gets one token from the service; the signal aborts when nobody waits for it any more. */
export type LogIn = (signal: AbortSignal) => Promise<string>;

type Pending = { token: Promise<string>; waiting: number; abandon: AbortController };
type Entry = {
	token: string | null;
	renewAtMs: number;
	/** When it was received, or accepted last. */
	provedAtMs: number;
	pending: Pending | null;
	/** The last log-in's refusal, and until when it is believed. */
	refusal: { problem: ServiceError; untilMs: number } | null;
};

const mostEntries = 200;
const shortestUsefulSeconds = 10;
const provedForMs = 60_000;
/** Many items with a wrong password must not lock the account, and whoever mends it there must not wait long. */
const refusalBelievedMs = 5_000;

/** Ordered by last use. */
const entries = new Map<string, Entry>();

/** A key that meets another one only if address, user, password and TLS setting are the same; reveals none of them. */
export function identityKey(...parts: readonly (string | boolean)[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

/** The tokens of one identity, shared by everyone in this process who has the same key. `now` is monotonic, in ms. */
export function tokensFor(key: string, logIn: LogIn, now: () => number = () => performance.now()): Tokens {
	return {
		async current(signal) {
			const entry = entryFor(key);
			if (entry.token !== null && now() < entry.renewAtMs) return entry.token;
			return join(entry, logIn, now, signal);
		},
		async refresh(refused, signal) {
			const entry = entryFor(key);
			if (entry.token !== null && entry.token !== refused) return entry.token;
			entry.token = null;
			return join(entry, logIn, now, signal);
		},
		accepted(token) {
			const entry = entryFor(key);
			if (entry.token === token) entry.provedAtMs = now();
		},
		isInDoubt() {
			const { token, renewAtMs, provedAtMs } = entryFor(key);
			return token !== null && renewAtMs === Infinity && now() - provedAtMs > provedForMs;
		},
	};
}

/** Forgets every token of this process. For tests and scripts. */
export function forgetTokens(): void {
	entries.clear();
}

function entryFor(key: string): Entry {
	const entry = entries.get(key) ?? { token: null, renewAtMs: 0, provedAtMs: 0, pending: null, refusal: null };
	entries.delete(key);
	entries.set(key, entry);
	if (entries.size > mostEntries) {
		const [oldest] = entries.keys();
		if (oldest !== undefined) entries.delete(oldest);
	}
	return entry;
}

/** Waits for the log-in under way, or begins one. A caller who is cancelled leaves; the last one to leave ends it. */
async function join(entry: Entry, logIn: LogIn, now: () => number, signal: AbortSignal | null): Promise<string> {
	signal?.throwIfAborted();
	if (entry.refusal && now() < entry.refusal.untilMs) throw stillRefused(entry.refusal.problem);
	const pending = (entry.pending ??= begin(entry, logIn, now));
	pending.waiting++;
	try {
		return await orCancelled(pending.token, signal);
	} finally {
		pending.waiting--;
		if (pending.waiting === 0 && entry.pending === pending) {
			entry.pending = null;
			pending.abandon.abort();
		}
	}
}

function begin(entry: Entry, logIn: LogIn, now: () => number): Pending {
	const abandon = new AbortController();
	const ask = async () => {
		try {
			const token = await logIn(abandon.signal);
			entry.token = token;
			entry.provedAtMs = now();
			entry.renewAtMs = entry.provedAtMs + usefulMs(token);
			entry.refusal = null;
			return token;
		} catch (thrown) {
			if (isRefusal(thrown)) entry.refusal = { problem: thrown, untilMs: now() + refusalBelievedMs };
			throw thrown;
		} finally {
			if (entry.pending === pending) entry.pending = null;
		}
	};
	const pending: Pending = { token: Promise.resolve().then(ask), waiting: 0, abandon };
	// Each caller hears of it through its own wait; when all have left, nobody needs to.
	pending.token.catch(() => undefined);
	return pending;
}

/** True when the exchange does not accept the user or the password: asking again changes nothing. */
function isRefusal(thrown: unknown): thrown is ServiceError {
	return thrown instanceof ServiceError && (thrown.status === 401 || thrown.status === 403);
}

function stillRefused(problem: ServiceError): ServiceError {
	return problem.withHint(
		`It was refused moments ago and is not sent again within ${refusalBelievedMs / 1_000} seconds, so that the account is not locked.`,
	);
}

/**
 * How long a token is used before it is renewed unasked: 90 % of what it states or all but a minute, whichever is later,
 * counted from reception by our own steady clock. One that states nothing useful is used until it is answered 401.
 */
function usefulMs(token: string): number {
	const seconds = statedLifetimeSeconds(token);
	if (seconds === null || seconds < shortestUsefulSeconds) return Infinity;
	return Math.max(seconds * 0.9, seconds - 60) * 1000;
}

async function orCancelled<T>(promise: Promise<T>, signal: AbortSignal | null): Promise<T> {
	if (signal === null) return promise;
	let cancel = (): void => undefined;
	const cancelled = new Promise<never>((_resolve, reject) => {
		cancel = () => {
			// The reason is whatever the canceller gave; callers expect just that.
			// eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
			reject(signal.reason);
		};
		signal.addEventListener('abort', cancel, { once: true });
	});
	try {
		return await Promise.race([promise, cancelled]);
	} finally {
		signal.removeEventListener('abort', cancel);
	}
}
