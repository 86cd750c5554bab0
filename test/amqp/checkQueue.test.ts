import { getEventListeners, once } from 'node:events';
import { createServer, type LookupFunction, type Socket } from 'node:net';
import { checkQueue, parseQueueCredential } from '../../nodes/CargoExchange/amqp';
import { AmqpError } from '../../nodes/CargoExchange/errors';
import { say, startScriptedBroker } from '../helpers/scriptedBroker';
import { startTcpProxy } from '../helpers/tcpProxy';
import { useSharedBroker, sharedAccount, until } from '../helpers/broker';

const shared = useSharedBroker();

it.each([
	['quorum', { 'x-queue-type': 'quorum' }],
	['single active consumer', { 'x-single-active-consumer': true }],
	['priority', { 'x-max-priority': 5 }],
])('a queue of the kind "%s" can be read', async (_kind, settings) => {
	const queue = await shared.connection.queue({ arguments: settings });
	expect(await checkQueue(sharedAccount(), queue)).toMatchObject({ messages: 0, consumers: 0 });
	await shared.connection.channel.deleteQueue(queue);
});

it('reports that a stream is not a queue', async () => {
	const stream = await shared.connection.queue({ arguments: { 'x-queue-type': 'stream' } });
	await expect(checkQueue(sharedAccount(), stream)).rejects.toMatchObject({
		permanent: true,
		message: `"${stream}" is a stream, not a queue`,
	});
	await shared.connection.channel.deleteQueue(stream);
});

it('counts messages and readers, and neither takes nor marks a message', async () => {
	const queue = await shared.connection.queue();
	await shared.connection.publish(queue, ['a', 'b']);
	expect(await checkQueue(sharedAccount(), queue)).toEqual({
		messages: 2,
		consumers: 0,
		clusterName: expect.any(String) as unknown,
	});
	const message = await shared.connection.channel.get(queue, { noAck: true });
	expect(message && message.fields.redelivered).toBe(false);
	await shared.connection.channel.deleteQueue(queue);
});

it.each([
	['the welcome of the broker', false],
	['a TLS handshake', true],
])('ends at once and cuts its socket when it is stopped while it waits for %s', async (_what, ssl) => {
	const sockets: Socket[] = [];
	const mute = createServer((socket) => {
		sockets.push(socket.on('error', () => {}).resume());
	}).listen(0, '127.0.0.1');
	await once(mute, 'listening');
	const address = mute.address();
	const settings = { ...sharedAccount(), ssl, port: typeof address === 'object' && address ? address.port : 0 };
	const stop = new AbortController();
	const checking = checkQueue(settings, null, { timeoutMs: 600_000, signal: stop.signal });
	const outcome = expect(checking).rejects.toMatchObject({ message: 'The connection attempt was stopped' });
	await until(() => sockets.length === 1);
	stop.abort();
	await outcome;
	await until(() => sockets[0]?.destroyed === true);
	mute.close();
});

it('ends and leaves no connection when it is stopped while the broker looks for the queue', async () => {
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

it('closes the connection properly after the broker refused the queue', async () => {
	const broker = await startScriptedBroker([say.start, say.tune, say.welcome, say.channelOpen, say.channelClose(404)]);
	await expect(checkQueue({ ...sharedAccount(), port: broker.port }, 'q')).rejects.toMatchObject({ permanent: true });
	expect(broker.methods()).toContain('connection.close');
	await broker.stop();
});

it.each([
	['speaks nonsense', say.nonsense],
	['refuses and does not hang up', Buffer.concat([say.start, say.goodbye(403)])],
])('hangs up on a broker that %s', async (_what, piece) => {
	const broker = await startScriptedBroker([piece]);
	await expect(checkQueue({ ...sharedAccount(), port: broker.port }, 'q')).rejects.toBeInstanceOf(AmqpError);
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

it('does not connect at all if it was stopped before', async () => {
	const proxy = await startTcpProxy(sharedAccount().port);
	const checking = checkQueue({ ...sharedAccount(), port: proxy.port }, null, { signal: AbortSignal.abort() });
	await expect(checking).rejects.toMatchObject({ message: 'The connection attempt was stopped' });
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
		const settings = parseQueueCredential({ ...sharedAccount(), port: proxy.port }, { egressFilter: filter(false) });
		await expect(checkQueue(settings, null)).rejects.toMatchObject({
			permanent: true,
			message: 'This n8n does not allow connections to 127.0.0.1',
			description: expect.stringContaining('is internal') as unknown,
		});
		expect(proxy.connections()).toBe(0);
		await proxy.stop();
	});

	it('are not waited for without end', async () => {
		const endless = { ...filter(true), validateUrl: () => new Promise<never>(() => undefined) };
		const settings = parseQueueCredential(sharedAccount(), { egressFilter: endless });
		await expect(checkQueue(settings, null, { timeoutMs: 100 })).rejects.toMatchObject({
			message: expect.stringContaining('did not answer within 0.1 seconds') as unknown,
		});
		const stop = new AbortController();
		const checking = checkQueue(settings, null, { signal: stop.signal, timeoutMs: 60_000 });
		stop.abort();
		await expect(checking).rejects.toMatchObject({ message: 'The connection attempt was stopped' });
	});

	it('look up the name of the broker', async () => {
		const named = { ...sharedAccount(), hostname: 'broker.invalid' };
		expect(await checkQueue(parseQueueCredential(named, { egressFilter: filter(true) }), null)).toBeNull();
		expect(lookedUp).toEqual(['broker.invalid']);
	});
});
