import { until } from '../helpers/broker';
import { createReaders } from '../helpers/reading';
import { useProxiedBroker } from '../helpers/proxiedBroker';

const { read, closeAll } = createReaders(() => proxied.account);
const proxied = useProxiedBroker({ closeFirst: closeAll });

describe('before the first connection', () => {
	it('a queue that does not exist is reported, and waited for', async () => {
		const { deliveries, outages } = read('not there yet');
		await until(() => outages.length === 1);
		expect(outages[0]).toMatchObject({ permanent: true });
		expect(outages[0]?.message).toContain('There is no queue');
		await proxied.connection.channel.assertQueue('not there yet', { durable: true });
		await proxied.connection.publish('not there yet', ['a']);
		await until(() => deliveries.length === 1);
		expect(deliveries[0]?.settle('ack')).toBe(true);
	});

	it('a credential that cannot be read is reported, and asked for again', async () => {
		const queue = await proxied.connection.queue();
		let asked = 0;
		const { ready, outages } = read(queue, {
			settings: () => {
				asked++;
				return asked === 1 ? Promise.reject(new Error('No such credential')) : Promise.resolve(proxied.account);
			},
		});
		await ready();
		expect(outages.map(({ message }) => message)).toEqual(['The queue credential could not be read']);
		expect(asked).toBe(2);
	});

	it('a credential that is never read does not prevent closing', async () => {
		const { consumer } = read('q', { settings: () => new Promise(() => undefined) });
		await consumer.close();
	});

	it('a queue reserved for another reader is waited for', async () => {
		const queue = await proxied.connection.queue();
		const { consumerTag } = await proxied.connection.channel.consume(queue, () => {}, { exclusive: true });
		const { ready, outages } = read(queue);
		await until(() => outages.length === 1);
		expect(outages[0]).toMatchObject({ permanent: false });
		expect(outages[0]?.message).toContain('lets no other program read it');
		await proxied.connection.channel.cancel(consumerTag);
		await ready();
	});
});

describe('the credential', () => {
	it('is read again for each connection, so that a changed password takes effect', async () => {
		const queue = await proxied.connection.queue();
		await proxied.broker.control(['add_user', 'rotating', 'first']);
		await proxied.broker.control(['set_permissions', 'rotating', '.*', '.*', '.*']);
		let password = 'first';
		const { ready, deliveries, outages } = read(queue, {
			settings: () => Promise.resolve({ ...proxied.account, username: 'rotating', password }),
		});
		await ready();
		await proxied.broker.control(['change_password', 'rotating', 'second']);
		proxied.proxy.cut();
		await until(() => outages.some(({ message }) => message.includes('user name or password')));
		password = 'second';
		await proxied.connection.publish(queue, ['a']);
		await until(() => deliveries.length === 1);
	});
});

describe('the connection', () => {
	it('has a heartbeat of 20 seconds, also with a broker that wants none', async () => {
		await proxied.broker.control(['eval', 'application:set_env(rabbit, heartbeat, 0).']);
		const { ready } = read(await proxied.connection.queue());
		await ready();
		const agreed = await proxied.broker.control(['list_connections', 'timeout', '--no-table-headers']);
		await proxied.broker.control(['eval', 'application:set_env(rabbit, heartbeat, 60).']);
		expect(agreed.split('\n')).toContain('20');
	});
});

it('counts at each connection who else reads the queue', async () => {
	const queue = await proxied.connection.queue();
	const others: number[] = [];
	const { ready } = read(queue, { onReady: (count) => others.push(count) });
	await ready();
	const second = read(queue, { onReady: (count) => others.push(count) });
	await second.ready();
	expect(others).toEqual([0, 1]);
});
