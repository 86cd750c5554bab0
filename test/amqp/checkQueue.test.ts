import { getEventListeners, once } from 'node:events';
import { createServer, type LookupFunction, type Socket } from 'node:net';
import { checkQueue, parseCredential } from '../../nodes/CargoExchange/amqp';
import { AmqpError } from '../../nodes/CargoExchange/errors';
import { say, startScriptedBroker } from '../helpers/scriptedBroker';
import { startTcpProxy } from '../helpers/tcpProxy';
import { lendHand, sharedAccount, until, type Hand } from '../helpers/broker';

let hand: Hand;

beforeAll(async () => {
	hand = await lendHand(process.env.AMQP_URL ?? '');
});
afterAll(async () => {
	await hand.close();
});

it.each([
	['quorum', { 'x-queue-type': 'quorum' }],
	['single active consumer', { 'x-single-active-consumer': true }],
	['priority', { 'x-max-priority': 5 }],
])('a queue of the kind "%s" can be read', async (_kind, settings) => {
	const queue = await hand.queue({ arguments: settings });
	expect(await checkQueue(sharedAccount(), queue)).toEqual({ messages: 0, consumers: 0 });
	await hand.channel.deleteQueue(queue);
});

it('a stream is refused for what it is', async () => {
	const stream = await hand.queue({ arguments: { 'x-queue-type': 'stream' } });
	await expect(checkQueue(sharedAccount(), stream)).rejects.toMatchObject({
		permanent: true,
		message: `"${stream}" is a stream, not a queue`,
	});
	await hand.channel.deleteQueue(stream);
});

it('counts messages and readers, and neither takes nor marks a message', async () => {
	const queue = await hand.queue();
	await hand.publish(queue, ['a', 'b']);
	expect(await checkQueue(sharedAccount(), queue)).toEqual({ messages: 2, consumers: 0 });
	const message = await hand.channel.get(queue, { noAck: true });
	expect(message && message.fields.redelivered).toBe(false);
	await hand.channel.deleteQueue(queue);
});

it.each([
	['the welcome of the broker', false],
	['a TLS handshake', true],
])('told to stop while it waits for %s, ends at once and cuts its socket', async (_what, ssl) => {
	const sockets: Socket[] = [];
	const mute = createServer((socket) => {
		sockets.push(socket.on('error', () => {}).resume());
	}).listen(0, '127.0.0.1');
	await once(mute, 'listening');
	const address = mute.address();
	const settings = { ...sharedAccount(), ssl, port: typeof address === 'object' && address ? address.port : 0 };
	const stop = new AbortController();
	const checking = checkQueue(settings, null, { timeoutMs: 600_000, signal: stop.signal });
	const outcome = expect(checking).rejects.toMatchObject({ message: 'Connecting was stopped' });
	await until(() => sockets.length === 1);
	stop.abort();
	await outcome;
	await until(() => sockets[0]?.destroyed === true);
	mute.close();
});

it('told to stop while the broker looks for the queue, ends and leaves no connection', async () => {
	const broker = await startScriptedBroker([say.start, say.tune, say.welcome, say.channelOpen]);
	const stop = new AbortController();
	const settings = { ...sharedAccount(), port: broker.port };
	const checking = checkQueue(settings, 'q', { timeoutMs: 600_000, signal: stop.signal });
	const outcome = expect(checking).rejects.toBeInstanceOf(AmqpError);
	await until(() => broker.methods().includes('queue.declare'));
	stop.abort();
	await outcome;
	// Resolves when the last connection has ended.
	await broker.stop();
});

it('leaves no connection and no listener behind, whether it worked or not', async () => {
	const proxy = await startTcpProxy(sharedAccount().port);
	const settings = { ...sharedAccount(), port: proxy.port };
	const { signal } = new AbortController();
	await checkQueue(settings, null, { signal });
	await expect(checkQueue(settings, 'no such queue', { signal })).rejects.toBeInstanceOf(AmqpError);
	await until(() => proxy.connections() === 0);
	expect(getEventListeners(signal, 'abort')).toEqual([]);
	await proxy.stop();
});

it('does not connect at all if it was told to stop before', async () => {
	const proxy = await startTcpProxy(sharedAccount().port);
	const checking = checkQueue({ ...sharedAccount(), port: proxy.port }, null, { signal: AbortSignal.abort() });
	await expect(checking).rejects.toMatchObject({ message: 'Connecting was stopped' });
	expect(proxy.connections()).toBe(0);
	await proxy.stop();
});

describe("n8n's rules about reachable addresses", () => {
	const lookedUp: string[] = [];
	const filter = (allowed: boolean) => ({
		validateUrl: (url: string) =>
			Promise.resolve(allowed ? { ok: true as const } : { ok: false as const, error: new Error(`${url} is internal`) }),
		createSecureLookup: (): LookupFunction => (host, _options, found) => {
			lookedUp.push(host);
			found(null, [{ address: '127.0.0.1', family: 4 }]);
		},
	});

	it('hold for the queue: an address that they refuse is not connected to', async () => {
		const proxy = await startTcpProxy(sharedAccount().port);
		const settings = parseCredential({ ...sharedAccount(), port: proxy.port }, { egressFilter: filter(false) });
		await expect(checkQueue(settings, null)).rejects.toMatchObject({
			permanent: true,
			message: 'This n8n does not allow connections to 127.0.0.1',
			description: expect.stringContaining('is internal') as unknown,
		});
		expect(proxy.connections()).toBe(0);
		await proxy.stop();
	});

	it('look up the name of the broker', async () => {
		const named = { ...sharedAccount(), hostname: 'broker.invalid' };
		expect(await checkQueue(parseCredential(named, { egressFilter: filter(true) }), null)).toBeNull();
		expect(lookedUp).toEqual(['broker.invalid']);
	});
});
