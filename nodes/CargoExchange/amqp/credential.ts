import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';

type TlsOptions = {
	[Option in 'rejectUnauthorized' | 'servername' | 'ca' | 'cert' | 'key' | 'passphrase']?: NonNullable<
		ConnectionOptions[Option]
	>;
};

/** Where a queue's broker is and who we are there: what the credential holds. */
export type QueueAccount = {
	hostname: string;
	port: number;
	ssl: boolean;
	vhost: string;
	username: string;
	password: string;
	/** PEM texts. */
	ca?: string;
	cert?: string;
	key?: string;
	passphrase?: string;
	ignoreSslIssues: boolean;
};

/** The account as the connection uses it: bare host, `/` for an empty virtual host. */
export function cleanAccount(account: QueueAccount): QueueAccount {
	return { ...account, hostname: cleanHostname(account.hostname), vhost: account.vhost === '' ? '/' : account.vhost };
}

/** TLS settings of an account. An address instead of a name has no server name to send. */
export function tlsOptions(account: QueueAccount): TlsOptions {
	const { hostname, ca, cert, key, passphrase } = account;
	return {
		rejectUnauthorized: !account.ignoreSslIssues,
		...(isIP(hostname) === 0 && { servername: hostname }),
		...(ca?.trim() && { ca }),
		...(cert?.trim() && { cert }),
		...(key?.trim() && { key }),
		...(passphrase && { passphrase }),
	};
}

/** The bare host of what was typed or pasted: without scheme, user, path, trailing slash, and the brackets of an IPv6 address. */
export function cleanHostname(text: string): string {
	const host = text
		.trim()
		.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
		.replace(/[/?#].*$/s, '')
		.replace(/^.*@/, '')
		.toLowerCase();
	const bracketed = /^\[(.+)\](?::\d+)?$/.exec(host);
	if (bracketed?.[1]) return bracketed[1];
	// One colon is a pasted port, which has a field of its own; more are an IPv6 address.
	return host.replace(/^([^:]+):\d*$/, '$1');
}
