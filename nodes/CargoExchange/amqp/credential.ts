import { X509Certificate } from 'node:crypto';
import { isIP, type LookupFunction } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import * as z from 'zod/v4';
import { AmqpError } from '../errors';

/** The part of n8n's egress filter (`helpers.getSecureEgressFilter`) that a connection needs; n8n's own type fits it. */
type EgressFilter = {
	validateUrl(url: string): Promise<{ ok: true } | { ok: false; error: Error }>;
	createSecureLookup(): LookupFunction;
};

const pem = z.string().transform((value) => (value.trim() ? restorePem(value) : undefined));

/** Certificates, each whole: text that is none would be passed over in silence. */
const authorities = z
	.string()
	.refine((text) => text.trim() === '' || faultOf(text) === undefined, {
		error: ({ input }) => faultOf(String(input)) ?? '',
	})
	.pipe(pem);

/** As stored: the value of an expression may be a number or missing. */
const credential = z.object({
	/** Without scheme, port and brackets; not empty. */
	hostname: z.string().transform(cleanHostname).pipe(z.string().min(1)),
	port: z.coerce.number().int().min(1).max(65_535).default(5671),
	ssl: z.boolean().default(true),
	vhost: z
		.string()
		.default('/')
		.transform((vhost) => vhost || '/'),
	username: z.string().trim().default(''),
	password: z.string().default(''),
	ca: authorities.optional(),
	cert: pem.optional(),
	key: pem.optional(),
	passphrase: z
		.string()
		.transform((value) => value || undefined)
		.optional(),
	ignoreSslIssues: z.boolean().default(false),
});

/** The broker of a queue and the login to it, as the credential `cargoExchangeQueueApi` holds them, and n8n's rules about addresses. */
export type BrokerSettings = z.output<typeof credential> & { egressFilter?: EgressFilter };

/** Reads the queue credential. Throws an AmqpError when host or port cannot be used. */
export function parseQueueCredential(data: unknown, n8n: { egressFilter?: EgressFilter } = {}): BrokerSettings {
	const parsed = credential.safeParse(data);
	if (parsed.success) return { ...parsed.data, ...n8n };
	const aboutAuthority = parsed.error.issues.find(({ path: [field] }) => field === 'ca');
	if (aboutAuthority)
		throw new AmqpError({
			permanent: true,
			message: `"CA Certificate" in the queue credential ${aboutAuthority.message}`,
			description:
				'Paste the whole certificate of the authority, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.',
		});
	throw new AmqpError({
		permanent: true,
		message: 'The queue credential has no valid host name or port',
		description: 'Enter the host name of the queue server, and a port from 1 to 65535.',
	});
}

/** What is thrown while a credential is read and used: an AmqpError, unless n8n could not give the credential. */
export function asCredentialFault(cause: unknown): AmqpError {
	if (cause instanceof AmqpError) return cause;
	const message = 'The queue credential could not be read';
	const description =
		'Check that it still exists. If it does, ask your n8n administrator whether this n8n can decrypt it (N8N_ENCRYPTION_KEY).';
	return new AmqpError({ permanent: false, message, description, cause });
}

/** The TLS part of the settings. An address instead of a name has no server name to send. */
export function tlsOptions({ hostname, ca, cert, key, passphrase, ignoreSslIssues }: BrokerSettings) {
	return {
		rejectUnauthorized: !ignoreSslIssues,
		...(isIP(hostname) === 0 && { servername: hostname }),
		// An intermediate authority, or the certificate of the broker itself, is enough.
		...(ca && { ca, allowPartialTrustChain: true }),
		...(cert && { cert }),
		...(key && { key }),
		...(passphrase && { passphrase }),
	} satisfies ConnectionOptions;
}

/** The bare host of a typed or pasted text: without scheme, user, path, trailing slash, and the brackets of an IPv6 address. */
function cleanHostname(text: string): string {
	const host = text
		.trim()
		.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
		// A password may contain what otherwise begins a path.
		.replace(/^[^/?#]*:.*@/s, '')
		.replace(/[/?#].*$/s, '')
		.replace(/^.*@/, '')
		.toLowerCase();
	const bracketed = /^\[(.+)\](?::\d+)?$/.exec(host);
	if (bracketed?.[1]) return bracketed[1];
	// One colon is a pasted port, which has a field of its own; more are an IPv6 address.
	return host.replace(/^([^:]+):\d*$/, '$1');
}

/** More than any chain of certificates; longer text is not PEM, and is not searched. */
const longestPem = 100_000;

/**
 * PEM text as it was before it was pasted: n8n's password fields are one line, so a key arrives with spaces, or the two
 * characters `\\n`, instead of its line breaks. Several blocks may follow each other. Anything else is given back as it is.
 */
export function restorePem(text: string): string {
	if (text.length > longestPem) return text;
	const blocks = text
		.replaceAll('\\n', '\n')
		.split('-----BEGIN ')
		.slice(1)
		.map((block) => /^([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/.exec(block));
	const whole = blocks.filter((block) => block !== null);
	if (whole.length === 0) return text.trim();
	return whole
		.map(([, label, body = '']) => `-----BEGIN ${label}-----\n${linesOf(body)}\n-----END ${label}-----\n`)
		.join('');
}

/** What is wrong with a text that should be certificates. */
function faultOf(text: string): string | undefined {
	const blocks = text.split('-----BEGIN ').slice(1);
	const isWhole = (block: string) => {
		try {
			return new X509Certificate(restorePem(`-----BEGIN ${block}`)).raw.length > 0;
		} catch {
			return false;
		}
	};
	if (blocks.length === 0) return 'holds no certificate';
	const index = blocks.findIndex((block) => !isWhole(block));
	if (index === -1) return undefined;
	return blocks.length === 1
		? 'is incomplete, or not a certificate'
		: `has several blocks, and number ${index + 1} is incomplete, or not a certificate`;
}

/** Header lines such as `DEK-Info: …` remain lines of their own and are followed by an empty one; the rest is base64. */
function linesOf(body: string): string {
	const headers = [...body.matchAll(/(Proc-Type|DEK-Info): (\S+)/g)].map(([header]) => header);
	const base64 = body.replace(/(Proc-Type|DEK-Info): \S+/g, '').replace(/\s+/g, '');
	const lines = base64.match(/.{1,64}/g) ?? [];
	return [...headers, ...(headers.length > 0 ? [''] : []), ...lines].join('\n');
}
