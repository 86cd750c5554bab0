import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';

type TlsOptions = {
	[Option in 'rejectUnauthorized' | 'servername' | 'ca' | 'cert' | 'key' | 'passphrase']?: NonNullable<ConnectionOptions[Option]>;
};

/** Where a queue's broker is and who we are there: what the credential holds. */
export type QueueAccount = {
	hostname: string;
	port: number;
	ssl: boolean;
	vhost: string;
	username: string;
	password: string;
	/** PEM texts; line breaks lost in a one-line field are put back. */
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
		...(ca?.trim() && { ca: cleanPem(ca) }),
		...(cert?.trim() && { cert: cleanPem(cert) }),
		...(key?.trim() && { key: cleanPem(key) }),
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

/** A certificate or key as PEM needs it: a one-line field turns its line breaks into spaces or into a written `\n`. */
export function cleanPem(text: string): string {
	return text
		.replaceAll('\\n', '\n')
		.replace(/-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g, (_whole, label: string, body: string) => {
			// An encrypted key of the old form carries header lines, which cannot be told from the body once joined.
			if (/Proc-Type/.test(body)) return `-----BEGIN ${label}-----${body}-----END ${label}-----`;
			const lines = body.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
			return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n');
		})
		.trim();
}
