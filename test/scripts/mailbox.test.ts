import { once } from 'node:events';
import { connect } from 'node:net';
import { startMailbox, type Mailbox } from '../../scripts/demo/mailbox';

const message = [
	'From: exchange@example.com',
	'To: documents@example.com',
	'Subject: Issued: BL-1',
	'MIME-Version: 1.0',
	'Content-Type: multipart/mixed; boundary="b"',
	'',
	'--b',
	'Content-Type: text/plain',
	'',
	'Hello',
	'--b',
	'Content-Type: application/pdf; name="a.pdf"',
	'Content-Disposition: attachment; filename="a.pdf"',
	'Content-Transfer-Encoding: base64',
	'',
	Buffer.from('%PDF-1.4 first').toString('base64'),
	'--b',
	'Content-Type: application/pdf; name="b.pdf"',
	'Content-Disposition: attachment; filename="b.pdf"',
	'Content-Transfer-Encoding: base64',
	'',
	Buffer.from('%PDF-1.4 second').toString('base64'),
	'--b--',
	'.',
];

/** Speaks SMTP line by line, waiting for each answer. */
async function send({ host, port }: Mailbox): Promise<void> {
	const socket = connect(port, host);
	const steps = [
		'HELO here',
		'MAIL FROM:<exchange@example.com>',
		'RCPT TO:<documents@example.com>',
		'DATA',
		message.join('\r\n'),
		'QUIT',
	];
	for (const step of steps) {
		await once(socket, 'data');
		socket.write(`${step}\r\n`);
	}
	await once(socket, 'close');
}

describe('the mail server of the demo', () => {
	it('takes a mail and gives its attachments with their bytes', async () => {
		const mailbox = await startMailbox();
		const awaited = mailbox.waitFor(({ subject }) => subject === 'Issued: BL-1', 60_000);
		await send(mailbox);
		const mail = await awaited;
		expect(mail.to).toEqual(['documents@example.com']);
		expect(mail.attachments.map(({ fileName, bytes }) => [fileName, bytes.toString()])).toEqual([
			['a.pdf', '%PDF-1.4 first'],
			['b.pdf', '%PDF-1.4 second'],
		]);
		await mailbox.stop();
	});

	it('says that no such mail came when none does', async () => {
		const mailbox = await startMailbox();
		await expect(mailbox.waitFor(() => true, 50)).rejects.toThrow('No such email came');
		await mailbox.stop();
	});
});
