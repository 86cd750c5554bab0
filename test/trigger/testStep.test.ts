import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeOperationError } from 'n8n-workflow';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { processDispatcher } from '../../nodes/CargoExchange/dispatch/processDispatcher';
import { readSettings } from '../../nodes/CargoExchange/trigger/settings';
import { testStep } from '../../nodes/CargoExchange/trigger/testStep';
import { useSharedBroker, LogBook, until } from '../helpers/broker';
import { startTcpProxy } from '../helpers/tcpProxy';
import { ActiveWorkflow } from './activeWorkflow';

const event = (number: number, fields = {}) =>
	JSON.stringify({ newStatus: 'ISSUED', setId: `set ${number}`, parcelReference: `P-${number}`, ...fields });

const shared = useSharedBroker();
let queue: string;

beforeEach(async () => {
	queue = await shared.connection.queue();
});
afterEach(async () => {
	// No connection stays behind: a queue with a reader left could not be deleted.
	await until(async () => (await shared.connection.channel.checkQueue(queue)).consumerCount === 0);
	await shared.connection.channel.deleteQueue(queue, { ifUnused: true });
});

function step(parameters: object = {}, setup: object = {}) {
	return ActiveWorkflow.start(
		new CargoExchangeTrigger(),
		'test',
		{ queueAccount: shared.account, parameters: { queue, ...parameters }, ...setup },
		'manual',
	);
}

/** Starts a step and waits until it has seen the queue as it is now. */
async function untilChecked<Shown>(start: () => Promise<Shown>): Promise<{ step: Promise<Shown> }> {
	const listening = jest.spyOn(processDispatcher(new LogBook()), 'listen');
	const step = start();
	await until(() => listening.mock.calls.length === 1);
	listening.mockRestore();
	return { step };
}

async function refusalOf(step: Promise<unknown>): Promise<{ message: string; description: string }> {
	const error = await step.then(
		() => {
			throw new Error('The step showed something');
		},
		(thrown: unknown) => thrown as NodeOperationError,
	);
	return { message: error.message, description: error.description ?? '' };
}

it('shows the first message that passes the filters, and leaves every message where it was', async () => {
	const bodies = [event(1), event(2), event(3)];
	await shared.connection.publish(queue, bodies);
	const workflow = await step({ filters: { parcelRef: 'P-2' } });
	const shown = await workflow.testStep();
	expect(shown.map(({ json }) => json['parcelRef'])).toEqual(['P-2']);
	await workflow.close();
	expect(await shared.connection.drain(queue)).toEqual(bodies);
});

it('waits for a message', async () => {
	const workflow = await step();
	const shown = workflow.testStep();
	await sleep(300);
	await shared.connection.publish(queue, [event(1), event(2)]);
	expect((await shown).map(({ json }) => json['parcelRef'])).toEqual(['P-1']);
	expect(await shared.connection.ready(queue)).toBe(2);
});

it('ends when the user stops listening, in the middle of it, and shows nothing', async () => {
	const workflow = await step();
	const shown = workflow.testStep();
	await sleep(300);
	await workflow.close();
	await workflow.close();
	expect(await shown).toEqual([]);
	await shared.connection.publish(queue, [event(1), event(2)]);
	expect(await shared.connection.ready(queue)).toBe(2);
});

it('reports an unreadable message as the error of the step, and leaves it on the queue', async () => {
	await shared.connection.publish(queue, ['no JSON', event(1)]);
	const { message, description } = await refusalOf((await step()).testStep());
	expect(message).toBe('The next message in the queue is not a status event');
	expect(description).toContain('not JSON');
	expect(await shared.connection.drain(queue)).toEqual(['no JSON', event(1)]);
});

it.each([
	['emit', 'unreadable'],
	['discard', 'issued'],
])('with unreadable messages set to %s shows %s', async (unreadable, expected) => {
	await shared.connection.publish(queue, ['no JSON', event(1)]);
	const shown = await (await step({ options: { unreadable } })).testStep();
	expect(shown.map(({ json }) => json['event'])).toEqual([expected]);
});

it('shows the messages of a published workflow of this n8n without taking them', async () => {
	const live = await ActiveWorkflow.start(new CargoExchangeTrigger(), 'live', {
		queueAccount: shared.account,
		parameters: { queue },
	});
	const workflow = await step({ filters: { parcelRef: 'P-2' } });
	const shown = await untilChecked(() => workflow.testStep());
	await shared.connection.publish(queue, [event(1), event(2), event(3)]);
	expect((await shown.step).map(({ json }) => json['parcelRef'])).toEqual(['P-2']);
	await workflow.close();
	await until(() => live.executions.length === 3);
	expect(live.fields('parcelRef')).toEqual(['P-1', 'P-2', 'P-3']);
	expect(live.fields('redelivered')).toEqual([false, false, false]);
	await live.close();
});

it('does not listen with the rights of the published workflow', async () => {
	const live = await ActiveWorkflow.start(new CargoExchangeTrigger(), 'live', {
		queueAccount: shared.account,
		parameters: { queue },
	});
	const stranger = await step({}, { queueAccount: { ...shared.account, password: 'wrong' } });
	expect((await refusalOf(stranger.testStep())).message).toMatch(/user name or password/i);
	await live.close();
});

