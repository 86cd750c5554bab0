/** Turns what sockets, TLS, amqplib and brokers say into faults that a user can act upon. */
import type { QueueAccount } from './credential';
import { AmqpError } from './fault';
import type { Heard } from './dial';
import { explainTls } from './tlsFault';

type Raised = { code: string | number | undefined; words: string };

const tlsAlert = 0x15;

/** Why a connection could not be opened, from what was raised here and what was heard from the other side before. */
export function explainOpening(error: unknown, heard: Heard, account: QueueAccount, timeoutMs: number): AmqpError {
	if (error instanceof AmqpError) return error;
	if (heard && 'code' in heard) return explainRefusal(heard, account);
	const { code, words } = raised(error);
	const place = `${account.hostname}:${account.port}`;
	if (heard?.firstByte === tlsAlert) {
		return new AmqpError(
			'tls',
			true,
			`${place} expects TLS, and SSL is off`,
			'Switch SSL on in the queue credential.',
			error,
		);
	}
	if (heard) {
		return new AmqpError(
			'unreachable',
			true,
			`What answers at ${place} is no AMQP broker`,
			'Check host and port in the queue credential: the web interface of a broker has another port than its queues.',
			error,
		);
	}
	const tls = explainTls(code, words, account, error);
	if (tls) return tls;
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return new AmqpError(
			'unreachable',
			false,
			`The host "${account.hostname}" was not found`,
			'Check the host name in the queue credential, and that this machine can look names up.',
			error,
		);
	}
	if (code === 'ECONNREFUSED') {
		return new AmqpError(
			'unreachable',
			false,
			`Nothing answers at ${place}`,
			'Check host and port in the queue credential (usually 5671 with SSL, 5672 without), and that the broker is running.',
			error,
		);
	}
	if (code === 'ETIMEDOUT') return unanswered(account, timeoutMs);
	if (/^SASL mechanism/.test(words)) {
		return new AmqpError(
			'login',
			true,
			'The broker does not offer this way to log in',
			'Give a user name and a password: this broker takes no log-in by client certificate alone.',
			error,
		);
	}
	return new AmqpError(
		'unreachable',
		false,
		`The connection to ${place} could not be opened`,
		`Check host, port and SSL in the queue credential. What was heard: ${words}`,
		error,
	);
}

/** The fault of a broker that says nothing in time. */
export function unanswered({ hostname, port }: QueueAccount, timeoutMs: number): AmqpError {
	return new AmqpError(
		'unreachable',
		false,
		`${hostname}:${port} did not answer within ${timeoutMs / 1000} seconds`,
		'Check host and port in the queue credential, and that no firewall is in between.',
	);
}

/** What a broker means that closes while a connection is opened. */
function explainRefusal({ code, text }: { code: number; text: string }, account: QueueAccount): AmqpError {
	const { hostname, port, username, vhost } = account;
	if (code === 403) {
		return new AmqpError(
			'login',
			true,
			`The broker refused the user name or password of "${username}"`,
			'Check both in the queue credential. They are issued for the queue and differ from the log-in of the application.',
		);
	}
	if (/limit/i.test(text)) {
		return new AmqpError(
			'closed',
			false,
			'The broker has reached its limit of connections',
			`Close connections that are not needed, or have the limit raised. The broker says: ${text}`,
		);
	}
	const down = /is down/i.test(text);
	if (!down && /not found|does not exist|no such/i.test(text)) {
		return new AmqpError(
			'vhost',
			true,
			`There is no virtual host "${vhost}" on ${hostname}:${port}`,
			'Check the virtual host in the queue credential; letter case matters.',
		);
	}
	if (!down && /refused|denied|not allowed|no access/i.test(text)) {
		return new AmqpError(
			'permission',
			true,
			`The user "${username}" may not use the virtual host "${vhost}"`,
			'Check user and virtual host in the queue credential, or have the access granted.',
		);
	}
	return new AmqpError('closed', false, 'The broker does not let us in now', `It says: ${text}`);
}

/** Why a channel or an open connection ended. */
export function explainLoss(error: unknown, queue: string, account: QueueAccount): AmqpError {
	if (error instanceof AmqpError) return error;
	const { code, words } = raised(error);
	const says = `The broker says: ${words.slice(0, 300)}`;
	if (code === 404) {
		const certain = !/down|inaccessible|unavailable/i.test(words);
		return new AmqpError(
			'queue',
			certain,
			`There is no queue "${queue}" in the virtual host "${account.vhost}"`,
			certain
				? 'Check the name of the queue (letter case matters) and the virtual host. The queue is never created from here.'
				: says,
			error,
		);
	}
	if (code === 403 && !/exclusive/i.test(words)) {
		return new AmqpError(
			'permission',
			true,
			`The user "${account.username}" may not read the queue "${queue}"`,
			'Check user and queue, or have the right to read it granted.',
			error,
		);
	}
	if (code === 403 || code === 405) {
		return new AmqpError(
			'permission',
			false,
			`The queue "${queue}" is reserved for another reader`,
			`Stop the other reader, or have it read without exclusive access. ${says}`,
			error,
		);
	}
	if (code === 406 && /timed? ?out/i.test(words)) {
		return new AmqpError(
			'closed',
			false,
			'The broker closed the channel because a message was not answered in time',
			`Messages that were not answered come again. Set Run Timeout (Minutes) below the broker's own limit. ${says}`,
			error,
		);
	}
	if (code === 320)
		return new AmqpError(
			'closed',
			false,
			'The broker closed the connection',
			`It is shutting down, or someone closed it there. ${says}`,
			error,
		);
	if (typeof code === 'number') return new AmqpError('closed', false, 'The broker closed the channel', says, error);
	if (/heartbeat/i.test(words))
		return new AmqpError(
			'closed',
			false,
			'The broker fell silent',
			'The network in between or the broker no longer answers.',
			error,
		);
	return new AmqpError('closed', false, 'The connection to the broker was cut', `What was heard: ${words}`, error);
}

/** Read by its shape: an error of Node's own core may come from another realm, where `instanceof Error` says no. */
function raised(error: unknown): Raised {
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
