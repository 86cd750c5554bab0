/** A real n8n that is stopped, killed and edited while it works off a backlog for two workflows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { queueAccount } from '../../scripts/demo/accounts';
import { createCredential, type StoredCredential } from '../../scripts/n8n/rest/resources';
import type { StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { useOwnN8n } from '../e2e/ownN8n';
import { event, publishEdited, publishRecorded } from '../e2e/recordedRuns';
import { until, untilSilent } from '../helpers/until';

jest.setTimeout(3_600_000);

const backlog = 1_000;
const timeoutMs = 300_000;

const own = useOwnN8n();
let queue: string;
let credential: StoredCredential;
let even: StoredWorkflow;
let published = 0;

const detailsOfEven = () => ({ name: 'even', queue, recorder: own.recorder, credential, events: ['signed'] });

beforeAll(async () => {
	queue = await own.connection.queue();
	const session = await own.n8n.session();
	credential = await createCredential(session, 'Queue', 'cargoExchangeQueueApi', queueAccount(own.broker.url));
	await publishRecorded(session, { name: 'all', queue, recorder: own.recorder, credential });
	even = await publishRecorded(session, detailsOfEven());
});

async function publishBacklog(): Promise<void> {
	const bodies = Array.from({ length: backlog }, (_, index) => event(published + index));
	published += backlog;
	await own.connection.publish(queue, bodies);
}

async function expectAllRun(): Promise<void> {
	const numbers = Array.from({ length: published }, (_, number) => number);
	const missing = () => ({
		all: own.recorder.missing('all', numbers),
		even: own.recorder.missing(
			'even',
			numbers.filter((number) => number % 2 === 0),
		),
	});
	// As long as runs keep coming: how fast they do says more about the machine than about us.
	const { recorder } = own;
	await untilSilent(() => [recorder.different('all'), recorder.different('even')], published * 1.5, timeoutMs);
	expect(missing()).toEqual({ all: [], even: [] });
	await until(
		async () => /^[0\s]+$/.test(await own.broker.control(['list_queues', 'messages', '--no-table-headers'])),
		timeoutMs,
	);
	expect((await own.connection.channel.checkQueue(queue)).consumerCount).toBe(1);
}

it.each([
	['killed', () => own.n8n.kill()],
	['stopped', () => own.n8n.stop()],
])('delivers a backlog to both workflows although n8n is %s twice while it is processed', async (how, interrupt) => {
	const [before, repeats] = [
		own.recorder.runs('all').length,
		own.recorder.repeats('all') + own.recorder.repeats('even'),
	];
	await publishBacklog();
	for (const share of [0.2, 0.5]) {
		await until(() => own.recorder.runs('all').length > before + backlog * share, timeoutMs);
		await interrupt();
		await own.n8n.start();
	}
	await expectAllRun();
	const repeated = own.recorder.repeats('all') + own.recorder.repeats('even') - repeats;
	process.stderr.write(`n8n ${how} twice in ${backlog} events, two workflows: 0 lost, ${repeated} run again\n`);
});

it('delivers a backlog to both workflows although one of them is edited and published again while it runs', async () => {
	const session = await own.n8n.session();
	const before = own.recorder.runs('all').length;
	// So slow that no machine is through before the last edit.
	own.recorder.runMs = 500;
	await publishBacklog();
	for (const parallel of [2, 10, 5]) {
		const reached = own.recorder.runs('all').length;
		await until(() => own.recorder.runs('all').length > Math.min(reached + 100, before + backlog - 1), timeoutMs);
		even = await publishEdited(session, even, { ...detailsOfEven(), options: { parallel } });
	}
	expect(own.recorder.runs('all').length).toBeLessThan(before + backlog);
	own.recorder.runMs = 0;
	await expectAllRun();
	process.stderr.write(`One of two workflows edited three times in ${backlog} events: 0 lost\n`);
});

it('keeps the message of a run that exceeds its limit, lets other sets go on, and settles it by the end of that run', async () => {
	const session = await own.n8n.session();
	const dead = await own.connection.queue();
	const limited = await own.connection.queue({ deadLetterExchange: '', deadLetterRoutingKey: dead });
	const options = { freeSlotAfterMinutes: 1, parallel: 2 };
	const details = { name: 'overdue', queue: limited, recorder: own.recorder, credential, options };
	await publishRecorded(session, details);
	// One number per set; 20 further is the next of the same set.
	const [held, behind, later, other] = [1_000_000, 1_000_020, 1_000_001, 1_000_002];
	own.recorder.neverAnswered.add(held).add(later);
	await own.connection.publish(limited, [event(held), event(behind)]);
	const runs = (number: number) => own.recorder.runs('overdue').filter((each) => each === number).length;
	await until(() => runs(held) === 1, timeoutMs);
	const startedAt = performance.now();
	// Nothing more would start once both have exceeded their limit.
	await sleep(30_000);
	await own.connection.publish(limited, [event(later), event(other)]);
	await until(() => runs(other) === 1, timeoutMs);
	const seconds = (performance.now() - startedAt) / 1_000;
	expect(seconds).toBeGreaterThan(50);
	expect(runs(behind)).toBe(0);
	own.recorder.answerAll();
	await until(() => runs(behind) === 1, timeoutMs);
	await until(async () => (await own.connection.ready(limited)) === 0);
	expect(runs(held)).toBeLessThanOrEqual(1);
	expect(await own.connection.ready(dead)).toBe(0);
	process.stderr.write(
		`A run beyond its limit of one minute: the next began after ${seconds.toFixed(0)} s, none rejected\n`,
	);
});
