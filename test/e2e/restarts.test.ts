import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ChannelModel, type ConfirmChannel } from 'amqplib';
import { queueAccount } from '../../scripts/demo/accounts';
import { lookAtQueue, makeQueue, removeQueue, type Queue } from '../../scripts/demo/queue';
import { installN8n, type N8nInstall } from '../../scripts/n8n/install';
import { createCredential, type StoredCredential } from '../../scripts/n8n/rest/credentials';
import { signIn, type Session } from '../../scripts/n8n/rest/session';
import { activate, createWorkflow } from '../../scripts/n8n/rest/workflows';
import { startN8n, type N8nServer } from '../../scripts/n8n/server';
import { installPackage, packPackage } from '../../scripts/n8n/tarball';
import { chain, given } from './place';
import { until } from './until';

/** An n8n of this file's own, to be stopped and killed. */
let folder: string;
let install: N8nInstall;
let n8n: N8nServer;
let model: ChannelModel;
let channel: ConfirmChannel;
let queue: Queue;
let ear: Server;
/** The numbers of the events that each workflow has told of, in order. */
const heard = { all: [] as number[], even: [] as number[] };
let published = 0;

const start = () => startN8n({ install, userFolder: join(folder, 'n8n') });

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'cargo-exchange-restarts-'));
	install = await installN8n({ onProgress: () => undefined });
	await installPackage(await packPackage(join(folder, 'packed'), { build: false }), join(folder, 'n8n'));
	n8n = await start();
	queue = { url: given('E2E_AMQP_URL'), name: `restarts-${Date.now().toString(36)}` };
	await makeQueue(queue);
	model = await connect(queue.url);
	channel = await model.createConfirmChannel();
	ear = createServer((request, response) => {
		const [, workflow, number] = /^\/(all|even)\/P-(\d+)$/.exec(request.url ?? '') ?? [];
		if (workflow === 'all' || workflow === 'even') heard[workflow].push(Number(number));
		response.setHeader('content-type', 'application/json');
		response.end('{}');
	});
	ear.listen(0, '127.0.0.1');
	await once(ear, 'listening');

	const session = await signIn(n8n.url);
	const credential = await createCredential(session, 'Queue', 'cargoExchangeQueueApi', queueAccount(queue.url));
	await publishWorkflow(session, credential, 'all', {});
	await publishWorkflow(session, credential, 'even', { parcelRef: '*0' });
});

afterAll(async () => {
	ear.close();
	await model.close();
	await n8n.stop();
	await removeQueue(queue);
	await rm(folder, { recursive: true, force: true });
});

/** A workflow that tells the test of each event that it gets. */
async function publishWorkflow(
	session: Session,
	credential: StoredCredential,
	name: string,
	filters: object,
): Promise<void> {
	const address = ear.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	const workflow = await createWorkflow(
		session,
		chain(name, [
			{
				name: 'Trigger',
				type: 'n8n-nodes-cargo-exchange.cargoExchangeTrigger',
				typeVersion: 1,
				parameters: { queue: queue.name, filters },
				credentials: { [credential.type]: credential },
			},
			{
				name: 'Tell',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: { url: `=http://127.0.0.1:${port}/${name}/{{ $json.parcelRef }}`, options: {} },
			},
		]),
	);
	await activate(session, workflow);
}

/** Events of many sets; the reference of every second one ends in 0. */
async function publish(count: number): Promise<void> {
	for (const end = published + count; published < end; published++) {
		const number = published * 10 + (published % 2);
		const body = JSON.stringify({
			newStatus: 'ISSUED',
			setId: `set ${published % 20}`,
			parcelReference: `P-${number}`,
		});
		channel.sendToQueue(queue.name, Buffer.from(body), { persistent: true });
	}
	await channel.waitForConfirms();
}

const missing = (workflow: 'all' | 'even') => {
	const expected = Array.from({ length: published }, (_, index) => index * 10 + (index % 2));
	const wanted = workflow === 'all' ? expected : expected.filter((number) => number % 10 === 0);
	const seen = new Set(heard[workflow]);
	return wanted.filter((number) => !seen.has(number));
};

/** Waits as long as events keep coming: how fast they do says more about the machine than about us. */
async function untilAllHeard(silenceMs: number): Promise<void> {
	const left = () => missing('all').length + missing('even').length;
	for (let before = left(), since = Date.now(); before > 0;) {
		await new Promise((resolve) => setTimeout(resolve, 100));
		if (left() < before) [before, since] = [left(), Date.now()];
		if (Date.now() - since > silenceMs)
			throw new Error(`Missing: ${JSON.stringify({ all: missing('all'), even: missing('even') })}`);
	}
	await until(async () => (await lookAtQueue(queue)).messages === 0, 'an empty queue');
}

it.each([
	[
		'killed',
		() => {
			process.kill(-n8n.pid, 'SIGKILL');
		},
	],
	['stopped', () => undefined],
])('brings every event to both workflows although n8n is %s in the middle of them', async (_how, interrupt) => {
	const before = heard.all.length;
	await publish(200);
	const told = () => Promise.resolve(`Heard: ${heard.all.length - before}`);
	await until(() => heard.all.length > before + 60, 'a third of the events', told);
	interrupt();
	await n8n.stop();
	await publish(100);
	expect(missing('all').length).toBeGreaterThan(0);
	n8n = await start();
	await untilAllHeard(180_000);
	await until(async () => (await lookAtQueue(queue)).consumers === 1, 'one consumer');
});
