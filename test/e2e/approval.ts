import type { Mail } from '../../scripts/demo/mailbox';
import { finished } from '../../scripts/n8n/rest/executions';
import type { Session } from '../../scripts/n8n/rest/session';
import { until } from './place';

/** Opens the page that an email of an execution leads to, which alone approves nothing, answers there, and waits until the execution has gone on. */
export async function answerOnPage(session: Session, executionId: string, mail: Mail, decision: string): Promise<void> {
	const [, link = ''] = /href="([^"]*approved=true[^"]*)"/.exec(mail.html) ?? [];
	const address = link.replaceAll('&amp;', '&');
	await until(async () => (await finished(session, executionId)).status === 'waiting');
	const page = await (await fetch(address, { headers: asBrowser })).text();
	if (!page.includes(decision) || (await finished(session, executionId)).status !== 'waiting')
		throw new Error(`n8n asked with this page:\n${page}`);
	const body = new FormData();
	// So n8n's page calls the first field.
	body.set('field-0', decision);
	const { status } = await fetch(address, { method: 'POST', headers: asBrowser, body });
	if (status !== 200) throw new Error(`n8n answered the page with status ${status}`);
	await until(async () => (await finished(session, executionId)).status !== 'waiting');
}

/** n8n ignores programs, which open links in emails to look for viruses. */
export const asBrowser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

/** Clicks on *Approve* or *Decline* in the email of an execution that asks and waits, and waits until it has gone on. */
export async function answerMail(session: Session, executionId: string, mail: Mail, approved: boolean): Promise<void> {
	const [, link = ''] = new RegExp(`href="([^"]*approved=${approved}[^"]*)"`).exec(mail.html) ?? [];
	// An answer that comes before n8n waits for it is lost.
	await until(async () => (await finished(session, executionId)).status === 'waiting');
	const { status } = await fetch(link.replaceAll('&amp;', '&'), { headers: asBrowser });
	if (status !== 200) throw new Error(`n8n answered the click with status ${status}`);
	await until(async () => (await finished(session, executionId)).status !== 'waiting');
}
