/** Bodies of any kind through the trigger node: each is answered, and each is accounted for. */
import { isUtf8 } from 'node:buffer';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ConsumeMessage } from 'amqplib';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import type { Broker } from '../../scripts/broker';
import { accountOf, openConnection, ownBroker, until, type TestConnection } from '../helpers/broker';
import { ActiveWorkflow } from '../trigger/activeWorkflow';
import { fuzzedBodies } from './fuzzedBodies';

jest.setTimeout(900_000);

const total = 100_000;
const portion = 5_000;
const seed = 20_260_101;
const events = ['drafted', 'signed', 'issued', 'titleHeld', 'transferDrafted', 'other'];

let broker: Broker;
let connection: TestConnection;

beforeAll(async () => {
	broker = await ownBroker();
	connection = await openConnection(broker.url);
});
afterAll(async () => {
	await connection.close();
	await broker.stop();
});

/** The status of a body that is a status event, by the words of the specification and none of our code; null: it is none. */
function statusIn(body: Buffer): string | null {
	if (!isUtf8(body)) return null;
	try {
		const value: unknown = JSON.parse(body.toString().replace(/^\uFEFF/, ''));
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
		const [, status] = Object.entries(value).find(([name]) => name === 'newStatus') ?? [];
		return typeof status === 'string' && status.trim() !== '' ? status : null;
	} catch {
		return null;
	}
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify({ value }));

/** Counts up and down; balanced when everything expected has come, and nothing else. */
class Tally {
	readonly #open = new Map<string, number>();

	add(name: string, change: 1 | -1): void {
		const count = (this.#open.get(name) ?? 0) + change;
		if (count === 0) this.#open.delete(name);
		else this.#open.set(name, count);
	}

	get open(): [string, number][] {
		return [...this.#open];
	}
}

setFlagsFromString('--expose-gc');

function memoryInUse(): number {
	runInNewContext('gc()');
	const { heapUsed, external } = process.memoryUsage();
	return (heapUsed + external) / 2 ** 20;
}

it('answers and accounts for 100,000 bodies of any kind without growing', async () => {
	const dead = await connection.queue();
	const queue = await connection.queue({ deadLetterExchange: '', deadLetterRoutingKey: dead });
	const start = async (name: string, unreadable: string) =>
		await ActiveWorkflow.start(new CargoExchangeTrigger(), name, {
			queueAccount: accountOf(broker.url),
			parameters: { queue, events, options: { parallel: 20, skipDuplicates: false, unreadable } },
		});
	const saving = await start('saving', 'saveAsFailedExecution');
	const emitting = await start('emitting', 'emit');
	/** What is still to come: runs by status, unreadable messages and dead letters by message id. */
	const tallies = { saving: new Tally(), emitting: new Tally(), unreadable: new Tally(), dead: new Tally() };
	const found = { events: 0, unreadable: 0, recorded: 0 };

	const takeDead = (message: ConsumeMessage | null) => {
		if (message) tallies.dead.add(String(message.properties.messageId), -1);
	};
	await connection.channel.consume(dead, takeDead, { noAck: true });
	const collect = () => {
		found.recorded += saving.failures.splice(0).length;
		for (const [workflow, name] of [
			[saving, 'saving'],
			[emitting, 'emitting'],
		] as const) {
			for (const { json } of workflow.executions.splice(0).flatMap(({ items }) => items)) {
				if (json['event'] === 'unreadable') tallies.unreadable.add(textOf(json['messageId']), -1);
				else tallies[name].add(textOf(json['statusRaw']), -1);
			}
		}
	};
	const publish = async (bodies: Buffer[], from: number) => {
		for (const [index, body] of bodies.entries()) {
			const messageId = String(from + index);
			const status = statusIn(body);
			if (status === null) {
				tallies.dead.add(messageId, 1);
				tallies.unreadable.add(messageId, 1);
			} else for (const name of ['saving', 'emitting'] as const) tallies[name].add(status, 1);
			found[status === null ? 'unreadable' : 'events']++;
			connection.channel.sendToQueue(queue, body, { messageId });
		}
		await connection.channel.waitForConfirms();
	};

	const memory: number[] = [];
	for (let from = 0; from < total; from += portion) {
		await publish(fuzzedBodies(portion, seed + from), from);
		await until(() => {
			collect();
			return Object.values(tallies).every(({ open }) => open.length === 0);
		}, 300_000).catch(() => undefined);
		expect(Object.entries(tallies).flatMap(([name, { open }]) => open.map((entry) => [name, ...entry]))).toEqual([]);
		expect(found.recorded).toBe(found.unreadable);
		memory.push(memoryInUse());
	}

	expect(found.events + found.unreadable).toBe(total);
	expect(Math.min(found.events, found.unreadable)).toBeGreaterThan(total / 4);
	expect(saving.fatal).toEqual([]);
	expect(emitting.fatal).toEqual([]);
	// What is kept by intent: the keys of the unreadable messages, each about 200 bytes.
	const [early = 0, last = 0] = [memory[3], memory.at(-1)];
	process.stderr.write(
		`${found.events} events, ${found.unreadable} unreadable; memory after 20,000: ${early.toFixed(1)} MB, after ${total}: ${last.toFixed(1)} MB\n`,
	);
	expect(last - early).toBeLessThan(40);

	await saving.close();
	await emitting.close();
	await until(async () => (await connection.channel.checkQueue(queue)).consumerCount === 0);
	expect(await connection.ready(queue)).toBe(0);
});
