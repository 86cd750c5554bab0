import { apiAccount, mailAccount, queueAccount, type Places } from '../accounts';

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
	];
}

function form(title: string, values: Record<string, string | number | boolean | undefined>): Form {
	return { title, fields: Object.entries(values).map(([label, value]) => ({ label, value: String(value) })) };
}
