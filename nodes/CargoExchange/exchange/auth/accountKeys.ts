import { createHash } from 'node:crypto';
import { type Account, cleanedAddress } from './credential';

/** What this process remembers of an account is kept under one of these keys. They reveal nothing of the credential. */
export type AccountKeys = {
	/** The same for every credential of one user at one exchange, however its addresses are written: for what must not happen twice. */
	readonly account: string;
	/** The same for one login: for whatever a credential must not learn from another one, such as references, set IDs and tokens. */
	readonly login: string;
};

/**
 * The keys of a credential. The Base URL is in both of them, because the login is checked there: a credential whose Base URL is elsewhere
 * proves nothing to an import address that it shares with others.
 */
export function keysOf(account: Account): AccountKeys {
	const { username, password, ignoreSslIssues } = account;
	const identity = [sameAddress(account, 'baseUrl'), sameAddress(account, 'importUrl'), username];
	return { account: hashOf(identity), login: hashOf([...identity, password, ignoreSslIssues]) };
}

/** An address that cannot be used is never called, so it is enough that it stays apart from the others. */
function sameAddress(account: Account, field: 'baseUrl' | 'importUrl'): string {
	const cleaned = cleanedAddress(account, field);
	return cleaned.ok ? cleaned.address : account[field];
}

function hashOf(parts: readonly (string | boolean)[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
