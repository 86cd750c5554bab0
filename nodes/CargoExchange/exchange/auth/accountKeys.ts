import { createHash } from 'node:crypto';
import type { Account } from './credential';

/** What this process remembers of an account is kept under one of these keys. They reveal nothing of the credential. */
export type AccountKeys = {
	/** The same for every credential of one user at one exchange, however its addresses are written: for what must not happen twice. */
	readonly account: string;
	/** The same for one login, whatever its import address and profile: for tokens. Where each login ends the one before it, two would end each other. */
	readonly login: string;
	/** The same for one login and profile: for what searches have shown, which no other credential must learn. */
	readonly facts: string;
};

/**
 * The keys of a credential. The Base URL is in both of them, because the login is checked there: a credential whose Base URL is elsewhere
 * proves nothing to an import address that it shares with others.
 */
export function keysOf(account: Account): AccountKeys {
	const { baseUrl, importUrl, username, password, ignoreSslIssues, profile } = account;
	const login = [baseUrl.address, username, password, ignoreSslIssues];
	return {
		account: hashOf([baseUrl.address, importUrl.address, username]),
		login: hashOf(login),
		facts: hashOf([...login, importUrl.address, JSON.stringify(profile)]),
	};
}

function hashOf(parts: readonly (string | boolean)[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
