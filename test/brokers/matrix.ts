/** Checks each promise on several brokers at the same time, and prints a table of the findings. */
import type { Options } from 'amqplib';
import type { BrokerSettings } from '../../nodes/CargoExchange/amqp';
import { startBroker, type Broker } from '../../scripts/broker';
import type { DebianRelease } from '../../scripts/broker/programs';
import { accountOf, openConnection, type TestConnection } from '../helpers/broker';
import { startTcpProxy, type TcpProxy } from '../helpers/tcpProxy';

type QueueType = 'classic' | 'quorum';

/** A release of RabbitMQ (none: the installed one) with a type of queue; quorum queues can have a delivery limit. */
type Kind = { release?: DebianRelease; type: QueueType; deliveryLimit?: number };

const columns: readonly Kind[] = [
	{ type: 'classic' },
	{ type: 'quorum' },
	// The default of RabbitMQ 4.
	{ type: 'quorum', deliveryLimit: 20 },
	{ release: 'trixie', type: 'quorum' },
	{ release: 'forky', type: 'quorum' },
	{ release: 'forky', type: 'classic' },
];

/** What a promise is tried with on one broker. */
export type Setting = {
	readonly broker: Broker;
	/** Between the trigger and the broker, to be cut. */
	readonly proxy: TcpProxy;
	/** The account whose connections go through the proxy. */
	readonly account: BrokerSettings;
	/** Reaches the broker directly; `reconnect` gives it a new connection. */
	readonly connection: TestConnection;
	reconnect(): Promise<void>;
	/** The arguments that make a queue one of this column's type. */
	readonly queueOptions: Options.AssertQueue;
	/** A new queue of this column's type, whose rejected messages go to `dead`. */
	queue(): Promise<{ queue: string; dead: string }>;
};

/** What was seen, in a few words, and whether it is what was promised. */
export type Finding = { seen: string; kept: boolean };

type Column = Kind & { name: string; broker: Broker };

const running: Column[] = [];
const table: { promise: string; findings: Finding[] }[] = [];

/** Starts a broker for each column, stops them in the end and prints the table. To be called once in a test file. */
export function useBrokers(): void {
	beforeAll(async () => {
		const onProgress = (line: string) => process.stderr.write(`${line}\n`);
		for (const column of columns) {
			const { release, type, deliveryLimit } = column;
			const broker = await startBroker({ alwaysOwn: true, onProgress, ...(release && { release }) });
			const version = (await broker.control(['version'])).trim();
			const limit = deliveryLimit === undefined ? '' : ` with delivery limit ${deliveryLimit}`;
			running.push({ ...column, name: `${version} ${type}${limit}`, broker });
		}
	});
	afterAll(async () => {
		process.stderr.write(printed());
		for (const { broker } of running) await broker.stop();
	});
}

/** A test: `check` runs on all brokers at the same time, and has to find the promise kept on each. */
export function promise(name: string, check: (setting: Setting) => Promise<Finding>): void {
	it(name, async () => {
		const startedAt = performance.now();
		const findings = await Promise.all(running.map((column) => checkOn(column, check)));
		const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
		process.stderr.write(
			`${name}: kept on ${findings.filter(({ kept }) => kept).length} of ${running.length}, ${seconds} s\n`,
		);
		table.push({ promise: name, findings });
		const broken = findings.flatMap(({ seen, kept }, index) =>
			kept ? [] : [`RabbitMQ ${running[index]?.name}: ${seen}`],
		);
		expect(broken).toEqual([]);
	});
}

function queueOptionsOf({ type, deliveryLimit }: Kind): Options.AssertQueue {
	if (type === 'classic') return {};
	const limit = deliveryLimit === undefined ? {} : { 'x-delivery-limit': deliveryLimit };
	return { arguments: { 'x-queue-type': 'quorum', ...limit } };
}

async function checkOn(column: Column, check: (setting: Setting) => Promise<Finding>): Promise<Finding> {
	const { broker } = column;
	const account = accountOf(broker.url);
	const proxy = await startTcpProxy(account.port);
	let connection = await openConnection(broker.url);
	const queueOptions = queueOptionsOf(column);
	try {
		return await check({
			broker,
			proxy,
			account: { ...account, port: proxy.port },
			get connection() {
				return connection;
			},
			async reconnect() {
				await connection.close();
				connection = await openConnection(broker.url);
			},
			queueOptions,
			async queue() {
				const dead = await connection.queue();
				const queue = await connection.queue({
					...queueOptions,
					deadLetterExchange: '',
					deadLetterRoutingKey: dead,
				});
				return { queue, dead };
			},
		});
	} catch (error) {
		return {
			seen: error instanceof Error ? error.message.split('\n').slice(0, 6).join(' ') : String(error),
			kept: false,
		};
	} finally {
		await proxy.stop();
		await connection.close();
	}
}

function printed(): string {
	const cell = ({ seen, kept }: Finding) => `${kept ? '' : 'NOT KEPT: '}${seen}`;
	const rows = [
		['Promise', ...running.map(({ name }) => name)],
		['---', ...running.map(() => '---')],
		...table.map(({ promise: name, findings }) => [name, ...findings.map(cell)]),
	];
	return `\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
}
