import type { ICredentialType, INodeProperties } from 'n8n-workflow';
import { documentationUrl } from '../nodes/CargoExchange/documentation';

const whenEncrypted = { show: { ssl: [true] } };

/** The account at the message broker that holds the status queue. The trigger node tests it over a real connection. */
export class CargoExchangeQueueApi implements ICredentialType {
	name = 'cargoExchangeQueueApi';

	displayName = 'Cargo Exchange Queue';

	documentationUrl = documentationUrl('credentials.md');

	icon = {
		light: 'file:../nodes/CargoExchange/cargoExchange.svg',
		dark: 'file:../nodes/CargoExchange/cargoExchange.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		{
			displayName:
				'The queue has its own login, which the operator of the exchange gives you. Enter the name of the queue in the node, not here.',
			name: 'accountNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Host Name',
			name: 'hostname',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. queue.exchange.example',
			description: 'The host name of the queue server (RabbitMQ), without amqps:// in front',
		},
		{
			displayName: 'Port',
			name: 'port',
			type: 'number',
			required: true,
			default: 5671,
			description: 'Usually 5671 with SSL and 5672 without',
		},
		{
			displayName: 'SSL',
			name: 'ssl',
			type: 'boolean',
			default: true,
			description: 'Whether to encrypt the connection',
		},
		{
			displayName: 'Virtual Host',
			name: 'vhost',
			type: 'string',
			default: '/',
			placeholder: 'e.g. your customer ID',
			description: 'The virtual host of your queue, as given to you by the operator of the exchange',
			hint: 'Case-sensitive',
		},
		{
			displayName: 'User Name',
			name: 'username',
			type: 'string',
			default: '',
			placeholder: 'e.g. queue-reader',
			description: 'The user for the queue, not the one for the exchange',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
		},
		{
			displayName: 'CA Certificate',
			name: 'ca',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: '-----BEGIN CERTIFICATE-----',
			description:
				'Only if the queue server uses a private certificate authority: the certificate of that authority, as PEM text',
			displayOptions: whenEncrypted,
		},
		// A certificate is public, and its text should be visible: not a password field, although the rule takes it for one.
		// eslint-disable-next-line @n8n/community-nodes/credential-password-field
		{
			displayName: 'Client Certificate',
			name: 'cert',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: '-----BEGIN CERTIFICATE-----',
			description: 'Only if the queue server requires one: your certificate, as PEM text',
			displayOptions: whenEncrypted,
		},
		// A private key is a secret, although the rule does not know its name.
		// eslint-disable-next-line @n8n/community-nodes/credential-unnecessary-password
		{
			displayName: 'Client Key',
			name: 'key',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: '-----BEGIN PRIVATE KEY-----',
			description: 'The private key of the client certificate, as PEM text',
			displayOptions: whenEncrypted,
		},
		{
			displayName: 'Passphrase',
			name: 'passphrase',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'The passphrase of the client key, if it has one',
			displayOptions: whenEncrypted,
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'ignoreSslIssues',
			type: 'boolean',
			default: false,
			description:
				'Whether to connect even if the certificate of the queue server is not trusted. For test systems only.',
			displayOptions: whenEncrypted,
		},
	];
}
