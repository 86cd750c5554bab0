/** Turns the errors of sockets, TLS, amqplib and brokers into errors that a user can act upon. */
import { AmqpError } from '../errors';
import { maskSecrets } from '../schemas/secrets';
import { tlsFault } from '../tlsFaults';
import type { BrokerSettings } from './credential';
import type { BrokerReply } from './listeningConnection';

type Place = Pick<BrokerSettings, 'hostname' | 'port' | 'ssl' | 'username' | 'password' | 'cert' | 'vhost'>;
type Explanation = Pick<AmqpError, 'permanent' | 'message' | 'description'>;

const tlsAlert = 0x15;

/** No retry helps until somebody changes something. */
const permanent = (message: string, description: string): Explanation => ({ permanent: true, message, description });
const transient = (message: string, description: string): Explanation => ({ permanent: false, message, description });

/** Why a connection could not be opened, from the error here and from what the other side had sent. */
export function explainOpening(cause: unknown, reply: BrokerReply, settings: Place, timeoutMs: number): AmqpError {
	if (cause instanceof AmqpError) return cause;
	const explanation =
		reply && 'code' in reply ? explainRefusal(reply, settings) : explainNoReason(cause, reply, settings);
	return explanation ? new AmqpError({ ...explanation, cause }) : unanswered(settings, timeoutMs);
}

export function unanswered({ hostname, port }: Place, timeoutMs: number): AmqpError {
	const message = `${hostname}:${port} did not answer within ${timeoutMs / 1000} seconds`;
	const description =
		'Check the host and the port in the queue credential, and that no firewall blocks the connection.';
	return new AmqpError({ permanent: false, message, description });
}

/** Why it could not be opened if no broker gave a reason; null: no answer in time. */
function explainNoReason(cause: unknown, reply: BrokerReply, { hostname, port, ssl }: Place): Explanation | null {
	const { code, words } = raised(cause);
	const place = `${hostname}:${port}`;
	if (reply && 'firstByte' in reply)
		return reply.firstByte === tlsAlert
			? permanent(`${place} expects TLS, and SSL is off`, 'Switch SSL on in the queue credential.')
			: permanent(
					`The server at ${place} is not a queue server (AMQP)`,
					'Check the host and the port in the queue credential: the web interface of a queue server uses another port.',
				);
	if (code === 'ETIMEDOUT') return null;
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
		return transient(
			`The host "${hostname}" was not found`,
			'Check the host name in the queue credential, and ask your n8n administrator whether the n8n server can look it up (DNS).',
		);
	if (code === 'ECONNREFUSED')
		return transient(
			`Nothing is listening at ${place}`,
			'Check the host and the port in the queue credential (usually 5671 with SSL, 5672 without), and that the queue server is running.',
		);
	if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH' || code === 'EHOSTDOWN')
		return transient(
			`${place} could not be reached`,
			'Check the host and the port in the queue credential, and ask your n8n administrator whether a firewall blocks n8n.',
		);
	if (/^SASL mechanism/.test(words))
		return permanent(
			'The queue server does not support this type of login',
			'Enter a user name and password: this queue server does not accept a login with a client certificate only.',
		);
	return (
		explainTls(code, words, place) ??
		transient(
			`The connection to ${place} could not be opened`,
			`Check the host and the port in the queue credential.${ssl ? '' : ' The port may be for TLS: then switch SSL on.'} Details: ${words}`,
		)
	);
}

/** Why a broker closes while a connection is opened. */
function explainRefusal({ code, text }: { code: number; text: string }, settings: Place): Explanation {
	const { hostname, port, username, cert, vhost } = settings;
	if (code === 403 && username === '' && cert)
		return permanent(
			'The queue server refused the login with the client certificate',
			'Check that the queue server has a user for this certificate, or enter a user name and password.',
		);
	if (code === 403)
		return permanent(
			`The queue server refused the user name or password of "${username}"`,
			'Check both in the queue credential. The queue has its own login, different from that of the exchange application.',
		);
	if (/limit/i.test(text))
		return transient(
			'The queue server has reached its connection limit',
			`Ask the operator of the exchange to close unused connections or to raise the limit. ${quote(text, settings)}`,
		);
	const down = /is down/i.test(text);
	if (!down && /not found|does not exist|no such/i.test(text))
		return permanent(
			`There is no virtual host "${vhost}" on ${hostname}:${port}`,
			'Check the virtual host in the queue credential. It is case-sensitive.',
		);
	if (!down && /refused|denied|not allowed|no access/i.test(text))
		return permanent(
			`${userOf(settings)} may not use the virtual host "${vhost}"`,
			'Check the user and the virtual host in the queue credential, or ask the operator of the exchange for access.',
		);
	return transient(
		'The queue server refused the connection',
		`Ask the operator of the exchange. ${quote(text, settings)}`,
	);
}

function quote(text: string, { password }: Place): string {
	return `The queue server says: ${maskSecrets(text, [password]).slice(0, 300)}`;
}

