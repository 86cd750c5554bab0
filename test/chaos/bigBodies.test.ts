/** Bodies so large that n8n could not hold a usual number of them. */
import type { Broker } from '../../scripts/broker';
import { queueAccount } from '../../scripts/demo/accounts';
import { createCredential } from '../../scripts/n8n/rest/resources';
import { startOwnN8n, type OwnN8n } from '../e2e/ownN8n';
import { event, publishRecorded, RunRecorder } from '../e2e/recordedRuns';
import { openConnection, ownBroker, until, type TestConnection } from '../helpers/broker';

jest.setTimeout(900_000);

const messages = 200;
const megabytes = 10;

let n8n: OwnN8n;
let broker: Broker;
let connection: TestConnection;
const recorder = new RunRecorder();

beforeAll(async () => {
	broker = await ownBroker();
	connection = await openConnection(broker.url);
	await recorder.open();
	n8n = await startOwnN8n();
});
afterAll(async () => {
	await n8n.remove();
	recorder.close();
	await connection.close();
	await broker.stop();
});

it(`runs ${messages} messages of ${megabytes} MB without holding many of them`, async () => {
	const session = await n8n.session();
	const queue = await connection.queue();
	const message = 'x'.repeat(megabytes * 2 ** 20);
	for (let number = 0; number < messages; number++) await connection.publish(queue, [event(number, message)]);
	const credential = await createCredential(session, 'Queue', 'cargoExchangeQueueApi', queueAccount(broker.url));
	const before = await n8n.peakMemory();
	const startedAt = performance.now();
	await publishRecorded(session, { name: 'big', queue, recorder, credential });
	let peak = before;
	const finished = until(async () => {
		peak = await n8n.peakMemory().catch(() => peak);
		return recorder.different('big') === messages;
	}, 600_000);
	const report = () =>
		process.stderr.write(
			`${recorder.different('big')} of ${messages} messages of ${megabytes} MB run in ${((performance.now() - startedAt) / 1000).toFixed(0)} s; n8n's peak memory ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB with them\n`,
		);
	await finished.finally(report);
	expect(recorder.repeats('big')).toBe(0);
	await until(async () => (await connection.ready(queue)) === 0);
	// What they hold at once, several times over: as bytes, as text, as items of n8n's runs.
	expect(peak - before).toBeLessThan(1_500);
});
