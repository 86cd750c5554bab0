import type { Mail } from '../../scripts/demo/mailbox';
import { finished } from '../../scripts/n8n/rest/executions';
import type { Session } from '../../scripts/n8n/rest/session';
import { until } from './place';

/** Clicks on *Approve* or *Decline* in the email of an execution that asks and waits, and waits until it has gone on. */
export async function answerMail(session: Session, executionId: string, mail: Mail, approved: boolean): Promise<void> {
	const [, link = ''] = new RegExp(`href="([^"]*approved=${approved}[^"]*)"`).exec(mail.html) ?? [];
	// An answer that comes before n8n waits for it is lost.
	await until(async () => (await finished(session, executionId)).status === 'waiting');
	// n8n ignores programs, which open links in emails to look for viruses.
	const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
	const { status } = await fetch(link.replaceAll('&amp;', '&'), { headers });
	if (status !== 200) throw new Error(`n8n answered the click with status ${status}`);
	await until(async () => (await finished(session, executionId)).status !== 'waiting');
}
