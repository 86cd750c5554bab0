import type { QueueAccount } from './credential';
import { AmqpError } from './fault';

/** The fault behind a code of Node's TLS, or null where the code is of another kind. */
export function explainTls(
	code: string | number | undefined,
	words: string,
	account: QueueAccount,
	cause: unknown,
): AmqpError | null {
	if (
		typeof code !== 'string' ||
		!/^(ERR_SSL|ERR_TLS|ERR_OSSL|ERR_CRYPTO|EPROTO|CERT_|UNABLE_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|CRL_|HOSTNAME_MISMATCH|PATH_LENGTH)/.test(
			code,
		)
	)
		return null;
	const place = `${account.hostname}:${account.port}`;
	const fault = (message: string, description: string) => new AmqpError('tls', true, message, description, cause);
	if (
		/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|RECORD_TOO_SMALL|UNKNOWN_PROTOCOL/.test(code) ||
		/wrong version number|packet length too long/i.test(words)
	) {
		return fault(
			`${place} does not speak TLS, and SSL is on`,
			'Switch SSL off in the queue credential, or give the TLS port of the broker (usually 5671).',
		);
	}
	if (code === 'CERT_HAS_EXPIRED')
		return fault(
			`The certificate of ${place} has expired`,
			'Have it renewed there. "Ignore SSL Issues" in the queue credential accepts it for the time being.',
		);
	if (code === 'CERT_NOT_YET_VALID')
		return fault(
			`The certificate of ${place} is not valid yet`,
			'Check the clock of this machine, or have the certificate replaced.',
		);
	if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH') {
		return fault(
			`The certificate of ${place} is made out to another host name`,
			'Use the host name that the certificate names.',
		);
	}
	if (/SELF_SIGNED|UNABLE_TO|DEPTH_ZERO|CERT_UNTRUSTED|CERT_CHAIN|INVALID_CA|CERT_SIGNATURE/.test(code)) {
		return fault(
			`The certificate of ${place} is not trusted`,
			'Paste the certificate of the authority that signed it into the field CA of the queue credential, or switch on "Ignore SSL Issues" there.',
		);
	}
	if (/ERR_OSSL|ERR_CRYPTO|KEY_VALUES_MISMATCH|NO_START_LINE/.test(code)) {
		return fault(
			'A certificate, the key or its passphrase in the queue credential cannot be used',
			'Paste whole PEM texts, from "-----BEGIN" to "-----END …-----", and the passphrase of exactly this key.',
		);
	}
	if (/ALERT/.test(code) || /alert/.test(words)) {
		return fault(
			`${place} refused the TLS connection`,
			'The broker may ask for a client certificate, or not accept the one in the queue credential.',
		);
	}
	return fault(
		`The TLS connection to ${place} could not be made`,
		`Check port, SSL and certificates in the queue credential. What was heard: ${code}`,
	);
}
