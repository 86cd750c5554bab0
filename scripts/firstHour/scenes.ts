/** The first hour of somebody who has never seen n8n or the exchange, from the first click to the first e-mail: clicks and typing only. */
import { join } from 'node:path';
import { apiAccount, mailAccount, queueAccount } from '../demo/accounts';
import { closeCredential, fillInCredential, saveAndBeTold, saveAndConnect, turnOver } from '../editor/credentials';
import { makeTableFromCsv, openTable, untilRowShows } from '../editor/dataTables';
import { setUpOwner } from '../editor/home';
import {
	chooseCredential,
	execute,
	importWorkflow,
	inNode,
	publish,
	save,
	startFrom,
	typeParameter,
} from '../editor/workflow';
import type { CredentialData } from '../n8n/rest/credentials';
import { owner } from '../n8n/rest/session';
import { projectRoot } from '../n8n/processes';
import { issueShipment, logIn, openNewest, signShipment } from './exchange';
import type { Stage } from './stage';

/** One step of the hour; it ends when what it is for is seen on the screen. */
export type Scene = { title: string; play: (stage: Stage) => Promise<void> };

const example = (file: string) => join(projectRoot, 'examples', file);
const recipient = 'documents@meridian.example';
const table = 'Cargo statuses';
const triggerNode = 'Cargo Exchange Trigger';
const patienceMs = 180_000;

export const scenes: readonly Scene[] = [
	{
		title: 'fill in the form that a new n8n shows to its owner',
		play: ({ hand, n8n }) => setUpOwner(hand, n8n.url, owner),
	},
	{
		title: 'make the credential for the exchange, and see that it connects',
		async play({ hand, simulator, look }) {
			const texts = only(apiAccount(simulator), ['baseUrl', 'importUrl', 'username', 'password']);
			await fillInCredential(hand, { type: 'Cargo Exchange API', texts, switches: [] });
			await saveAndConnect(hand);
			await look('first-hour-credential');
			await closeCredential(hand);
		},
	},
	{
		title: 'make the credential for the queue, be told that SSL does not fit, switch it off, and see that it connects',
		async play({ hand, queue }) {
			const texts = only(queueAccount(queue.url), ['hostname', 'port', 'username', 'password']);
			await fillInCredential(hand, { type: 'Cargo Exchange Queue', texts, switches: [] });
			await saveAndBeTold(hand, 'does not speak TLS, and SSL is on');
			await turnOver(hand, 'ssl');
			await saveAndConnect(hand);
			await closeCredential(hand);
		},
	},
	{
		title: 'make the credential for the mail server',
		async play({ hand, mailbox }) {
			const texts = only(mailAccount(mailbox), ['host', 'port']);
			await fillInCredential(hand, { type: 'SMTP', texts, switches: ['secure', 'disableStartTls'] });
			await saveAndConnect(hand);
			await closeCredential(hand);
		},
	},
	{
		title: 'import the example that sends e-mails, choose its credentials, publish it',
		async play({ hand, major, queue, look }) {
			await importWorkflow(hand, major, example('email-pdfs-on-issued.json'));
			await look('first-hour-import');
			await inNode(hand, major, triggerNode, async () => {
				await chooseCredential(hand, 'Cargo Exchange Queue account');
				await typeParameter(hand, 'queue', queue.name);
				await look('first-hour-trigger');
			});
			await inNode(hand, major, 'Get all PDFs of the set', () => chooseCredential(hand, 'Cargo Exchange account'));
			await inNode(hand, major, 'Send Email', async () => {
				await chooseCredential(hand, 'SMTP account');
				await typeParameter(hand, 'toEmail', recipient);
			});
			await publish(hand, major);
		},
	},
	{
		title: 'import the example that keeps a table, make the table, publish it',
		async play({ hand, major, queue }) {
			if (major === 1) await makeTableFromCsv(hand, table, example('cargo-statuses.csv'));
			await importWorkflow(hand, major, example('sync-statuses-to-spreadsheet.json'));
			if (major === 1) {
				await inNode(hand, major, 'Add or update the row', () => chooseTable(hand));
			} else {
				await startFrom(hand, 'Run once');
				await execute(hand, 'Create the table');
			}
			await inNode(hand, major, triggerNode, async () => {
				await chooseCredential(hand, 'Cargo Exchange Queue account');
				await typeParameter(hand, 'queue', queue.name);
			});
			await publish(hand, major);
		},
	},
	{
		title: 'import a shipment',
		async play({ hand, major }) {
			await importWorkflow(hand, major, example('import-shipment.json'));
			await inNode(hand, major, 'Import the shipment', () => chooseCredential(hand, 'Cargo Exchange account'));
			await save(hand, major);
			await execute(hand, 'Import the shipment');
		},
	},
	{
		title: 'sign it in the exchange',
		async play(stage) {
			const { exchange, simulator, look } = stage;
			await logIn(exchange, simulator);
			stage.shipment = await openNewest(exchange);
			await signShipment(exchange, simulator.person, () => look('first-hour-sign', exchange));
		},
	},
	{
		title: 'issue it, and get its PDFs by e-mail',
		async play(stage) {
			await issueShipment(stage.exchange, stage.simulator.person);
			stage.mail = await stage.mailbox.waitFor(({ to }) => to.includes(recipient), patienceMs);
		},
	},
	{
		title: 'see its status in the table',
		async play({ hand, mail, look }) {
			await openTable(hand, table);
			await untilRowShows(hand, ['Issued', mail?.subject.split(' ').at(-1) ?? '']);
			await look('first-hour-table');
		},
	},
];

/** The texts that a form is given, of what an account holds. */
function only(account: CredentialData, fields: readonly string[]): Record<string, string> {
	return Object.fromEntries(fields.map((field) => [field, String(account[field])]));
}

/** n8n 1 knows the table of a workflow by its id, so it is chosen from the list. */
async function chooseTable({ at, click, page }: Stage['hand']): Promise<void> {
	await click(at('rlc-mode-selector').first());
	await click(page.getByRole('option', { name: 'From list' }).filter({ visible: true }));
	await click(at('rlc-input').first());
	await click(at('rlc-item').filter({ hasText: table }));
}
