import { cleanHostname } from '../../nodes/CargoExchange/amqp/credential';

describe('cleanHostname', () => {
	it.each([
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
		['', ''],
		['https://', ''],
	])('makes of "%s" "%s"', (pasted, host) => {
		expect(cleanHostname(pasted)).toBe(host);
	});
});
