import { until } from '../helpers/broker';
import { createReaders } from '../helpers/reading';
import { say, startScriptedBroker } from '../helpers/scriptedBroker';

let port = 0;
const { read, closeAll } = createReaders(() => ({
	hostname: '127.0.0.1',
	port,
	ssl: false,
	vhost: '/',
	username: 'user',
	password: 'password',
	ignoreSslIssues: false,
}));

const inOneBreath = (...pieces: Buffer[]) => Buffer.concat(pieces);
const { start, tune, welcome, channelOpen, queueFound, prefetchSet, consuming } = say;
const toQueue = [start, tune, welcome, channelOpen, queueFound, prefetchSet];

/** jest fails the test for an exception that nobody caught, which in n8n would be the end of the process. */
describe('a broken broker ends neither the process nor the attempts, and does not prevent closing', () => {
	it.each<[string, Buffer[]]>([
		['nonsense at once', [say.nonsense]],
		['nonsense after its first words', [inOneBreath(start, say.nonsense)]],
		['a refusal of another kind', [start, say.goodbye(541)]],
		['a welcome and a farewell in one breath', [start, tune, inOneBreath(welcome, say.goodbye(541))]],
		['a welcome and an orderly farewell in one breath', [start, tune, inOneBreath(welcome, say.goodbye(320))]],
		['a welcome and nonsense in one breath', [start, tune, inOneBreath(welcome, say.nonsense)]],
		['nonsense after the welcome', [start, tune, welcome, say.nonsense]],
		[
			'a channel opened and closed in one breath',
			[start, tune, welcome, inOneBreath(channelOpen, say.channelClose(500))],
		],
		[
			'a channel opened and a farewell in one breath',
			[start, tune, welcome, inOneBreath(channelOpen, say.goodbye(541))],
		],
		[
			'a channel closed twice',
			[start, tune, welcome, channelOpen, inOneBreath(say.channelClose(404), say.channelClose(404))],
		],
		['words on a channel that nobody opened', [start, tune, welcome, say.otherChannel]],
		['a frame without end', [start, tune, welcome, say.endlessFrame]],
		['an answer to another question', [start, tune, welcome, channelOpen, consuming]],
		['answers that nobody asked for', [...toQueue, inOneBreath(consuming, prefetchSet, prefetchSet)]],
		['a message for another consumer', [...toQueue, inOneBreath(consuming, say.delivery('other'), say.emptyContent)]],
		['the content of no message', [...toQueue, inOneBreath(consuming, say.emptyContent)]],
		['the end of another consumer', [...toQueue, inOneBreath(consuming, say.cancelled('other'))]],
		['the end of our consumer', [...toQueue, inOneBreath(consuming, say.cancelled('tag'))]],
	])('%s', async (_what, pieces) => {
		const broker = await startScriptedBroker(pieces);
		port = broker.port;
		const { consumer, outages } = read('q');
		// Some of these the consumer has nothing to say about.
		await until(() => outages.length > 0, 300).catch(() => undefined);
		const closing = performance.now();
		await consumer.close();
		// It is promised within 5 s; a busy machine may stand still for some more.
		expect(performance.now() - closing).toBeLessThan(30_000);
		await broker.stop();
	});

	afterEach(closeAll);
});
