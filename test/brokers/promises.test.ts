/** The delivery guarantees, on the versions of RabbitMQ and the types of queue that customers have. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { numberedEvent, WorkflowRecorder } from '../chaos/workflowRecorder';
import { consume, peek, type Delivery } from '../../nodes/CargoExchange/amqp';
import { LogBook } from '../helpers/broker';
import { until, untilSilent } from '../helpers/until';
import { ActiveWorkflow } from '../trigger/activeWorkflow';
import { promise, useBrokers, type Finding, type Setting } from './matrix';

jest.setTimeout(600_000);

useBrokers();

const waiting = 200;
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const events = (count: number) => numbers(count).map(numberedEvent);

/** What became of `count` messages that one workflow wanted: each run once, none dead-lettered, none left. */
async function outcome(setting: Setting, recorder: WorkflowRecorder, queue: string, dead: string, count: number) {
	const lost = () => setting.connection.ready(dead);
	await untilSilent(async () => [recorder.different, await lost()], count);
	await recorder.deactivate();
	const { channel } = setting.connection;
	await until(async () => (await channel.checkQueue(queue)).consumerCount === 0);
	const [twice, deadLettered, left] = [recorder.repeats.length, await lost(), await setting.connection.ready(queue)];
	return {
		seen: `${recorder.different} of ${count} run, ${twice} twice, ${deadLettered} dead-lettered, ${left} left`,
		kept: recorder.different === count && twice + deadLettered + left === 0,
	};
}

promise('each set in order: 400 events of 20 sets', async (setting) => {
	const { queue, dead } = await setting.queue();
	const recorder = await WorkflowRecorder.activate('order', setting.account, { queue, options: { parallel: 10 } });
	await setting.connection.publish(queue, events(400));
	const finding = await outcome(setting, recorder, queue, dead, 400);
	recorder.expectAllInOrder(numbers(400));
	return finding;
});

promise('every workflow its messages: three on one queue, 300 events', async (setting) => {
	const { queue, dead } = await setting.queue();
	const activate = (name: string, chosen: string[]) =>
		WorkflowRecorder.activate(name, setting.account, { queue, events: chosen });
	const everything = await activate('everything', ['issued', 'signed']);
	const [issued, signed] = [await activate('issued', ['issued']), await activate('signed', ['signed'])];
	await setting.connection.publish(queue, events(300));
	await untilSilent(() => [issued.different, signed.different], 300);
	for (const recorder of [issued, signed]) await recorder.deactivate();
	const { kept } = await outcome(setting, everything, queue, dead, 300);
	const seen = [everything, issued, signed].map(({ starts }) => starts.length);
	return { seen: seen.join(' + '), kept: kept && seen.join() === '300,150,150' };
});

promise('retries for the failed workflow alone, then a dead letter: 2 retries', async (setting) => {
	const { queue, dead } = await setting.queue();
	const tries = new Map<number, number>();
	const fails = (number: number) => {
		const tried = (tries.get(number) ?? 0) + 1;
		tries.set(number, tried);
		// 0 never succeeds, 1 does at its third run.
		return number === 0 || (number === 1 && tried < 3) ? 'error' : 'success';
	};
	const parameters = { queue, options: { retries: 2, retryDelaySeconds: 1 } };
	const failing = await WorkflowRecorder.activate('failing', setting.account, parameters, { ends: fails });
	const other = await WorkflowRecorder.activate('other', setting.account, parameters);
	await setting.connection.publish(queue, events(10));
	await until(() => failing.different === 10);
	// A message is at fault only if the workflow has worked since it first failed, which the eleventh shows.
	await sleep(200);
	await setting.connection.publish(queue, [numberedEvent(10)]);
	const gone = async () =>
		(await setting.connection.ready(dead)) === 1 && failing.different === 11 && other.different === 11;
	await until(gone, 60_000).catch(() => undefined);
	await until(() => (tries.get(1) ?? 0) === 3, 30_000).catch(() => undefined);
	await failing.deactivate();
	await other.deactivate();
	const deadLetters = await setting.connection.drain(dead);
	const runs = [tries.get(0), tries.get(1), failing.starts.length, other.starts.length];
	return {
		seen: `runs ${runs[0]} and ${runs[1]} of the failing two, ${runs[3]} of the other workflow, ${deadLetters.length} dead-lettered`,
		kept: runs.join() === '3,3,15,11' && deadLetters.join() === numberedEvent(0),
	};
});

promise(`30 lost connections while ${waiting} messages wait behind runs of 2 s`, async (setting) => {
	const { queue, dead } = await setting.queue();
	await setting.connection.publish(queue, events(waiting));
	const slow = { queue, options: { parallel: 2 } };
	const recorder = await WorkflowRecorder.activate('cut', setting.account, slow, { runMs: 2_000 });
	for (let cut = 0; cut < 30; cut++) {
		await sleep(5_000);
		setting.proxy.cut();
	}
	return await outcome(setting, recorder, queue, dead, waiting);
});

promise(`30 times edited or deactivated while ${waiting} messages wait behind runs of 2 s`, async (setting) => {
	const { queue, dead } = await setting.queue();
	await setting.connection.publish(queue, events(waiting));
	const slow = { queue, options: { parallel: 2 } };
	const recorder = await WorkflowRecorder.activate('edited', setting.account, slow, { runMs: 2_000 });
	for (let time = 0; time < 30; time++) {
		await sleep(4_000);
		await recorder.deactivate();
		if (time % 2) await sleep(1_000);
		await recorder.activateAgain(time % 2 ? 'activate' : 'update');
	}
	return await outcome(setting, recorder, queue, dead, waiting);
});

