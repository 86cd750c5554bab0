import { readAccount } from '../../nodes/CargoExchange/trigger/account';

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
	expect(readAccount(stored)).toEqual({
		hostname: 'queue.example',
		port: 5671,
		ssl: true,
		vhost: 'customers',
		username: 'reader',
		password: 'p4ss',
		ignoreSslIssues: false,
	});
	expect(readAccount({ ...stored, ca: 'PEM', passphrase: ' s ' })).toMatchObject({ ca: 'PEM', passphrase: ' s ' });
});

it('cleans a pasted host, takes a port from an expression, and reads an empty virtual host as the default one', () => {
	expect(readAccount({ ...stored, hostname: 'amqps://Queue.example/', port: '5672', vhost: '' })).toMatchObject({
		hostname: 'queue.example',
		port: 5672,
		vhost: '/',
	});
});

it.each([{ ...stored, hostname: ' ' }, { ...stored, port: 0 }, { ...stored, port: 'many' }, {}, null])(
	'refuses a credential without a usable host and port, and shows no secret: %j',
	(credential) => {
		expect(() => readAccount(credential)).toThrow('The queue credential has no usable host name and port');
	},
);
