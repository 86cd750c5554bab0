import { queueAccount } from '../../scripts/demo/accounts';
import { lookAtQueue, makeQueue, removeQueue, type Queue } from '../../scripts/demo/queue';
import { createCredential } from '../../scripts/n8n/rest/resources';
import { openConnection, type TestConnection } from '../helpers/broker';
import { untilSilent } from '../helpers/until';
import { startOwnN8n, type OwnN8n } from './ownN8n';
import { given, until } from './place';
import { event, publishRecorded, RunRecorder } from './recordedRuns';

let n8n: OwnN8n;
let connection: TestConnection;
let queue: Queue;
let published = 0;
const recorder = new RunRecorder();

beforeAll(async () => {
	n8n = await startOwnN8n();
	queue = { url: given('E2E_AMQP_URL'), name: `restarts-${Date.now().toString(36)}` };
	await makeQueue(queue);
	connection = await openConnection(queue.url);
	await recorder.open();
	const session = await n8n.session();
	const credential = await createCredential(session, 'Queue', 'cargoExchangeQueueApi', queueAccount(queue.url));
	const common = { queue: queue.name, recorder, credential };
	await publishRecorded(session, { ...common, name: 'all' });
	await publishRecorded(session, { ...common, name: 'even', events: ['signed'] });
});

afterAll(async () => {
	recorder.close();
	await connection.close();
	await n8n.remove();
	await removeQueue(queue);
});

async function publish(count: number): Promise<void> {
	const bodies = Array.from({ length: count }, (_, index) => event(published + index));
	published += count;
	await connection.publish(queue.name, bodies);
}

function missing(): { all: number[]; even: number[] } {
	const numbers = Array.from({ length: published }, (_, number) => number);
	const even = numbers.filter((number) => number % 2 === 0);
	return { all: recorder.missing('all', numbers), even: recorder.missing('even', even) };
}

it.each([
	['killed', () => n8n.kill()],
	['stopped', () => n8n.stop()],
])('brings every event to both workflows although n8n is %s in the middle of them', async (_how, interrupt) => {
	const before = recorder.different('all');
	await publish(200);
	await until(
		() => recorder.different('all') > before + 60,
		() => `Runs: ${recorder.different('all') - before}`,
	);
	await interrupt();
	await publish(100);
	expect(missing().all.length).toBeGreaterThan(0);
	await n8n.start();
	// As long as runs keep coming: how fast they do says more about the machine than about us.
	await untilSilent(() => [recorder.different('all'), recorder.different('even')], published * 1.5, 180_000);
	expect(missing()).toEqual({ all: [], even: [] });
	await until(async () => (await lookAtQueue(queue)).messages === 0);
	await until(async () => (await lookAtQueue(queue)).consumers === 1);
});
