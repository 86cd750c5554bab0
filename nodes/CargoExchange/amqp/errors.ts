/** Turns what sockets, TLS, amqplib and brokers say into errors that a user can act upon. */
import { AmqpError } from '../errors';
import type { ConnectionSettings } from './credential';
import type { Heard } from './listeningConnection';

type Place = Pick<ConnectionSettings, 'hostname' | 'port' | 'username' | 'vhost'>;

const tlsAlert = 0x15;

/** No retry helps until somebody changes something. */
function permanent(message: string, description: string, cause?: unknown): AmqpError {
	return new AmqpError({ permanent: true, message, description, cause });
}

function transient(message: string, description: string, cause?: unknown): AmqpError {
	return new AmqpError({ permanent: false, message, description, cause });
}

/** Why a connection could not be opened, from what was raised here and what the other side said before. */
export function explainOpening(error: unknown, heard: Heard, settings: Place, timeoutMs: number): AmqpError {
	if (error instanceof AmqpError) return error;
	if (heard && 'code' in heard) return explainRefusal(heard, settings);
	const { code, words } = raised(error);
	const place = `${settings.hostname}:${settings.port}`;
	if (heard?.firstByte === tlsAlert)
		return permanent(`${place} expects TLS, and SSL is off`, 'Switch SSL on in the queue credential.', error);
	if (heard)
		return permanent(
			`What answers at ${place} is not an AMQP broker`,
			'Check host and port in the queue credential: the web interface of a broker has another port than its queues.',
			error,
		);
	const tls = explainTls(code, words, place, error);
	if (tls) return tls;
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
		return transient(
			`The host "${settings.hostname}" was not found`,
			'Check the host name in the queue credential, and that this machine can look names up.',
			error,
		);
	if (code === 'ECONNREFUSED')
		return transient(
			`Nothing answers at ${place}`,
			'Check host and port in the queue credential (usually 5671 with SSL, 5672 without), and that the broker is running.',
			error,
		);
	if (code === 'ETIMEDOUT') return unanswered(settings, timeoutMs);
	if (/^SASL mechanism/.test(words))
		return permanent(
			'The broker does not offer this way to log in',
			'Give a user name and a password: this broker takes no log-in by client certificate alone.',
			error,
		);
	return transient(
		`The connection to ${place} could not be opened`,
		`Check host, port and SSL in the queue credential. What was heard: ${words}`,
		error,
	);
}

/** The error of a broker that says nothing in time. */
export function unanswered({ hostname, port }: Place, timeoutMs: number): AmqpError {
	return transient(
		`${hostname}:${port} did not answer within ${timeoutMs / 1000} seconds`,
		'Check host and port in the queue credential, and that no firewall is in between.',
	);
}

/** What a broker means that closes while a connection is opened. */
function explainRefusal({ code, text }: { code: number; text: string }, settings: Place): AmqpError {
	const { hostname, port, username, vhost } = settings;
	if (code === 403)
		return permanent(
			`The broker refused the user name or password of "${username}"`,
			'Check both in the queue credential. They are issued for the queue and differ from the log-in of the application.',
		);
	if (/limit/i.test(text))
		return transient(
			'The broker has reached its limit of connections',
			`Close connections that are not needed, or have the limit raised. The broker says: ${text}`,
		);
	const down = /is down/i.test(text);
	if (!down && /not found|does not exist|no such/i.test(text))
		return permanent(
			`There is no virtual host "${vhost}" on ${hostname}:${port}`,
			'Check the virtual host in the queue credential; letter case matters.',
		);
	if (!down && /refused|denied|not allowed|no access/i.test(text))
		return permanent(
			`The user "${username}" may not use the virtual host "${vhost}"`,
			'Check user and virtual host in the queue credential, or have the access granted.',
		);
	return transient('The broker refused the connection', `It says: ${text}`);
}

