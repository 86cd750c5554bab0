import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../helpers/broker';
import { createReaders } from '../helpers/reading';
import { ownLine } from '../helpers/ownLine';

const { read, closeAll } = createReaders(() => line.account);
const line = ownLine({ closeFirst: closeAll });

describe('before the first connection', () => {
	it('a broker that is down is reported, and waited for', async () => {
		const queue = await line.hand.queue();
		await line.hand.publish(queue, ['a']);
		await line.proxy.refuse();
		const { ready, deliveries, lines, outages } = read(queue);
		await until(() => outages.length === 1);
		expect(outages[0]).toMatchObject({ permanent: false });
		expect(outages[0]?.message).toContain('Nothing answers');
		await sleep(1500);
		await line.proxy.accept();
		await ready();
		await until(() => deliveries.length === 1);
		expect(lines.map((line) => line.split(':')[0])).toEqual(['warn', 'info']);
	});

	it('a queue that does not exist is reported, and waited for', async () => {
		const { deliveries, outages } = read('not there yet');
		await until(() => outages.length === 1);
		expect(outages[0]).toMatchObject({ permanent: true });
		expect(outages[0]?.message).toContain('There is no queue');
		await line.hand.channel.assertQueue('not there yet', { durable: true });
		await line.hand.publish('not there yet', ['a']);
		await until(() => deliveries.length === 1);
		expect(deliveries[0]?.settle('ack')).toBe(true);
	});

	it('a credential that cannot be read is reported, and asked for again', async () => {
		const queue = await line.hand.queue();
		let asked = 0;
		const { ready, outages } = read(queue, {
			settings: () => {
				asked++;
				return asked === 1 ? Promise.reject(new Error('No such credential')) : Promise.resolve(line.account);
			},
		});
		await ready();
		expect(outages.map(({ message }) => message)).toEqual(['The queue credential could not be read']);
		expect(asked).toBe(2);
	});

	it('a queue reserved for another reader is waited for', async () => {
		const queue = await line.hand.queue();
		const { consumerTag } = await line.hand.channel.consume(queue, () => {}, { exclusive: true });
		const { ready, outages } = read(queue);
		await until(() => outages.length === 1);
		expect(outages[0]).toMatchObject({ permanent: false });
		expect(outages[0]?.message).toContain('reserved');
		await line.hand.channel.cancel(consumerTag);
		await ready();
	});
});

describe('the credential', () => {
	it('is read again for each connection, so that a changed password heals', async () => {
		const queue = await line.hand.queue();
		await line.broker.control(['add_user', 'rotating', 'first']);
		await line.broker.control(['set_permissions', 'rotating', '.*', '.*', '.*']);
		let password = 'first';
		const { ready, deliveries, outages } = read(queue, {
			settings: () => Promise.resolve({ ...line.account, username: 'rotating', password }),
		});
		await ready();
		await line.broker.control(['change_password', 'rotating', 'second']);
		line.proxy.cut();
		await until(() => outages.some(({ message }) => message.includes('user name or password')));
		password = 'second';
		await line.hand.publish(queue, ['a']);
		await until(() => deliveries.length === 1);
	});
});

describe('the connection', () => {
	it('has a heartbeat of 20 seconds, also with a broker that wants none', async () => {
		await line.broker.control(['eval', 'application:set_env(rabbit, heartbeat, 0).']);
		const { ready } = read(await line.hand.queue());
		await ready();
		const agreed = await line.broker.control(['list_connections', 'timeout', '--no-table-headers']);
		await line.broker.control(['eval', 'application:set_env(rabbit, heartbeat, 60).']);
		expect(agreed.split('\n')).toContain('20');
	});
});

describe('the state of the queue', () => {
	it('is told at each connection: what waits in it, and who else reads it', async () => {
		const queue = await line.hand.queue();
		await line.hand.publish(queue, ['a', 'b', 'c']);
		const states: object[] = [];
		const { ready } = read(queue, { onReady: (state) => states.push(state) });
		await ready();
		expect(states).toEqual([{ messages: 3, otherConsumers: 0 }]);
		const second = read(queue, { onReady: (state) => states.push(state) });
		await second.ready();
		expect(states[1]).toEqual({ messages: 0, otherConsumers: 1 });
	});
});
