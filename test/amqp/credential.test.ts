import { parseQueueCredential } from '../../nodes/CargoExchange/amqp/credential';
import { makeAuthority } from '../helpers/certificates';

const { cert, key } = makeAuthority();

const stored = {
	hostname: 'queue.example',
	port: 5671,
	ssl: true,
	vhost: 'customers',
	username: 'reader',
	password: 'p4ss',
	ca: '',
	cert: '',
	key: '',
	passphrase: '',
	ignoreSslIssues: false,
};

it('leaves out certificates that were not filled in', () => {
	expect(parseQueueCredential(stored)).toEqual({
		hostname: 'queue.example',
		port: 5671,
		ssl: true,
		vhost: 'customers',
		username: 'reader',
		password: 'p4ss',
		ignoreSslIssues: false,
	});
	expect(parseQueueCredential({ ...stored, ca: cert.replace(/\n/g, ' '), passphrase: ' s ' })).toMatchObject({
		ca: cert,
		passphrase: ' s ',
	});
});

it.each([
	{ ...stored, hostname: ' ' },
	{ ...stored, hostname: 'https://' },
	{ ...stored, port: 0 },
	{ ...stored, port: 'many' },
	{},
	null,
])('refuses a credential without a usable host and port, and shows no secret: %j', (credential) => {
	expect(() => parseQueueCredential(credential)).toThrow('The queue credential has no valid host name or port');
});

describe('a pasted host', () => {
	it.each([
		['amqps://user:p@ss/w@mq.example', 'mq.example'],
		['queue.example.com', 'queue.example.com'],
		[' Queue.Example.com/ ', 'queue.example.com'],
		['http://queue.example.com', 'queue.example.com'],
		['https://queue.example.com/', 'queue.example.com'],
		['amqps://user:p%40ss@queue.example.com:5671/vhost', 'queue.example.com'],
		['queue.example.com:5671', 'queue.example.com'],
		['10.0.0.1', '10.0.0.1'],
		['::1', '::1'],
		['[2001:db8::1]', '2001:db8::1'],
		['amqp://[2001:db8::1]:5672/', '2001:db8::1'],
	])('"%s" is "%s"', (hostname, host) => {
		const read = parseQueueCredential({ ...stored, hostname, port: '5672', vhost: '' });
		expect(read).toMatchObject({ hostname: host, port: 5672, vhost: '/' });
	});
});

it.each([
	['a path', '/etc/ssl/ca.pem', 'holds no certificate'],
	['Base64 alone', 'MIIDazCCAlOgAwIBAgIUd', 'holds no certificate'],
	['a key', key, 'is incomplete, or not a certificate'],
	['a certificate without its end', cert.slice(0, 400), 'is incomplete, or not a certificate'],
	['a second one that is cut', cert + cert.slice(0, 400), 'has several blocks, and number 2 is incomplete'],
])('says what is wrong if the CA certificate is %s', (_what, ca, words) => {
	expect(() => parseQueueCredential({ ...stored, ca })).toThrow(`"CA Certificate" in the queue credential ${words}`);
});
