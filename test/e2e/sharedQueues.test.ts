/** Which workflows share a reader, and what a workflow gets whose trigger node is replaced. */
import type { Broker } from '../../scripts/broker';
import { queueAccount } from '../../scripts/demo/accounts';
import { createCredential, type CredentialData } from '../../scripts/n8n/rest/resources';
import { signIn, type Session } from '../../scripts/n8n/rest/session';
import { deactivate, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { accountOf, openConnection, ownBroker, type TestConnection } from '../helpers/broker';
import { startTcpProxy } from '../helpers/tcpProxy';
import { given, until } from './place';
import { event, publishEdited, publishRecorded, RunRecorder } from './recordedRuns';

/** Two brokers of one template: they have the same name. */
const brokers: { broker: Broker; connection: TestConnection; account: CredentialData }[] = [];
const recorder = new RunRecorder();
let session: Session;
const active: StoredWorkflow[] = [];

beforeAll(async () => {
	await recorder.open();
	session = await signIn(given('E2E_N8N_URL'));
	for (let made = 0; made < 2; made++) {
		const broker = await ownBroker();
		await broker.control(['set_cluster_name', 'rabbit@rabbitmq']);
		brokers.push({ broker, connection: await openConnection(broker.url), account: queueAccount(broker.url) });
	}
});
afterEach(async () => {
	recorder.runMs = 0;
	for (const workflow of active.splice(0)) await deactivate(session, workflow);
});
afterAll(async () => {
	recorder.close();
	for (const { broker, connection } of brokers) {
		await connection.close();
		await broker.stop();
	}
});

function brokerNumber(number: 0 | 1) {
	const found = brokers[number];
	if (!found) throw new Error('The brokers are there inside tests only');
	return found;
}

const numbers = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
const eventsOf = (wanted: number[]) => wanted.map((number) => event(number));
/** What a workflow has run with, each once, in numerical order. */
const seen = (name: string) => [...new Set(recorder.runs(name))].sort((one, other) => one - other);

/** Publishes a workflow that reads the queue by this account. */
async function publish(name: string, queue: string, account: CredentialData, options = {}) {
	const credential = await createCredential(session, name, 'cargoExchangeQueueApi', account);
	const details = { name, queue, recorder, credential, options };
	const workflow = await publishRecorded(session, details);
	active.push(workflow);
	return { workflow, details };
}

const untilSeen = (name: string, count: number) =>
	until(
		() => recorder.different(name) >= count,
		() => `${name} has run with ${recorder.different(name)}`,
	);

async function expectOneReader(connection: TestConnection, queue: string): Promise<void> {
	await until(async () => (await connection.ready(queue)) === 0);
	expect((await connection.channel.checkQueue(queue)).consumerCount).toBe(1);
}

it.each([
	['the only one on its queue', 'alone', false],
	['beside another one on its queue', 'beside', true],
])(
	'runs with every message although its trigger node is replaced while 40 are at hand: %s',
	async (_how, name, hasNeighbour) => {
		const { connection, account } = brokerNumber(0);
		const queue = await connection.queue();
		if (hasNeighbour) await publish('neighbour', queue, account, { parallel: 20 });
		const { workflow, details } = await publish(name, queue, account, { parallel: 20 });
		const wanted = numbers(0, 40);
		// Long enough for the new node to be published while the first ones run.
		recorder.runMs = 3_000;
		await connection.publish(queue, eventsOf(wanted));
		await until(() => recorder.runs(name).length >= 20);
		await until(async () => (await connection.ready(queue)) === 0);
		await publishEdited(session, workflow, { ...details, nodeId: 'added-again' });
		const readers = hasNeighbour ? [name, 'neighbour'] : [name];
		for (const reader of readers) await untilSeen(reader, wanted.length);
		await expectOneReader(connection, queue);
		for (const reader of readers) expect(seen(reader)).toEqual(wanted);
		process.stderr.write(`Trigger node replaced, ${name}: ${recorder.repeats(name)} of 40 run again\n`);
	},
);

it('refuses a workflow whose credential writes the address in another way, and the one that reads loses nothing', async () => {
	const { broker, connection, account } = brokerNumber(0);
	const forwarder = await startTcpProxy(accountOf(broker.url).port);
	try {
		const queue = await connection.queue();
		await publish('by-number', queue, { ...account, hostname: '127.0.0.1' });
		await connection.publish(queue, eventsOf(numbers(0, 30)));
		await untilSeen('by-number', 30);
		const other = publish('by-name', queue, { ...account, hostname: 'localhost', port: forwarder.port });
		await expect(other).rejects.toThrow('at another address');
		await connection.publish(queue, eventsOf(numbers(30, 30)));
		await untilSeen('by-number', 60);
		await expectOneReader(connection, queue);
		expect([recorder.repeats('by-number'), seen('by-name')]).toEqual([0, []]);
	} finally {
		await forwarder.stop();
	}
});

it('never mixes two brokers whose names, virtual hosts and queues have the same names', async () => {
	const queue = await brokerNumber(0).connection.queue();
	await brokerNumber(1).connection.channel.assertQueue(queue, { durable: true });
	const sides = [
		{ ...brokerNumber(0), name: 'test', wanted: numbers(0, 60) },
		{ ...brokerNumber(1), name: 'production', wanted: numbers(100, 60) },
	];
	for (const { name, account, connection, wanted } of sides) {
		await publish(name, queue, account);
		await connection.publish(queue, eventsOf(wanted.slice(0, 10)));
		await untilSeen(name, 10);
	}
	await Promise.all(sides.map(({ connection, wanted }) => connection.publish(queue, eventsOf(wanted.slice(10)))));
	for (const { name, wanted } of sides) await untilSeen(name, wanted.length);
	for (const { connection } of sides) await expectOneReader(connection, queue);
	for (const { name, wanted } of sides) expect(seen(name)).toEqual(wanted);
});
