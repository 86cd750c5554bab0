import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../helpers/broker';
import { createReaders } from '../helpers/reading';
import { ownLine } from '../helpers/ownLine';

const { read, closeAll } = createReaders(() => line.account);
const line = ownLine({ closeFirst: closeAll });

describe('before the first connection', () => {
	it('a broker that is down is told, and waited for', async () => {
		const queue = await line.hand.queue();
		await line.hand.publish(queue, ['a']);
		await line.proxy.refuse();
		const { consumer, deliveries, lines } = read(queue);
		expect(await consumer.firstAttempt).toMatchObject({ kind: 'unreachable', certain: false });
		await sleep(1500);
		await line.proxy.accept();
		await consumer.ready;
		await until(() => deliveries.length === 1);
		expect(lines.map((line) => line.split(':')[0])).toEqual(['warn', 'info']);
	});

	it('a queue that does not exist is told, and waited for', async () => {
		const { consumer, deliveries } = read('not there yet');
		expect(await consumer.firstAttempt).toMatchObject({ kind: 'queue', certain: true });
		await line.hand.channel.assertQueue('not there yet', { durable: true });
		await line.hand.publish('not there yet', ['a']);
		await until(() => deliveries.length === 1);
		expect(deliveries[0]?.settle('ack')).toBe(true);
	});

	it('an account that cannot be read is told, and asked for again', async () => {
		const queue = await line.hand.queue();
		let asked = 0;
		const { consumer } = read(queue, {
			account: () => {
				asked++;
				return asked === 1 ? Promise.reject(new Error('No such credential')) : Promise.resolve(line.account);
			},
		});
		const fault = await consumer.firstAttempt;
		expect(fault?.kind).toBe('login');
		expect(fault?.message).toContain('could not be read');
		await consumer.ready;
		expect(asked).toBe(2);
	});

	it('a queue reserved for another reader is waited for', async () => {
		const queue = await line.hand.queue();
		const { consumerTag } = await line.hand.channel.consume(queue, () => {}, { exclusive: true });
		const { consumer } = read(queue);
		const fault = await consumer.firstAttempt;
		expect(fault).toMatchObject({ kind: 'permission', certain: false });
		expect(fault?.message).toContain('reserved');
		await line.hand.channel.cancel(consumerTag);
		await consumer.ready;
	});
});

describe('the account', () => {
	it('is read anew for each connection, so that a changed password heals', async () => {
		const queue = await line.hand.queue();
		await line.broker.control(['add_user', 'rotating', 'first']);
		await line.broker.control(['set_permissions', 'rotating', '.*', '.*', '.*']);
		let password = 'first';
		const { consumer, deliveries, outages } = read(queue, {
			account: () => Promise.resolve({ ...line.account, username: 'rotating', password }),
		});
		await consumer.ready;
		await line.broker.control(['change_password', 'rotating', 'second']);
		line.proxy.cut();
		await until(() => outages.some(({ kind }) => kind === 'login'));
		password = 'second';
		await line.hand.publish(queue, ['a']);
		await until(() => deliveries.length === 1);
	});
});

describe('the state of the queue', () => {
	it('is told at each connection: what waits in it, and who else reads it', async () => {
		const queue = await line.hand.queue();
		await line.hand.publish(queue, ['a', 'b', 'c']);
		const states: object[] = [];
		const { consumer } = read(queue, { onReady: (state) => states.push(state) });
		await consumer.ready;
		expect(states).toEqual([{ messages: 3, otherConsumers: 0 }]);
		const second = read(queue, { onReady: (state) => states.push(state) });
		await second.consumer.ready;
		expect(states[1]).toEqual({ messages: 0, otherConsumers: 1 });
	});
});
