import { randomUUID } from 'node:crypto';

import { connect, type Channel, type ChannelModel } from 'amqplib';

import { startSimulator, type Simulator } from '../../simulator';
import { useSharedBroker } from '../helpers/broker';
import { startTcpProxy, type TcpProxy } from '../helpers/tcpProxy';
import { until } from '../helpers/until';
import { readMessage } from './caller';

let connection: ChannelModel | undefined;
let channel: Channel;
let simulator: Simulator | undefined;
let queue: string;

async function start(url: string): Promise<Simulator> {
	queue = `status ${randomUUID()}`;
	simulator = await startSimulator({ queue: { url, name: queue }, seed: 'empty' });
	return simulator;
}

async function look(url: string): Promise<void> {
	connection = await connect(url);
	connection.on('error', () => undefined);
	channel = await connection.createChannel();
}

afterEach(async () => {
	await simulator?.stop();
	await connection?.close().catch(() => undefined);
	[simulator, connection] = [undefined, undefined];
});

async function take(count: number): Promise<unknown[]> {
	const taken: unknown[] = [];
	await until(async () => {
		const message = await channel.get(queue, { noAck: true });
		if (message) taken.push(JSON.parse(message.content.toString()));
		return taken.length === count;
	});
	return taken;
}

const statuses = (messages: unknown[]) => messages.map((message) => readMessage(message).newStatus);

const shared = useSharedBroker();

describe('the queue of the exchange', () => {
	it('contains every message, in order, when its step is done', async () => {
		const { life, store, person, messages } = await start(shared.url);
		await look(shared.url);
		const { setId } = store.addSet();
		await life.approveDraft(setId);
		life.sign(setId);
		await life.authorize(setId, person);
		await life.issue(setId, person);
		await life.holdTitle(setId);
		await life.draftTransfer(setId);
		expect((await channel.checkQueue(queue)).messageCount).toBe(5);
		const taken = await take(5);
		expect(statuses(taken)).toEqual(['DRAFTED', 'Signed', 'ISSUED', 'TITLE_HELD', 'TRANSFER_DRAFTED']);
		expect(taken).toEqual(messages);
	});

	it('keeps the order of simultaneous steps', async () => {
		const { life, store } = await start(shared.url);
		await look(shared.url);
		const sets = Array.from({ length: 20 }, () => store.addSet().setId);
		await Promise.all(sets.map((setId) => life.approveDraft(setId)));
		expect((await take(20)).map((message) => readMessage(message).setId)).toEqual(sets);
	});

	it('is used as it is if it exists with other properties', async () => {
		const { life, store } = await start(shared.url);
		await look(shared.url);
		await channel.assertQueue(queue, { durable: true, arguments: { 'x-dead-letter-exchange': 'amq.fanout' } });
		await life.approveDraft(store.addSet().setId);
		expect(statuses(await take(1))).toEqual(['DRAFTED']);
	});

	it('is declared again if it was deleted between two messages', async () => {
		const { life, store } = await start(shared.url);
		await look(shared.url);
		await life.approveDraft(store.addSet().setId);
		await channel.deleteQueue(queue);
		await life.draftTransfer(store.addSet().setId);
		expect(statuses(await take(1))).toEqual(['TRANSFER_DRAFTED']);
	});

	it('survives on the broker: durable queue, persistent messages of type JSON', async () => {
		const { life, store } = await start(shared.url);
		await look(shared.url);
		await life.approveDraft(store.addSet().setId);
		const message = await channel.get(queue, { noAck: true });
		expect(message && message.properties).toMatchObject({ deliveryMode: 2, contentType: 'application/json' });
	});
});

describe('a broker that goes away', () => {
	let proxy: TcpProxy;
	const throughProxy = () => Object.assign(new URL(shared.url), { port: String(proxy.port) }).href;
	beforeEach(async () => {
		proxy = await startTcpProxy(Number(new URL(shared.url).port));
	});
	afterEach(async () => {
		await simulator?.stop();
		simulator = undefined;
		await proxy.stop();
	});

	it('gets the messages of its downtime after it is back', async () => {
		const { life, store, messages } = await start(throughProxy());
		await life.approveDraft(store.addSet().setId);
		await proxy.refuse();
		const sets = [store.addSet().setId, store.addSet().setId];
		const steps = sets.map((setId) => life.approveDraft(setId));
		expect(messages).toHaveLength(1);
		await proxy.accept();
		await Promise.all(steps);
		await look(shared.url);
		const received = (await take(3)).map((message) => readMessage(message).setId);
		expect(received.slice(1)).toEqual(sets);
	});

	it('does not prevent the exchange from stopping', async () => {
		const { life, store } = await start(throughProxy());
		await proxy.refuse();
		const outcome = expect(life.approveDraft(store.addSet().setId)).rejects.toThrow(
			'stopped before the broker took the message',
		);
		await simulator?.stop();
		await outcome;
	});

	it('does not keep the exchange from stopping when it falls silent', async () => {
		const { life, store } = await start(throughProxy());
		await life.approveDraft(store.addSet().setId);
		proxy.stall();
		await simulator?.stop();
	});
});
