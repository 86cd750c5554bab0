/** Bodies so large that n8n could not hold a usual number of them. */
import { queueAccount } from '../../scripts/demo/accounts';
import { createCredential } from '../../scripts/n8n/rest/resources';
import { useOwnN8n } from '../e2e/ownN8n';
import { event, publishRecorded } from '../e2e/recordedRuns';
import { until } from '../helpers/until';

jest.setTimeout(900_000);

const messages = 200;
const megabytes = 10;

const own = useOwnN8n();

it(`runs ${messages} messages of ${megabytes} MB without holding many of them`, async () => {
	const session = await own.n8n.session();
	const queue = await own.connection.queue();
	const message = 'x'.repeat(megabytes * 2 ** 20);
	for (let number = 0; number < messages; number++) await own.connection.publish(queue, [event(number, message)]);
	const credential = await createCredential(session, 'Queue', 'cargoExchangeQueueApi', queueAccount(own.broker.url));
	const before = await own.n8n.peakMemory();
	const startedAt = performance.now();
	await publishRecorded(session, { name: 'big', queue, recorder: own.recorder, credential });
	let peak = before;
	const finished = until(async () => {
		peak = await own.n8n.peakMemory().catch(() => peak);
		return own.recorder.different('big') === messages;
	}, 600_000);
	const report = () =>
		process.stderr.write(
			`${own.recorder.different('big')} of ${messages} messages of ${megabytes} MB run in ${((performance.now() - startedAt) / 1000).toFixed(0)} s; n8n's peak memory ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB with them\n`,
		);
	await finished.finally(report);
	expect(own.recorder.repeats('big')).toBe(0);
	await until(async () => (await own.connection.ready(queue)) === 0);
	// What they hold at once, several times over: as bytes, as text, as items of n8n's runs.
	expect(peak - before).toBeLessThan(1_500);
});