/** Why a channel or an open connection ended. */
export function explainLoss(error: unknown, queue: string, { vhost, username }: Place): AmqpError {
	if (error instanceof AmqpError) return error;
	const { code, words } = raised(error);
	const says = `The broker says: ${words.slice(0, 300)}`;
	if (code === 404) {
		const message = `There is no queue "${queue}" in the virtual host "${vhost}"`;
		return /down|inaccessible|unavailable/i.test(words)
			? transient(message, says, error)
			: permanent(
					message,
					'Check the name of the queue (letter case matters) and the virtual host. The queue is never created from here.',
					error,
				);
	}
	if (code === 403 && !/exclusive/i.test(words))
		return permanent(
			`The user "${username}" may not read the queue "${queue}"`,
			'Check user and queue, or have the right to read it granted.',
			error,
		);
	if (code === 403 || code === 405)
		return transient(
			`The queue "${queue}" is reserved for another reader`,
			`Stop the other reader, or have it read without exclusive access. ${says}`,
			error,
		);
	if (code === 406 && /timed? ?out/i.test(words))
		return transient(
			'The broker closed the channel because a message was not answered in time',
			`Messages that were not answered come again. Set Run Timeout (Minutes) below the broker's own limit. ${says}`,
			error,
		);
	if (code === 320)
		return transient(
			'The broker closed the connection',
			`It is shutting down, or someone closed it there. ${says}`,
			error,
		);
	if (typeof code === 'number') return transient('The broker closed the channel', says, error);
	if (/heartbeat/i.test(words))
		return transient('The broker stopped responding', 'The network in between or the broker no longer answers.', error);
	return transient('The connection to the broker was cut', `What was heard: ${words}`, error);
}

/** The error behind a code of Node's TLS, or null if the code is of another kind. */
function explainTls(code: string | number | undefined, words: string, place: string, cause: unknown): AmqpError | null {
	const codes =
		/^(ERR_SSL|ERR_TLS|ERR_OSSL|ERR_CRYPTO|EPROTO|CERT_|UNABLE_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|CRL_|HOSTNAME_MISMATCH|PATH_LENGTH)/;
	if (typeof code !== 'string' || !codes.test(code)) return null;
	if (
		/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|RECORD_TOO_SMALL|UNKNOWN_PROTOCOL/.test(code) ||
		/wrong version number|packet length too long/i.test(words)
	)
		return permanent(
			`${place} does not speak TLS, and SSL is on`,
			'Switch SSL off in the queue credential, or give the TLS port of the broker (usually 5671).',
			cause,
		);
	if (code === 'CERT_HAS_EXPIRED')
		return permanent(
			`The certificate of ${place} has expired`,
			'Have it renewed there. "Ignore SSL Issues" in the queue credential accepts it until then.',
			cause,
		);
	if (code === 'CERT_NOT_YET_VALID')
		return permanent(
			`The certificate of ${place} is not valid yet`,
			'Check the clock of this machine, or have the certificate replaced.',
			cause,
		);
	if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH')
		return permanent(
			`The certificate of ${place} is made out to another host name`,
			'Use the host name that the certificate names.',
			cause,
		);
	if (/SELF_SIGNED|UNABLE_TO|DEPTH_ZERO|CERT_UNTRUSTED|CERT_CHAIN|INVALID_CA|CERT_SIGNATURE/.test(code))
		return permanent(
			`The certificate of ${place} is not trusted`,
			'Paste the certificate of the authority that signed it into the field "CA Certificate" of the queue credential, or switch on "Ignore SSL Issues" there.',
			cause,
		);
	if (/ERR_OSSL|ERR_CRYPTO|KEY_VALUES_MISMATCH|NO_START_LINE/.test(code))
		return permanent(
			'A certificate, the key or its passphrase in the queue credential cannot be used',
			'Paste whole PEM texts, from "-----BEGIN" to "-----END …-----", and the passphrase of exactly this key.',
			cause,
		);
	if (/ALERT/.test(code) || /alert/.test(words))
		return permanent(
			`${place} refused the TLS connection`,
			'The broker may ask for a client certificate, or not accept the one in the queue credential.',
			cause,
		);
	return permanent(
		`The TLS connection to ${place} could not be made`,
		`Check port, SSL and certificates in the queue credential. What was heard: ${code}`,
		cause,
	);
}

/** Read by its shape: an error of Node's own core may come from another realm, for which `instanceof Error` is false. */
function raised(error: unknown): { code: string | number | undefined; words: string } {
	if (typeof error !== 'object' || error === null) return { code: undefined, words: 'nothing' };
	const code = codeOf(error);
	const words = 'message' in error && typeof error.message === 'string' ? error.message : '';
	return { code, words: words || String(code ?? 'nothing') };
}

/** The reply code of a broker, or Node's code of an error. */
export function codeOf(error: unknown): string | number | undefined {
	if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
	return typeof error.code === 'string' || typeof error.code === 'number' ? error.code : undefined;
}
