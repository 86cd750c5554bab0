/** What it means when a TLS connection cannot be made, for HTTP and AMQP. */

/** `reason`: in the middle of a sentence, "the certificate is not trusted: it has expired". */
export type TlsFault = {
	kind:
		| 'plain' // the other side does not speak TLS here
		| 'invalid' // its certificate is for another time or host
		| 'untrusted'
		| 'ownFiles' // a certificate or key of ours is not usable
		| 'refused' // it ended the handshake, for example because it requires a client certificate
		| 'other';
	reason: string;
};

const tlsCodes =
	/^(ERR_SSL|ERR_TLS|ERR_OSSL|ERR_CRYPTO|EPROTO|CERT_|UNABLE_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|CRL_|HOSTNAME_MISMATCH|PATH_LENGTH)/;
const unknownAuthority = /^(SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED|CERT_CHAIN|INVALID_CA|CERT_SIGNATURE)/;
const notTls = /wrong.version.number|packet.length.too.long|RECORD_TOO_SMALL|UNKNOWN_PROTOCOL|http.request/i;
const oldVersion = /UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|VERSION_TOO_LOW/i;

/** The first that fits counts. They are matched with the code and the words of an error together. */
const faults: ReadonlyArray<[RegExp, TlsFault['kind'], string]> = [
	[notTls, 'plain', 'it does not speak TLS'],
	[oldVersion, 'other', 'it offers only versions of TLS that are no longer safe'],
	[/^CERT_HAS_EXPIRED/, 'invalid', 'it has expired'],
	[/^CERT_NOT_YET_VALID/, 'invalid', 'it is not valid yet'],
	[/^(ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH)/, 'invalid', 'it was issued for another host name'],
	[/^DEPTH_ZERO_SELF_SIGNED/, 'untrusted', 'it is self-signed'],
	[unknownAuthority, 'untrusted', 'its certificate authority is unknown'],
	[/^(CERT_|CRL_|PATH_LENGTH)/, 'untrusted', 'it is not accepted'],
	[
		/^ERR_(OSSL|CRYPTO)|KEY_VALUES_MISMATCH|NO_START_LINE/,
		'ownFiles',
		'a certificate, a key or its passphrase cannot be used',
	],
	[/alert/i, 'refused', 'it ended the TLS handshake'],
	[/^/, 'other', 'the TLS handshake failed'],
];

/** The fault that an error of Node's TLS means, by its code and message, or null if it is an error of another kind. */
export function tlsFault(code: unknown, words: string): TlsFault | null {
	if (typeof code !== 'string' || !tlsCodes.test(code)) return null;
	const [, kind, reason] = faults.find(([pattern]) => pattern.test(`${code} ${words}`)) ?? [];
	return kind && reason ? { kind, reason } : null;
}
