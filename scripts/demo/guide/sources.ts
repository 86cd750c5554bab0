import type { Simulator } from '../../../simulator';
import { owner } from '../../n8n/rest/session';
import { readWorkflow, runWorkflow, type StoredWorkflow } from '../../n8n/rest/workflows';
import { apiAccount, mailAccount, queueAccount, sheetsPage, type Places } from '../accounts';
import type { DemoWorkflows } from '../workflows';
import type { Mail } from '../mailbox';
import { tableRows } from '../story';
import type { Environment } from '../environment';

/** A row of the data table, by column. */
export type Row = Record<string, unknown>;

export type WorkflowLink = { label: string; url: string };

/** What the guide shows and what its one button does. */
export type GuideSources = {
	simulator: Pick<Simulator, 'store' | 'pageUrl' | 'person'>;
	mails: readonly Mail[];
	rows: () => Promise<Row[]>;
	/** Has n8n import a shipment. */
	importShipment: () => Promise<unknown>;
	n8n: {
		url: string;
		/** Those of the story. */
		workflows: WorkflowLink[];
		/** The other examples. */
		others: WorkflowLink[];
		email: string;
		password: string;
	};
	/** The name of the queue. */
	queue: string;
	/** What to type into the credentials and the trigger of an n8n of one's own on this machine, form by form. */
	forms: Form[];
};

/** What the guide shows of a running demo. */
export function guideSources(
	environment: Environment,
	workflows: DemoWorkflows,
	others: readonly StoredWorkflow[],
): GuideSources {
	const { simulator, mailbox, session, n8n } = environment;
	const { importing, emailing, syncing, saving } = workflows;
	const links = (list: readonly StoredWorkflow[]) =>
		list.map(({ id, file }) => ({ label: file.name, url: `${n8n.url}/workflow/${id}` }));
	return {
		simulator,
		mails: mailbox.mails,
		rows: () => tableRows(environment),
		importShipment: async () => {
			await runWorkflow(session, await readWorkflow(session, workflows.importing.id), 'Click to start');
		},
		n8n: {
			url: n8n.url,
			workflows: links([importing, emailing, syncing, saving]),
			others: links(others),
			email: owner.email,
			password: owner.password,
		},
		queue: environment.queue.name,
		forms: formsToType(environment),
	};
}

/** A form of n8n with what to type into its fields, by their labels. */
export type Form = { title: string; fields: Array<{ label: string; value: string }> };

type Demo = {
	simulator: Places['simulator'];
	mailbox: Pick<Places['mailbox'], 'host' | 'port'>;
	queue: { url: string; name: string };
};

/** What somebody types who sets up n8n by hand, to be at home in it before the first own exchange. */
export function formsToType({ simulator, mailbox, queue }: Demo): Form[] {
	const [api, broker, mail] = [apiAccount(simulator), queueAccount(queue.url), mailAccount(mailbox)];
	return [
		form('Cargo Exchange API', {
			'Base URL': api['baseUrl'],
			'Import URL': api['importUrl'],
			'User Name': api['username'],
			Password: api['password'],
		}),
		form('Cargo Exchange Queue', {
			'Host Name': broker['hostname'],
			Port: broker['port'],
			SSL: broker['ssl'] === true ? 'on' : 'off',
			'Virtual Host': broker['vhost'],
			'User Name': broker['username'],
			Password: broker['password'],
		}),
		form('SMTP', { Host: mail['host'], Port: mail['port'], 'SSL/TLS': 'off', 'Disable STARTTLS': 'on' }),
		form('In the trigger', { Queue: queue.name }),
		form('On the page for sheets', { 'User Name': sheetsPage.user, Password: sheetsPage.password }),
	];
}

function form(title: string, values: Record<string, string | number | boolean | undefined>): Form {
	return { title, fields: Object.entries(values).map(([label, value]) => ({ label, value: String(value) })) };
}
