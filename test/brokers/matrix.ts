/** The same promise on several brokers at once, and a table of what was seen. */
import type { Options } from 'amqplib';
import type { ConnectionSettings } from '../../nodes/CargoExchange/amqp';
import { startBroker, type Broker } from '../../scripts/broker';
import type { DebianRelease } from '../../scripts/broker/debianRelease';
import { accountOf, lendHand, type Hand } from '../helpers/broker';
import { startTcpProxy, type TcpProxy } from '../helpers/tcpProxy';

type QueueType = 'classic' | 'quorum';

/** The columns: a release of RabbitMQ (none: the one that is installed) with a type of queue. */
const columns: readonly { release?: DebianRelease; type: QueueType }[] = [
	{ type: 'classic' },
	{ type: 'quorum' },
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
	readonly account: ConnectionSettings;
	/** Reaches the broker directly; `reconnect` gives it a new connection. */
	readonly hand: Hand;
	reconnect(): Promise<void>;
	/** The arguments that make a queue one of this column's type. */
	readonly queueOptions: Options.AssertQueue;
	/** A new queue of this column's type, whose rejected messages go to `dead`. */
	queue(): Promise<{ queue: string; dead: string }>;
};

/** What was seen, in a few words, and whether it is what was promised. */
export type Finding = { seen: string; kept: boolean };

type Column = { name: string; broker: Broker; type: QueueType };

const running: Column[] = [];
const table: { promise: string; findings: Finding[] }[] = [];

/** Starts a broker for each column, stops them in the end and prints the table. To be called once in a test file. */
export function useBrokers(): void {
	beforeAll(async () => {
		const onProgress = (line: string) => process.stderr.write(`${line}\n`);
		for (const { release, type } of columns) {
			const broker = await startBroker({ alwaysOwn: true, onProgress, ...(release && { release }) });
			const version = (await broker.control(['version'])).trim();
			running.push({ name: `${version} ${type}`, broker, type });
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

async function checkOn({ broker, type }: Column, check: (setting: Setting) => Promise<Finding>): Promise<Finding> {
	const account = accountOf(broker.url);
	const proxy = await startTcpProxy(account.port);
	let hand = await lendHand(broker.url);
	const queueOptions = type === 'quorum' ? { arguments: { 'x-queue-type': 'quorum' } } : {};
	try {
		return await check({
			broker,
			proxy,
			account: { ...account, port: proxy.port },
			get hand() {
				return hand;
			},
			async reconnect() {
				await hand.close();
				hand = await lendHand(broker.url);
			},
			queueOptions,
			async queue() {
				const dead = await hand.queue();
				const queue = await hand.queue({
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
		await hand.close();
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
