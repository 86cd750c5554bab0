/** What it means when a TLS connection cannot be made, for HTTP and AMQP. */

/** Why, in the middle of a sentence: "the certificate is not trusted: it has expired". */
export type TlsFault = {
	kind:
		| 'plain' // the other side does not speak TLS here
		| 'version' // it offers only versions that are no longer safe
		| 'expired'
		| 'notYetValid'
		| 'otherHost'
		| 'untrusted'
		| 'ownFiles' // a certificate or key of ours is not usable
		| 'refused' // it ended the handshake, for example because it requires a client certificate
		| 'other';
	reason: string;
};

const tlsCodes =
	/^(ERR_SSL|ERR_TLS|ERR_OSSL|ERR_CRYPTO|EPROTO|CERT_|UNABLE_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|CRL_|HOSTNAME_MISMATCH|PATH_LENGTH)/;

/** The first that fits counts. They are matched with the code and the words of an error together. */
const faults: ReadonlyArray<[RegExp, TlsFault]> = [
	[
		/wrong.version.number|packet.length.too.long|RECORD_TOO_SMALL|UNKNOWN_PROTOCOL|http.request/i,
		{ kind: 'plain', reason: 'it does not speak TLS' },
	],
	[
		/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|VERSION_TOO_LOW/i,
		{ kind: 'version', reason: 'it offers only versions of TLS that are no longer safe' },
	],
	[/^CERT_HAS_EXPIRED/, { kind: 'expired', reason: 'it has expired' }],
	[/^CERT_NOT_YET_VALID/, { kind: 'notYetValid', reason: 'it is not valid yet' }],
	[/^(ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH)/, { kind: 'otherHost', reason: 'it was issued for another host name' }],
	[/^DEPTH_ZERO_SELF_SIGNED/, { kind: 'untrusted', reason: 'it is self-signed' }],
	[
		/^(SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED|CERT_CHAIN|INVALID_CA|CERT_SIGNATURE)/,
		{ kind: 'untrusted', reason: 'its certificate authority is unknown' },
	],
	[/^(CERT_|CRL_|PATH_LENGTH)/, { kind: 'untrusted', reason: 'it is not accepted' }],
	[
		/^(ERR_OSSL|ERR_CRYPTO)|KEY_VALUES_MISMATCH|NO_START_LINE/,
		{ kind: 'ownFiles', reason: 'a certificate, a key or its passphrase cannot be used' },
	],
	[/alert/i, { kind: 'refused', reason: 'it ended the TLS handshake' }],
	[/^/, { kind: 'other', reason: 'the TLS handshake failed' }],
];

/** The fault that an error of Node's TLS means, by its code and message, or null if it is an error of another kind. */
export function tlsFault(code: unknown, words: string): TlsFault | null {
	if (typeof code !== 'string' || !tlsCodes.test(code)) return null;
	const text = `${code} ${words}`;
	return faults.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
