import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A mail as it arrived, each attachment with its bytes. */
export type Mail = {
	subject: string;
	to: string[];
	/** When it arrived. */
	at: Date;
	text: string;
	html: string;
	attachments: Array<{ fileName: string; mimeType: string; bytes: Buffer }>;
};

export type Mailbox = {
	host: string;
	port: number;
	/** Everything that has arrived, oldest first. */
	mails: Mail[];
	/** The first mail, now or later, that fits; rejects when none comes in time. */
	waitFor(fits: (mail: Mail) => boolean, withinMs: number): Promise<Mail>;
	/** Refuses the next mail, as a server that is busy does. */
	refuseOnce(): void;
	stop(): Promise<void>;
};

/** Starts a mail server on this machine that takes every mail, asks for no password and sends nothing on. */
export async function startMailbox(): Promise<Mailbox> {
	const mails: Mail[] = [];
	let isBusy = false;
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		disableReverseLookup: true,
		logger: false,
		onData(stream, _session, answer) {
			buffer(stream)
				.then((source) => {
					if (!isBusy) return readMail(source);
					isBusy = false;
					throw new Error('Too busy, try again later');
				})
				.then(
					(mail) => {
						mails.push(mail);
						answer();
					},
					(error: unknown) => {
						answer(error instanceof Error ? error : new Error(String(error)));
					},
				);
		},
	});
	const listening = server.listen(0, '127.0.0.1');
	await once(listening, 'listening');
	// A client that breaks off must not take the demo with it.
	server.on('error', () => undefined);
	const address = listening.address();
	if (address === null || typeof address === 'string') throw new Error('The mail server got no port');

	const waitFor = async (fits: (mail: Mail) => boolean, withinMs: number) => {
		const until = Date.now() + withinMs;
		for (;;) {
			const found = mails.find(fits);
			if (found) return found;
			if (Date.now() > until)
				throw new Error(`No such email came within ${withinMs / 1000} s; ${mails.length} others did`);
			await sleep(100);
		}
	};

	return {
		host: '127.0.0.1',
		port: address.port,
		mails,
		waitFor,
		refuseOnce() {
			isBusy = true;
		},
		stop: () =>
			new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
			}),
	};
}

/** A mail from its text as it is sent. */
export async function readMail(source: Buffer): Promise<Mail> {
	const email: Email = await PostalMime.parse(source);
	return {
		subject: email.subject ?? '',
		at: new Date(),
		to: (email.to ?? []).flatMap(({ address }) => address ?? []),
		text: email.text ?? '',
		html: email.html ?? '',
		attachments: email.attachments.map(({ filename, mimeType, content }) => ({
			fileName: filename ?? '',
			mimeType,
			bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
		})),
	};
}
