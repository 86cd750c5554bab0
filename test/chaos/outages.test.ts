/** Restarts of the broker and cut connections under load, through the trigger node itself. */
import { performance } from 'node:perf_hooks';
import { windowFor } from '../../nodes/CargoExchange/dispatch/window';
import { connectionNames, until } from '../helpers/broker';
import { useProxiedBroker } from '../helpers/proxiedBroker';
import { numberedEvent, WorkflowRecorder } from './workflowRecorder';

jest.setTimeout(900_000);

const events = 10_000;
const rounds = 20;
const perRound = events / rounds;
const timeoutMs = 120_000;
const parallel = 10;
const prefetch = windowFor([{ parallel, batchSize: 1 }]);
const all = Array.from({ length: events }, (_, number) => number);
const evens = all.filter((number) => number % 2 === 0);

const proxied = useProxiedBroker();

const ours = async () => (await connectionNames(proxied.broker)).filter((name) => name.includes('cargo-exchange'));

/** Two workflows with different filters on a new queue. */
async function activateTwo(options: { skipDuplicates: boolean }) {
	const queue = await proxied.connection.queue();
	const name = options.skipDuplicates ? 'once' : 'at least once';
	const parameters = { queue, options: { ...options, parallel } };
	return {
		queue,
		everything: await WorkflowRecorder.activate(`${name}, everything`, proxied.account, parameters),
		even: await WorkflowRecorder.activate(`${name}, even`, proxied.account, {
			...parameters,
			events: ['signed'],
		}),
	};
}

/** All events in portions; each portion's work is interrupted by a cut and mostly by a restart. Gives how long each return took, in ms. */
async function interrupt(queue: string, everything: WorkflowRecorder, restart: (round: number) => Promise<boolean>) {
	const returns: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const before = round * perRound;
		const reach = (share: number) => until(() => everything.different >= before + perRound * share, timeoutMs);
		await proxied.connection.publish(queue, all.slice(before, before + perRound).map(numberedEvent));
		await reach(0.25);
		proxied.proxy.cut();
		await reach(0.5);
		if (await restart(round)) {
			const [back, starts] = [performance.now(), everything.starts.length];
			await until(() => everything.starts.length > starts, timeoutMs);
			returns.push(performance.now() - back);
			await proxied.reconnect();
		}
		await reach(1);
	}
	return returns;
}

async function expectOrderlyEnd(queue: string, everything: WorkflowRecorder, even: WorkflowRecorder): Promise<void> {
	await until(() => even.different >= evens.length, timeoutMs);
	everything.expectAllInOrder(all);
	even.expectAllInOrder(evens);
	const messages = async () => await proxied.broker.control(['list_queues', 'messages', '--no-table-headers']);
	await until(async () => /^[0\s]+$/.test(await messages()), timeoutMs);
	expect(proxied.proxy.connections()).toBe(1);
	expect(await ours()).toHaveLength(1);
	expect((await proxied.connection.channel.checkQueue(queue)).consumerCount).toBe(1);
	await everything.deactivate();
	await even.deactivate();
	await until(() => proxied.proxy.connections() === 0, timeoutMs);
	expect(await ours()).toEqual([]);
}

function tell(what: string, returns: number[], ...recorders: WorkflowRecorder[]): void {
	const slowest = Math.max(...returns) / 1000;
	const repeats = recorders.map((recorder) => recorder.repeats.length).join(' and ');
	process.stderr.write(
		`${what}: ${rounds} cuts and ${returns.length} restarts in ${events} events; repeated ${repeats}; read again at most ${slowest.toFixed(1)} s after the broker's return\n`,
	);
}

it('gives each workflow each event once while connections are cut and the broker is stopped and killed', async () => {
	const { queue, everything, even } = await activateTwo({ skipDuplicates: true });
	const returns = await interrupt(queue, everything, async (round) => {
		if (round % 2 === 1) await proxied.broker.kill();
		await proxied.broker.restart();
		return true;
	});
	await expectOrderlyEnd(queue, everything, even);
	tell('Skipping duplicates', returns, everything, even);
	expect(everything.repeats).toEqual([]);
	expect(even.repeats).toEqual([]);
	expect(Math.max(...returns)).toBeLessThan(20_000);
});

it('repeats only messages that were unacknowledged when the connection was lost, if duplicates are not skipped', async () => {
	const { queue, everything, even } = await activateTwo({ skipDuplicates: false });
	const returns = await interrupt(queue, everything, async (round) => {
		// A restart takes long, and the cuts say the same.
		if (round % 5 > 0) return false;
		await proxied.broker.restart();
		return true;
	});
	await expectOrderlyEnd(queue, everything, even);
	tell('Not skipping duplicates', returns, everything, even);
	for (const recorder of [everything, even]) {
		expect(recorder.repeats.filter(({ redelivered }) => !redelivered)).toEqual([]);
		expect(recorder.repeats.length).toBeLessThanOrEqual(2 * rounds * prefetch);
	}
	expect(Math.max(...returns)).toBeLessThan(20_000);
});
