/** A real n8n on quorum queues with the delivery limit that RabbitMQ 4 sets by default. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startBroker, type Broker } from '../../scripts/broker';
import { queueAccount } from '../../scripts/demo/accounts';
import { createCredential } from '../../scripts/n8n/rest/resources';
import { finished } from '../../scripts/n8n/rest/executions';
import type { Session } from '../../scripts/n8n/rest/session';
import { createWorkflow, deactivate, activate, runWorkflow } from '../../scripts/n8n/rest/workflows';
import { startOwnN8n, type OwnN8n } from '../e2e/ownN8n';
import { event, publishEdited, publishRecorded, RunRecorder, workflowOf } from '../e2e/recordedRuns';
import { accountOf, openConnection, type TestConnection } from '../helpers/broker';
import { startTcpProxy, type TcpProxy } from '../helpers/tcpProxy';
import { until, untilSilent } from '../helpers/until';

jest.setTimeout(900_000);

const waiting = 200;
const bodies = Array.from({ length: waiting }, (_, number) => event(number));

type Line = { name: string; broker: Broker; connection: TestConnection; proxy: TcpProxy; url: string };

const lines: Line[] = [];
let n8n: OwnN8n;
let session: Session;
let recorder: RunRecorder;

beforeAll(async () => {
	for (const release of ['trixie', 'forky'] as const) {
		const broker = await startBroker({ release });
		const version = (await broker.control(['version'])).trim();
		const proxy = await startTcpProxy(accountOf(broker.url).port);
		const url = Object.assign(new URL(broker.url), { port: String(proxy.port) }).href;
		lines.push({ name: version, broker, connection: await openConnection(broker.url), proxy, url });
	}
	n8n = await startOwnN8n();
	session = await n8n.session();
});
afterAll(async () => {
	await n8n.remove();
	for (const { broker, connection, proxy } of lines) {
		await connection.close();
		await proxy.stop();
		await broker.stop();
	}
});
beforeEach(async () => {
	recorder = new RunRecorder();
	recorder.runMs = 2_000;
	await recorder.open();
});
afterEach(() => {
	recorder.close();
});

/** A workflow's details on a new quorum queue of that broker, whose rejected messages go to `dead`. */
async function prepare({ name: version, connection, url }: Line, kind: string) {
	const dead = await connection.queue();
	const queue = await connection.queue({
		arguments: { 'x-queue-type': 'quorum' },
		deadLetterExchange: '',
		deadLetterRoutingKey: dead,
	});
	const name = `${kind}-${version}`;
	const credential = await createCredential(session, name, 'cargoExchangeQueueApi', queueAccount(url));
	return { dead, details: { name, queue, recorder, credential, options: { parallel: 2 } } };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function outcome({ name: version, connection }: Line, { dead, details: { name } }: Prepared, what: string) {
	await untilSilent(async () => [recorder.different(name), await connection.ready(dead)], waiting);
	const seen = {
		run: recorder.different(name),
		twice: recorder.repeats(name),
		deadLettered: await connection.ready(dead),
	};
	process.stderr.write(
		`RabbitMQ ${version}, quorum queue, ${what}: ${seen.run} of ${waiting} run, ${seen.twice} twice, ${seen.deadLettered} dead-lettered\n`,
	);
	return seen;
}

const allRun = { run: waiting, twice: 0, deadLettered: 0 };

it('runs every message once although the connection is lost 30 times while they wait behind slow runs', async () => {
	const outcomes = await Promise.all(
		lines.map(async (line) => {
			const prepared = await prepare(line, 'cut');
			await line.connection.publish(prepared.details.queue, bodies);
			const workflow = await publishRecorded(session, prepared.details);
			for (let cut = 0; cut < 30; cut++) {
				await sleep(5_000);
				line.proxy.cut();
			}
			const seen = await outcome(line, prepared, '30 lost connections');
			await deactivate(session, workflow);
			return seen;
		}),
	);
	expect(outcomes).toEqual(lines.map(() => allRun));
});

it('runs every message once although the workflow is edited or deactivated 30 times while they wait', async () => {
	const outcomes = await Promise.all(
		lines.map(async (line) => {
			const prepared = await prepare(line, 'edited');
			await line.connection.publish(prepared.details.queue, bodies);
			let workflow = await publishRecorded(session, prepared.details);
			for (let time = 0; time < 30; time++) {
				await sleep(4_000);
				if (time % 2) {
					await deactivate(session, workflow);
					await activate(session, workflow);
				} else {
					const options = { parallel: 2, retries: time };
					workflow = await publishEdited(session, workflow, { ...prepared.details, options });
				}
			}
			const seen = await outcome(line, prepared, '30 edits and deactivations');
			await deactivate(session, workflow);
			return seen;
		}),
	);
	expect(outcomes).toEqual(lines.map(() => allRun));
});

it('still has a message in its queue after 40 test steps', async () => {
	recorder.runMs = 0;
	const outcomes = await Promise.all(
		lines.map(async (line) => {
			const { details } = await prepare(line, 'step');
			await line.connection.publish(details.queue, [event(1)]);
			const workflow = await createWorkflow(session, workflowOf(details));
			let shown = 0;
			for (let time = 0; time < 40; time++) {
				const run = await finished(session, await runWorkflow(session, workflow, 'Trigger'));
				shown += run.items('Trigger').length;
				await until(async () => (await line.connection.ready(details.queue)) === 1);
			}
			const left = await line.connection.ready(details.queue);
			process.stderr.write(`RabbitMQ ${line.name}, quorum queue, test steps: shown ${shown} times, ${left} left\n`);
			return { shown, left };
		}),
	);
	expect(outcomes).toEqual(lines.map(() => ({ shown: 40, left: 1 })));
});