it('looks only briefly if another program reads the queue, and says so', async () => {
	const { consumerTag } = await shared.connection.channel.consume(queue, () => undefined);
	const startedAt = performance.now();
	const { message, description } = await refusalOf((await step()).testStep());
	expect(message).toBe('Another program reads this queue and may have taken the message');
	expect(description).toContain('stop the other program for the test.');
	// Else it would look for a minute.
	expect(performance.now() - startedAt).toBeLessThan(50_000);
	await shared.connection.channel.cancel(consumerTag);
});

it('says that no message arrived, and that none of the first fifty passes the filters', async () => {
	const context = {
		getCredentials: () => Promise.resolve(shared.account),
		emit: () => undefined,
		getNode: () => ({ name: 'n' }),
		helpers: {},
	};
	const parameters: Record<string, unknown> = { queue, events: ['issued'] };
	const settings = readSettings({ getNodeParameter: (name: string) => parameters[name] } as never);
	const run = () =>
		testStep(context as never, settings, processDispatcher(new LogBook()), { waitMs: 400, briefLookMs: 100 })
			.manualTriggerFunction!();
	const { message, description } = await refusalOf(run());
	expect(message).toBe('No message that passes the filters came within a minute');
	expect(description).toContain('Choose more events');
	await shared.connection.publish(
		queue,
		Array.from({ length: 60 }, (_, number) => event(number, { newStatus: 'Signed' })),
	);
	expect((await refusalOf(run())).message).toBe('None of the first 50 messages in the queue passes the filters');
	expect(await shared.connection.ready(queue)).toBe(60);
});

describe('on a quorum queue that removes a message after 20 deliveries', () => {
	let limited: string;
	const limitedStep = async (parameters: object = {}) => {
		const workflow = await step({ queue: limited, ...parameters });
		const shown = await workflow.testStep().finally(() => workflow.close());
		return shown[0]?.json ?? {};
	};

	beforeEach(async () => {
		limited = await shared.connection.queue({ arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 20 } });
	});
	afterEach(async () => {
		await shared.connection.channel.deleteQueue(limited);
	});

	it('40 test steps leave a message where it is: the later ones show a copy, and say so', async () => {
		await shared.connection.publish(limited, [event(1)]);
		const shown: Record<string, unknown>[] = [];
		for (let count = 0; count < 40; count++) shown.push(await limitedStep());
		expect(shown.map((json) => json['parcelRef'])).toEqual(Array(40).fill('P-1'));
		expect(shown[0]).toMatchObject({ extra: {} });
		expect(shown[39]).toMatchObject({
			extra: { note: expect.stringContaining('"Test With" to "Sample Event"') as unknown },
		});
		expect(await shared.connection.drain(limited)).toEqual([event(1)]);
	});

	it('later steps look for what they want among the copies, and at the queue again from when it was empty', async () => {
		await shared.connection.publish(limited, [event(1), event(2)]);
		// Each look at the second message takes the first as well.
		for (let count = 0; count < 12; count++) await limitedStep({ filters: { parcelRef: 'P-2' } });
		expect(await limitedStep({ options: { output: 'raw' } })).toMatchObject({ parcelReference: 'P-1' });
		const { message, description } = await refusalOf(limitedStep({ filters: { parcelRef: 'P-3' } }));
		expect(message).toBe('None of the messages of the last test passes the filters');
		expect(description).toContain('"Sample Event"');
		expect(await shared.connection.drain(limited)).toEqual([event(1), event(2)]);
		const waiting = await untilChecked(limitedStep);
		await shared.connection.publish(limited, [event(4)]);
		expect(await waiting.step).toMatchObject({ parcelRef: 'P-4', extra: {} });
		const { parcelRef, extra } = await limitedStep();
		expect([parcelRef, extra]).toEqual(['P-4', expect.not.objectContaining({ note: expect.anything() as unknown })]);
	});
});

it('a test step that throws keeps no message from the published workflow', async () => {
	const live = await ActiveWorkflow.start(new CargoExchangeTrigger(), 'live', {
		queueAccount: shared.account,
		parameters: { queue },
	});
	const stopListening = await listenWhenRead(() => {
		throw new Error('No idea what this is');
	});
	await shared.connection.publish(queue, [event(1)]);
	await until(() => live.executions.length === 1);
	stopListening();
	await live.close();
});

/** Listens as soon as this process reads the queue. */
async function listenWhenRead(listener: () => void): Promise<() => void> {
	let stopListening: (() => void) | null = null;
	await until(() => {
		stopListening = processDispatcher(new LogBook()).listen(shared.account, queue, listener);
		return stopListening !== null;
	});
	return () => stopListening?.();
}

it('ends at once, and listens to nothing, when it is stopped while the queue is being checked', async () => {
	const proxy = await startTcpProxy(shared.account.port);
	proxy.stall();
	const listening = jest.spyOn(processDispatcher(new LogBook()), 'listen');
	const workflow = await step({}, { queueAccount: { ...shared.account, port: proxy.port } });
	// No limit of time may end it.
	const limits = jest.spyOn(global, 'setTimeout').mockReturnValue(setTimeout(() => {}, 0));
	const shown = workflow.testStep();
	await until(() => proxy.connections() === 1);
	await workflow.close();
	expect(await shown).toEqual([]);
	expect(listening).not.toHaveBeenCalled();
	listening.mockRestore();
	limits.mockRestore();
	await proxy.stop();
});
