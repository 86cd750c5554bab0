/** n8n's queue mode: the trigger runs in the main process, the workflows in workers, one of which is killed on the way. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Broker } from '../../scripts/broker';
import { queueAccount } from '../../scripts/demo/accounts';
import { installN8n, type N8nInstall } from '../../scripts/n8n/install';
import { createCredential } from '../../scripts/n8n/rest/credentials';
import { signIn } from '../../scripts/n8n/rest/session';
import { startN8n, type N8nServer } from '../../scripts/n8n/server';
import { installPackage, packPackage } from '../../scripts/n8n/tarball';
import { lendHand, ownBroker, until, type Hand } from '../helpers/broker';
import { queueMode, startPostgres, startRedis, startWorker, type Service } from './distributed';
import { Ear, event, publishTelling } from './tellingWorkflows';

jest.setTimeout(2_400_000);

const events = Number(process.env['CHAOS_QUEUE_MODE_EVENTS'] ?? 5_000);
/** n8n looks for the jobs of dead workers every 30 s. */
const stallMs = 240_000;

let folder: string;
let install: N8nInstall;
let broker: Broker;
let hand: Hand;
let n8n: N8nServer;
const services: Service[] = [];
const workers: Service[] = [];
const ear = new Ear();

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'cargo-exchange-queue-mode-'));
	// PostgreSQL runs as a user of its own.
	await chmod(folder, 0o755);
	install = await installN8n();
	const tarball = await packPackage(join(folder, 'packed'), { build: false });
	const [redis, postgres] = [await startRedis(folder), await startPostgres(folder)];
	services.push(redis, postgres);
	const environment = queueMode(redis, postgres);
	const home = async (name: string) => {
		await installPackage(tarball, join(folder, name));
		return join(folder, name);
	};
	broker = await ownBroker();
	hand = await lendHand(broker.url);
	await ear.open();
	n8n = await startN8n({ install, userFolder: await home('main'), environment });
	for (const name of ['one', 'two']) workers.push(await startWorker(install, await home(name), environment));
});
afterAll(async () => {
	await n8n.stop();
	for (const worker of workers) await worker.stop();
	for (const service of services) await service.stop();
	ear.close();
	await hand.close();
	await broker.stop();
	await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

it('loses nothing and does not stall when one of two workers is killed on the way', async () => {
	const queue = await hand.queue();
	const session = await signIn(n8n.url);
	const credential = await createCredential(session, 'Queue', 'cargoExchangeQueueApi', queueAccount(broker.url));
	await publishTelling(session, { name: 'all', queue, ear, credential });
	await hand.publish(
		queue,
		Array.from({ length: events }, (_, number) => event(number)),
	);
	const [startedAt, seen] = [performance.now(), () => new Set(ear.heard.all).size];
	await until(() => seen() > events / 3, 1_200_000);
	await workers[0]?.kill();
	let [last, lastAt, longest] = [0, performance.now(), 0];
	await until(() => {
		const now = performance.now();
		if (seen() > last) [last, lastAt] = [seen(), now];
		longest = Math.max(longest, now - lastAt);
		if (longest > stallMs) throw new Error(`Nothing was run for ${stallMs / 1000} s, at ${last} of ${events} events`);
		return last === events;
	}, 1_200_000);
	const seconds = (performance.now() - startedAt) / 1000;
	await until(
		async () => /^[0\s]+$/.test(await broker.control(['list_queues', 'messages', '--no-table-headers'])),
		120_000,
	);
	expect(ear.missing(events).all).toEqual([]);
	process.stderr.write(
		`Queue mode, one of two workers killed: ${events} events in ${seconds.toFixed(0)} s, 0 lost, ${ear.repeats('all')} run again, longest silence ${(longest / 1000).toFixed(0)} s\n`,
	);
});
