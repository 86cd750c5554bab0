import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueAccount } from '../../nodes/CargoExchange/queue';
import type { Broker } from '../../scripts/broker';
import { accountOf, connectionNames, lendHand, ownBroker, until, type Hand } from '../helpers/broker';
import { createReaders } from '../helpers/reading';
import { startTcpProxy, type TcpProxy } from '../helpers/tcpProxy';

jest.setTimeout(60_000);

let broker: Broker;
let account: QueueAccount;
let hand: Hand;
let proxy: TcpProxy;
const { read, closeAll } = createReaders(() => ({ ...account, port: proxy.port }));

beforeAll(async () => {
	broker = await ownBroker();
	account = accountOf(broker.url);
});

beforeEach(async () => {
	hand = await lendHand(broker.url);
	proxy = await startTcpProxy(account.port);
});

afterEach(async () => {
	await closeAll();
	await proxy.stop();
	await hand.close();
	await until(async () => (await connectionNames(broker)).length === 0);
});

afterAll(async () => {
	await broker.stop();
});

describe('before the first connection', () => {
	it('a broker that is down is told, and waited for', async () => {
		const queue = await hand.queue();
		await hand.publish(queue, ['a']);
		await proxy.refuse();
		const { consumer, deliveries, lines } = read(queue);
		expect(await consumer.firstAttempt).toMatchObject({ kind: 'unreachable', certain: false });
		await sleep(1500);
		await proxy.accept();
		await consumer.ready;
		await until(() => deliveries.length === 1);
		expect(lines.map((line) => line.split(':')[0])).toEqual(['warn', 'info']);
	});

	it('a queue that does not exist is told, and waited for', async () => {
		const { consumer, deliveries } = read('not there yet');
		expect(await consumer.firstAttempt).toMatchObject({ kind: 'queue', certain: true });
		await hand.channel.assertQueue('not there yet', { durable: true });
		await hand.publish('not there yet', ['a']);
		await until(() => deliveries.length === 1);
		expect(deliveries[0]?.settle('ack')).toBe(true);
	});

	it('an account that cannot be read is told, and asked for again', async () => {
		const queue = await hand.queue();
		let asked = 0;
		const { consumer } = read(queue, {
			account: () => {
				asked++;
				return asked === 1 ? Promise.reject(new Error('No such credential')) : Promise.resolve(account);
			},
		});
		const fault = await consumer.firstAttempt;
		expect(fault?.kind).toBe('login');
		expect(fault?.message).toContain('could not be read');
		await consumer.ready;
		expect(asked).toBe(2);
	});

	it('a queue reserved for another reader is waited for', async () => {
		const queue = await hand.queue();
		const { consumerTag } = await hand.channel.consume(queue, () => {}, { exclusive: true });
		const { consumer } = read(queue);
		const fault = await consumer.firstAttempt;
		expect(fault).toMatchObject({ kind: 'permission', certain: false });
		expect(fault?.message).toContain('reserved');
		await hand.channel.cancel(consumerTag);
		await consumer.ready;
	});
});

describe('the account', () => {
	it('is read anew for each connection, so that a changed password heals', async () => {
		const queue = await hand.queue();
		await broker.control(['add_user', 'rotating', 'first']);
		await broker.control(['set_permissions', 'rotating', '.*', '.*', '.*']);
		let password = 'first';
		const { consumer, deliveries, outages } = read(queue, {
			account: () => Promise.resolve({ ...account, port: proxy.port, username: 'rotating', password }),
		});
		await consumer.ready;
		await broker.control(['change_password', 'rotating', 'second']);
		proxy.cut();
		await until(() => outages.some(({ kind }) => kind === 'login'));
		password = 'second';
		await hand.publish(queue, ['a']);
		await until(() => deliveries.length === 1);
	});
});

describe('the state of the queue', () => {
	it('is told at each connection: what waits in it, and who else reads it', async () => {
		const queue = await hand.queue();
		await hand.publish(queue, ['a', 'b', 'c']);
		const states: object[] = [];
		const { consumer } = read(queue, { onReady: (state) => states.push(state) });
		await consumer.ready;
		expect(states).toEqual([{ messages: 3, otherConsumers: 0 }]);
		const second = read(queue, { onReady: (state) => states.push(state) });
		await second.consumer.ready;
		expect(states[1]).toEqual({ messages: 0, otherConsumers: 1 });
	});
});
