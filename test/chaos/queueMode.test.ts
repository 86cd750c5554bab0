/** n8n's queue mode: the trigger runs in the main process, the workflows in workers. */
import { createRivalCredentials, rivalWorkflow, type Rival } from '../../scripts/bench/rivals';
import type { Broker } from '../../scripts/broker';
import { queueAccount } from '../../scripts/demo/accounts';
import { createCredential } from '../../scripts/n8n/rest/resources';
import { signIn, type Session } from '../../scripts/n8n/rest/session';
import { activate, createWorkflow, deactivate } from '../../scripts/n8n/rest/workflows';
import { openConnection, ownBroker, until, type TestConnection } from '../helpers/broker';
import { event, publishRecorded, RunRecorder } from '../e2e/recordedRuns';
import { startDistributedN8n, type DistributedN8n } from './distributed';

jest.setTimeout(3_600_000);

const events = Number(process.env['CHAOS_QUEUE_MODE_EVENTS'] ?? 5_000);
const rivalMessages = Number(process.env['CHAOS_QUEUE_MODE_MESSAGES'] ?? 20_000);
/** n8n looks for the jobs of dead workers every 30 s. */
const stallMs = 240_000;
/** A trigger that settles nothing for so long, although no worker was lost, does so no more. */
const silentMs = 90_000;

let n8n: DistributedN8n | undefined;
let session: Session;
let broker: Broker;
let connection: TestConnection;
const recorder = new RunRecorder();

beforeAll(async () => {
	broker = await ownBroker();
	connection = await openConnection(broker.url);
	await recorder.open();
	n8n = await startDistributedN8n({ workers: 2 });
	session = await signIn(n8n.main.url);
});
afterAll(async () => {
	await n8n?.stop();
	recorder.close();
	await connection.close();
	await broker.stop();
});

/** Ready and unanswered messages of a queue. */
async function messagesIn(queue: string): Promise<number> {
	const rows = await broker.control(['list_queues', 'name', 'messages', '--no-table-headers', '--silent']);
	return Number(
		rows
			.split('\n')
			.find((row) => row.startsWith(`${queue}\t`))
			?.split('\t')[1],
	);
}

/** Watches a count that is to reach `end`. Gives how long it took and the longest time without a change; stops when that gets too long. */
async function watch(count: () => number | Promise<number>, end: number, timeoutMs: number) {
	const startedAt = performance.now();
	let [last, lastAt, silence] = [await count(), startedAt, 0];
	while (last !== end && silence < timeoutMs) {
		await new Promise((resolve) => setTimeout(resolve, 250));
		const [now, next] = [performance.now(), await count()];
		silence = Math.max(silence, now - lastAt);
		if (next !== last) [last, lastAt] = [next, now];
	}
	return { reached: last === end, last, ms: performance.now() - startedAt, silenceMs: silence };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;

it('loses nothing and does not stall when one of two workers is killed on the way', async () => {
	const queue = await connection.queue();
	const credential = await createCredential(session, 'Queue', 'cargoExchangeQueueApi', queueAccount(broker.url));
	const workflow = await publishRecorded(session, { name: 'all', queue, recorder, credential });
	const numbers = Array.from({ length: events }, (_, number) => number);
	const bodies = numbers.map((number) => event(number));
	await connection.publish(queue, bodies);
	const seen = () => recorder.different('all');
	await until(() => seen() > events / 3, 1_200_000);
	await n8n?.workers[0]?.kill();
	const { last, ms, silenceMs } = await watch(seen, events, stallMs);
	expect({ seen: last, missing: recorder.missing('all', numbers) }).toEqual({ seen: events, missing: [] });
	await until(async () => (await messagesIn(queue)) === 0, 120_000);
	process.stderr.write(
		`Queue mode, one of two workers killed: ${events} events, 0 lost, ${recorder.repeats('all')} run again; the ${events - Math.ceil(events / 3)} after it in ${seconds(ms)}, longest silence ${seconds(silenceMs)}\n`,
	);
	await deactivate(session, workflow);
	await n8n?.addWorker();
});

// n8n issue 19877: five messages at a time, acknowledged on success, and after a while none any more.
it('does not stall with a prefetch of 5, which n8n reports the ends of runs to', async () => {
	const credentials = await createRivalCredentials(session, broker.url);
	const dead = await connection.queue();
	const run = async (rival: Rival) => {
		const queue = await connection.queue({ deadLetterExchange: '', deadLetterRoutingKey: dead });
		const bodies = Array.from({ length: rivalMessages }, (_, number) => event(number));
		await connection.publish(queue, bodies);
		const work = { name: rival, rival, queue, credentials, parallel: 5 };
		const workflow = await createWorkflow(session, rivalWorkflow(work));
		await activate(session, workflow);
		const watched = await watch(() => connection.ready(queue), 0, silentMs);
		if (watched.reached) await until(async () => (await messagesIn(queue)) === 0, silentMs).catch(() => undefined);
		const left = await messagesIn(queue);
		await deactivate(session, workflow);
		return { ...watched, left };
	};
	const [ours, builtIn] = await Promise.all([run('ours'), run('builtIn')]);
	const tell = (name: string, { ms, silenceMs, left }: typeof ours) =>
		process.stderr.write(
			`Queue mode, ${rivalMessages} messages, prefetch 5, ${name}: ${rivalMessages - left} acknowledged in ${seconds(ms)}, longest silence ${seconds(silenceMs)}, ${left} left\n`,
		);
	tell('our trigger', ours);
	tell("n8n's RabbitMQ Trigger", builtIn);
	expect(ours).toMatchObject({ reached: true, left: 0 });
	expect(await connection.ready(dead)).toBe(0);
});