promise('40 test steps on one message leave it where it is', async (setting) => {
	const { queue, dead } = await setting.queue();
	await setting.connection.publish(queue, events(1));
	let shown = 0;
	for (let time = 0; time < 40; time++) {
		const step = await ActiveWorkflow.start(
			new CargoExchangeTrigger(),
			'test step',
			{ queueAccount: setting.account, parameters: { queue } },
			'manual',
		);
		const items = await step.testStep().catch(() => []);
		await step.close();
		if (items.length === 1) shown += 1;
		await until(async () => (await setting.connection.ready(queue)) === 1);
	}
	const [left, deadLettered] = [await setting.connection.ready(queue), await setting.connection.ready(dead)];
	return {
		seen: `shown ${shown} times, ${left ? 'still there' : 'gone'}${deadLettered ? ', dead-lettered' : ''}`,
		kept: shown === 40 && left === 1,
	};
});

promise('test steps over 20 and 50 of 60 messages keep their order, each for one delivery', async (setting) => {
	const { queue } = await setting.queue();
	await setting.connection.publish(queue, numbers(60).map(String));
	const counts: number[] = [];
	for (const limit of [20, 50]) {
		const seen = await peek(setting.account, queue, { isWanted: () => false, limit, timeoutMs: 10_000 });
		counts.push(Math.max(...seen.map(({ deliveryCount }) => deliveryCount)));
		await until(async () => (await setting.connection.ready(queue)) === 60);
	}
	const { channel } = setting.connection;
	const left: number[] = [];
	await channel.consume(queue, (message) => {
		if (message) left.push(Number(message.content.toString()));
	});
	await until(() => left.length === 60);
	const misplaced = left.filter((number, place) => number !== place).length;
	return {
		seen: `${misplaced} of ${left.length} misplaced, at most ${Math.max(...counts)} deliveries before the second`,
		kept: misplaced === 0 && Math.max(...counts) <= 1,
	};
});

promise('200 acknowledgements right before the reader closes: none of the messages comes again', async (setting) => {
	const { queue } = await setting.queue();
	await setting.connection.publish(queue, events(200));
	const deliveries: Delivery[] = [];
	const consumer = consume({
		queue,
		settings: () => Promise.resolve(setting.account),
		prefetch: () => 200,
		onDelivery: (delivery) => deliveries.push(delivery),
		log: new LogBook(),
	});
	await until(() => deliveries.length === 200);
	consumer.setPrefetch(0);
	await sleep(1_000);
	for (const delivery of deliveries) delivery.settle('ack');
	await consumer.close();
	await sleep(1_000);
	const left = await setting.connection.ready(queue);
	return { seen: `${left} left`, kept: left === 0 };
});

promise('broker stopped twice and killed twice in 800 events', async (setting) => {
	const { queue, dead } = await setting.queue();
	const parameters = { queue, options: { parallel: 10 } };
	const recorder = await WorkflowRecorder.activate('restarts', setting.account, parameters);
	for (const [round, killed] of [false, true, false, true].entries()) {
		await setting.connection.publish(queue, events(800).slice(round * 200, round * 200 + 200));
		await until(() => recorder.different > round * 200 + 50, 120_000);
		if (killed) await setting.broker.kill();
		await setting.broker.restart();
		await setting.reconnect();
		await until(() => recorder.different >= round * 200 + 200, 120_000);
	}
	const finding = await outcome(setting, recorder, queue, dead, 800);
	// A quorum queue delivers what was on its way to the trigger behind what comes after it.
	recorder.expectAllInOrder(numbers(800), { redelivered: setting.queueOptions.arguments === undefined });
	return finding;
});

/** Five workflows that n8n starts while the broker does not let them in; `repair` makes it, 50 s later, and fills the queue. */
async function startedTooEarly(
	setting: Setting,
	queue: string,
	queueAccount: Setting['account'] | (() => Setting['account']),
	repair: () => Promise<unknown>,
): Promise<Finding> {
	const five = await Promise.all(
		numbers(5).map((number) => WorkflowRecorder.activate(`late ${number}`, queueAccount, { queue }, { mode: 'init' })),
	);
	await sleep(50_000);
	await repair();
	await setting.connection.publish(queue, events(30));
	await untilSilent(() => five.map(({ different }) => different), 150, 90_000);
	for (const recorder of five) await recorder.deactivate();
	const got = five.map(({ different, repeats }) => `${different}${repeats.length ? ` (${repeats.length} twice)` : ''}`);
	return { seen: got.join(' + '), kept: got.join() === '30,30,30,30,30' };
}

promise('queue declared 50 s after the start: five workflows, 30 messages each', async (setting) => {
	const queue = `late ${Math.random()}`;
	return await startedTooEarly(setting, queue, setting.account, () =>
		setting.connection.channel.assertQueue(queue, { durable: true, ...setting.queueOptions }),
	);
});

promise('password repaired 50 s after the start: five workflows, 30 messages each', async (setting) => {
	const { queue } = await setting.queue();
	let password = 'refused';
	const current = () => ({ ...setting.account, password });
	return await startedTooEarly(setting, queue, current, () => Promise.resolve((password = setting.account.password)));
});
