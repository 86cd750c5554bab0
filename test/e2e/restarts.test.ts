import { queueAccount } from '../../scripts/demo/accounts';
import { createCredential } from '../../scripts/n8n/rest/resources';
import { untilSilent } from '../helpers/until';
import { useOwnN8n } from './ownN8n';
import { until } from './place';
import { event, publishRecorded } from './recordedRuns';

const own = useOwnN8n();
let queue: string;
let published = 0;

beforeAll(async () => {
	queue = await own.connection.queue();
	const session = await own.n8n.session();
	const credential = await createCredential(session, 'Queue', 'cargoExchangeQueueApi', queueAccount(own.broker.url));
	const common = { queue, recorder: own.recorder, credential };
	await publishRecorded(session, { ...common, name: 'all' });
	await publishRecorded(session, { ...common, name: 'even', events: ['signed'] });
});

async function publish(count: number): Promise<void> {
	const bodies = Array.from({ length: count }, (_, index) => event(published + index));
	published += count;
	await own.connection.publish(queue, bodies);
}

function missing(): { all: number[]; even: number[] } {
	const numbers = Array.from({ length: published }, (_, number) => number);
	const even = numbers.filter((number) => number % 2 === 0);
	return { all: own.recorder.missing('all', numbers), even: own.recorder.missing('even', even) };
}

it.each([
	['killed', () => own.n8n.kill()],
	['stopped', () => own.n8n.stop()],
])('brings every event to both workflows although n8n is %s in the middle of them', async (_how, interrupt) => {
	const before = own.recorder.different('all');
	await publish(200);
	await until(
		() => own.recorder.different('all') > before + 60,
		() => `Runs: ${own.recorder.different('all') - before}`,
	);
	await interrupt();
	await publish(100);
	expect(missing().all.length).toBeGreaterThan(0);
	await own.n8n.start();
	// As long as runs keep coming: how fast they do says more about the machine than about us.
	await untilSilent(() => [own.recorder.different('all'), own.recorder.different('even')], published * 1.5, 180_000);
	expect(missing()).toEqual({ all: [], even: [] });
	await until(async () => (await own.connection.ready(queue)) === 0);
	await until(async () => (await own.connection.channel.checkQueue(queue)).consumerCount === 1);
});
