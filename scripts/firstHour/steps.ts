/** The first hour of somebody who has never seen n8n or the exchange, from the first click to the first email: clicks and typing only. */
import { join } from 'node:path';
import { apiAccount, mailAccount, queueAccount } from '../demo/accounts';
import {
	addNode,
	addOption,
	chooseParameter,
	closePreview,
	dragField,
	type ListedNode,
	typeText,
} from '../editor/building';
import { closeCredential, fillInCredential, saveAndConnect, saveAndReadError, turnOver } from '../editor/credentials';
import { openTable, waitForRow } from '../editor/dataTables';
import { setUpOwner } from '../editor/home';
import {
	chooseCredential,
	execute,
	importWorkflow,
	inNode,
	publish,
	startWorkflow,
	switchOff,
	typeParameter,
} from '../editor/workflow';
import type { CredentialData } from '../n8n/rest/resources';
import { projectRoot } from '../n8n/processes';
import { issueShipment, logIn, openNewest, signShipment } from './exchange';
import type { FirstHour } from './environment';

/** One step of the hour; it ends when what it is for is seen on the screen. */
export type FirstHourStep = { title: string; run: (environment: FirstHour) => Promise<void> };

const example = (file: string) => join(projectRoot, 'examples', file);
const recipient = 'documents@meridian.example';
const table = 'Cargo statuses';
const triggerNode = 'Cargo Exchange Trigger';
const listed = (action: string): ListedNode => ({ search: 'cargo', entry: 'Cargo Exchange (Bill of Lading)', action });
const sendEmail: ListedNode = { search: 'send email', entry: 'Send Email', action: 'Send an Email' };
const patienceMs = 180_000;

export const steps: readonly FirstHourStep[] = [
	{
		title: 'fill in the form that a new n8n shows to its owner',
		run: ({ browser, n8n }) => setUpOwner(browser, n8n.url),
	},
	{
		title: 'create the credential for the exchange, and see that it connects',
		async run({ browser, simulator, look }) {
			const texts = only(apiAccount(simulator), ['baseUrl', 'importUrl', 'username', 'password']);
			await fillInCredential(browser, { type: 'Cargo Exchange API', texts, switches: [] });
			await saveAndConnect(browser);
			await look('first-hour-credential');
			await closeCredential(browser);
		},
	},
	{
		title: 'create the credential for the queue, read that SSL does not match, switch it off, and see that it connects',
		async run({ browser, queue }) {
			const texts = only(queueAccount(queue.url), ['hostname', 'port', 'username', 'password']);
			await fillInCredential(browser, { type: 'Cargo Exchange Queue', texts, switches: [] });
			await saveAndReadError(browser, 'does not speak TLS, and SSL is on');
			await turnOver(browser, 'ssl');
			await saveAndConnect(browser);
			await closeCredential(browser);
		},
	},
	{
		title: 'create the credential for the mail server',
		async run({ browser, mailbox }) {
			const texts = only(mailAccount(mailbox), ['host', 'port']);
			await fillInCredential(browser, { type: 'SMTP', texts, switches: ['secure', 'disableStartTls'] });
			await saveAndConnect(browser);
			await closeCredential(browser);
		},
	},
	{
		title: 'build the workflow that sends emails, node by node, and publish it',
		async run({ browser, queue, look }) {
			await startWorkflow(browser);
			await addNode(browser, listed('On bill of lading issued'), async () => {
				await typeParameter(browser, 'queue', queue.name);
				await look('first-hour-trigger');
			});
			await addNode(browser, listed('Download all documents of a set'), () => Promise.resolve());
			await addNode(browser, sendEmail, async () => {
				await typeParameter(browser, 'fromEmail', 'exchange@meridian.example');
				await typeParameter(browser, 'toEmail', recipient);
				await typeParameter(browser, 'subject', 'Issued:');
				await dragField(browser, 'parcelRef', 'subject');
				await closePreview(browser);
				await chooseParameter(browser, 'emailFormat', 'Text');
				await typeText(browser, 'text', 'The documents are attached.');
				await addOption(browser, 'Attachments (File)');
				await dragField(browser, 'binaryProperties', 'fileAttachments');
				await look('first-hour-email');
			});
			await look('first-hour-workflow');
			await publish(browser);
		},
	},
	{
		title: 'import the example that keeps a table, publish it',
		async run({ browser, queue, look }) {
			await importWorkflow(browser, example('sync-statuses-to-data-table.json'));
			await look('first-hour-import');
			await inNode(browser, triggerNode, async () => {
				await chooseCredential(browser, 'Cargo Exchange Queue account');
				await typeParameter(browser, 'queue', queue.name);
			});
			await publish(browser);
		},
	},
	{
		title: 'import a shipment',
		async run({ browser }) {
			await importWorkflow(browser, example('import-shipment.json'));
			await inNode(browser, 'Import the shipment', async () => {
				await chooseCredential(browser, 'Cargo Exchange account');
				await switchOff(browser, 'dryRun');
			});
			await execute(browser, 'Import the shipment');
		},
	},
	{
		title: 'sign it in the exchange',
		async run(environment) {
			const { exchange, simulator, look } = environment;
			await logIn(exchange, simulator);
			environment.shipment = await openNewest(exchange);
			await signShipment(exchange, simulator.person, () => look('first-hour-sign', exchange));
		},
	},
	{
		title: 'issue it, and get its PDFs by email',
		async run(environment) {
			await issueShipment(environment.exchange, environment.simulator.person);
			environment.mail = await environment.mailbox.waitFor(({ to }) => to.includes(recipient), patienceMs);
		},
	},
	{
		title: 'see its status in the table',
		async run({ browser, mail, look }) {
			await openTable(browser, table);
			await waitForRow(browser, ['Issued', mail?.subject.split(' ').at(-1) ?? '']);
			await look('first-hour-table');
		},
	},
];

/** The texts that a form is given, of what an account holds. */
function only(account: CredentialData, fields: readonly string[]): Record<string, string> {
	return Object.fromEntries(fields.map((field) => [field, String(account[field])]));
}
