import type { Simulator } from '../../simulator';
import { createCredential, type CredentialData, type StoredCredential } from '../n8n/rest/resources';
import type { Session } from '../n8n/rest/session';
import type { Mailbox } from './mailbox';

/** The form of the HTTP credential, filled in for the simulated exchange. */
export function apiAccount({ url, importUrl, accounts }: Simulator): CredentialData {
	const user = accounts[0];
	if (!user) throw new Error('The exchange has no account for the interface');
	const { username, password } = user;
	return {
		baseUrl: url,
		importUrl,
		username,
		password,
		sessionCookie: '',
		ignoreSslIssues: false,
		allowInsecureHttp: false,
	};
}

/** The form of the queue credential, filled in from an `amqp://` or `amqps://` address. */
export function queueAccount(brokerUrl: string): CredentialData {
	const { protocol, hostname, port, pathname, username, password } = new URL(brokerUrl);
	const ssl = protocol === 'amqps:';
	return {
		hostname,
		port: Number(port) || (ssl ? 5671 : 5672),
		ssl,
		vhost: decodeURIComponent(pathname.slice(1)) || '/',
		username: decodeURIComponent(username) || 'guest',
		password: decodeURIComponent(password) || 'guest',
		ca: '',
		cert: '',
		key: '',
		passphrase: '',
		ignoreSslIssues: false,
	};
}

/** The form of n8n's own SMTP credential, filled in for the local mail server. */
export function mailAccount({ host, port }: Pick<Mailbox, 'host' | 'port'>): CredentialData {
	return { user: '', password: '', host, port, secure: false, disableStartTls: true, hostName: '' };
}

/** The login of the page on which colleagues upload a sheet. */
export const sheetsPage = { user: 'sheets', password: 'sheets' };

/** The three credentials that the stories need, saved in n8n. */
export type Credentials = { api: StoredCredential; queue: StoredCredential; mail: StoredCredential };

export type Places = { session: Session; simulator: Simulator; mailbox: Mailbox; queue: { url: string } };

export async function createCredentials({ session, simulator, mailbox, queue }: Places): Promise<Credentials> {
	return {
		api: await createCredential(session, 'Cargo Exchange (simulator)', 'cargoExchangeApi', apiAccount(simulator)),
		queue: await createCredential(
			session,
			'Cargo Exchange queue (local)',
			'cargoExchangeQueueApi',
			queueAccount(queue.url),
		),
		mail: await createCredential(session, 'Mail server (local)', 'smtp', mailAccount(mailbox)),
	};
}
