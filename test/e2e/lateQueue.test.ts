/** Five active workflows on one queue that the broker does not let n8n read until a while after its start. The trigger's clock runs faster. */
import { setTimeout as sleep } from 'node:timers/promises';
import { queueAccount } from '../../scripts/demo/accounts';
import { createCredential } from '../../scripts/n8n/rest/resources';
import { atSpeed, useOwnN8n } from './ownN8n';
import { until } from './place';
import { event, publishRecorded } from './recordedRuns';

/** So many milliseconds of the trigger pass in a real one. */
const speed = 10;
/** How long after the first attempts, by the trigger's clock: longer shows more, since pauses between attempts grow. */
const lateMs = Number(process.env['LATE_QUEUE_MS'] ?? 30_000);
const events = Array.from({ length: 30 }, (_, number) => number);
const names = ['one', 'two', 'three', 'four', 'five'];

const own = useOwnN8n(atSpeed(speed));

/** Publishes the five with a log-in of their own, kills n8n, spoils something, starts n8n and mends it late; gives what each has run with. */
async function startTooEarly(kind: string, spoil: (queue: string) => unknown, mend: (queue: string) => unknown) {
	const queue = await own.connection.queue();
	await own.broker.control(['add_user', kind, 'right']);
	await own.broker.control(['set_permissions', kind, '.*', '.*', '.*']);
	const session = await own.n8n.session();
	const account = { ...queueAccount(own.broker.url), username: kind, password: 'right' };
	const credential = await createCredential(session, kind, 'cargoExchangeQueueApi', account);
	const workflows = names.map((name) => `${kind}-${name}`);
	for (const name of workflows) await publishRecorded(session, { name, queue, recorder: own.recorder, credential });

	await own.n8n.kill();
	await spoil(queue);
	await own.n8n.start();
	// n8n answers before it has activated its workflows.
	await until(async () => {
		const log = await own.n8n.log();
		return workflows.every((name) => log.includes(`The workflow "${name}" cannot read the queue`));
	});
	await sleep(lateMs / speed);
	await mend(queue);
	await own.connection.publish(
		queue,
		events.map((number) => event(number)),
	);
	const got = () => workflows.map((name) => own.recorder.different(name));
	// Workflows that have not connected yet retry within 30 s.
	await until(
		() => got().every((count) => count === events.length),
		() => `They got ${got().join(', ')}`,
	);
	await until(async () => (await own.connection.ready(queue)) === 0);
	const runs = workflows.map((name) => own.recorder.runs(name).length);
	process.stderr.write(
		`${kind}: mended ${lateMs / 1000} s after the first attempts; runs per workflow: ${runs.join(', ')}\n`,
	);
	return runs;
}

it('gives each of five workflows every message of a queue that is declared after the start of n8n', async () => {
	const runs = await startTooEarly(
		'queue',
		(queue) => own.connection.channel.deleteQueue(queue),
		(queue) => own.connection.channel.assertQueue(queue, { durable: true }),
	);
	expect(runs).toEqual([30, 30, 30, 30, 30]);
});

it('gives each of five workflows every message when a refused password is repaired after the start of n8n', async () => {
	const runs = await startTooEarly(
		'password',
		() => own.broker.control(['change_password', 'password', 'wrong']),
		() => own.broker.control(['change_password', 'password', 'right']),
	);
	expect(runs).toEqual([30, 30, 30, 30, 30]);
});