function userOf({ username, cert }: Place): string {
	return username === '' && cert ? 'The user of the client certificate' : `The user "${username}"`;
}

export function explainLoss(cause: unknown, queue: string, settings: Place): AmqpError {
	return cause instanceof AmqpError ? cause : new AmqpError({ ...explainEnd(cause, queue, settings), cause });
}

function explainEnd(cause: unknown, queue: string, settings: Place): Explanation {
	const { hostname, port, vhost } = settings;
	const { code, words } = raised(cause);
	const says = quote(words, settings);
	if (isStream(cause))
		return permanent(
			`"${queue}" is a stream, not a queue`,
			'Enter the name of a classic or quorum queue. A stream does not keep track of processed messages.',
		);
	if (code === 404) {
		const message = `There is no queue "${queue}" in the virtual host "${vhost}"`;
		if (/down|inaccessible|unavailable/i.test(words)) return transient(message, says);
		return permanent(
			message,
			'Check the name of the queue and the virtual host; both are case-sensitive. The trigger never creates a queue.',
		);
	}
	if (code === 403 && !/exclusive/i.test(words))
		return permanent(
			`${userOf(settings)} may not read the queue "${queue}"`,
			'Check the user and the queue, or ask the operator of the exchange for permission to read it.',
		);
	if (code === 403 || code === 405)
		return transient(
			`Another program reads the queue "${queue}" and lets no other program read it`,
			`Ask the operator of the exchange which program it is, and stop it. ${says}`,
		);
	if (code === 406 && /timed? ?out/i.test(words))
		return transient(
			'The queue server took the messages back because a workflow took too long with one of them',
			`Nothing is lost: they are delivered again. If this repeats, ask the operator of the exchange to allow more than 25 minutes (consumer_timeout). ${says}`,
		);
	if (code === 320)
		return transient(
			'The queue server closed the connection',
			`It is shutting down, or its operator closed the connection. The trigger connects again by itself. ${says}`,
		);
	if (typeof code === 'number')
		return transient(
			'The queue server no longer delivers messages',
			`The trigger reads the queue again as soon as it can. ${says}`,
		);
	if (/heartbeat/i.test(words))
		return transient(
			'The queue server stopped responding',
			'The trigger connects again by itself. If this repeats, ask the operator of the exchange, and check the network between n8n and the queue server.',
		);
	return transient(
		`The connection to the queue server ${hostname}:${port} was lost`,
		`The trigger connects again by itself. If this repeats, check the network between n8n and the queue server. Details: ${words}`,
	);
}

/** A fault of TLS, or null if the error is of another kind. */
function explainTls(code: string | number | undefined, words: string, place: string): Explanation | null {
	const { kind, reason } = tlsFault(code, words) ?? {};
	const untrusted = `The certificate of ${place} is not trusted: ${reason}`;
	const forTests = 'For test systems only: switch on "Ignore SSL Issues (Insecure)" in the queue credential.';
	switch (kind) {
		case undefined:
			return null;
		case 'plain':
			return permanent(
				`${place} does not speak TLS, and SSL is on`,
				'Enter the TLS port of the queue server in the queue credential (usually 5671). Only if it has none, switch SSL off: then anyone on the network can read the password.',
			);
		case 'invalid':
			return permanent(
				untrusted,
				`Check the host name in the queue credential and the clock of the n8n server, or ask the operator of the exchange. ${forTests}`,
			);
		case 'untrusted':
			return permanent(
				untrusted,
				`Paste the certificate of the authority that signed it into "CA Certificate" in the queue credential. ${forTests}`,
			);
		case 'ownFiles':
			return permanent(
				'A certificate, the key or its passphrase in the queue credential cannot be used',
				'Paste complete PEM texts, from "-----BEGIN" to "-----END …-----", and the passphrase of this key.',
			);
		case 'refused':
			return permanent(
				`${place} refused the TLS connection`,
				'Ask the operator of the exchange whether the queue server requires a client certificate, and compare it with the one in the queue credential.',
			);
		case 'other':
			return permanent(
				`The TLS connection to ${place} could not be established: ${reason}`,
				`Check the port, SSL and the certificates in the queue credential. Details: ${code}`,
			);
	}
}

/**
 * Whether the broker refused to open a consumer with a priority because the queue is a stream. A message that is read
 * from a stream remains in it, and messages that arrive while nobody reads are passed over.
 */
export function isStream(error: unknown): boolean {
	const { code, words } = raised(error);
	return code === 406 && /of queue type rabbit_stream_queue"?$/.test(words);
}

/** Read by its shape: an error of Node's own core may come from another realm, for which `instanceof Error` is false. */
function raised(error: unknown): { code: string | number | undefined; words: string } {
	const code = codeOf(error);
	const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
	return { code, words: typeof message === 'string' && message ? message : String(code ?? 'unknown') };
}

/** The reply code of a broker, or Node's code of an error. */
export function codeOf(error: unknown): string | number | undefined {
	if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
	return typeof error.code === 'string' || typeof error.code === 'number' ? error.code : undefined;
}
