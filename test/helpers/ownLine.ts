import type { ConnectionSettings } from '../../nodes/CargoExchange/amqp';
import type { Broker } from '../../scripts/broker';
import { accountOf, brokerStartMs, connectionNames, lendHand, ownBroker, until, type Hand } from './broker';
import { startTcpProxy, type TcpProxy } from './tcpProxy';

/** A broker of the test file's own, and for each test a line to it that can be cut. */
export type OwnLine = {
	readonly broker: Broker;
	readonly proxy: TcpProxy;
	/** The account whose connections go over the line. */
	readonly account: ConnectionSettings;
	/** Reaches the broker directly. */
	readonly hand: Hand;
	/** Lends another hand after the broker has dropped the connection of the one before. */
	lendAnew(): Promise<void>;
};

/** Sets it up in the hooks of the test file that calls. After each test, `closeFirst` has to close what uses the line. */
export function ownLine({ closeFirst = async () => {} }: { closeFirst?: () => Promise<void> } = {}): OwnLine {
	let parts: { broker: Broker; proxy?: TcpProxy; hand?: Hand } | undefined;
	const part = <Name extends 'broker' | 'proxy' | 'hand'>(name: Name) => {
		const found = parts?.[name];
		if (!found) throw new Error(`There is no ${name} before the first test`);
		return found;
	};
	const line: OwnLine = {
		get broker() {
			return part('broker');
		},
		get proxy() {
			return part('proxy');
		},
		get hand() {
			return part('hand');
		},
		get account() {
			return { ...accountOf(line.broker.url), port: line.proxy.port };
		},
		async lendAnew() {
			await line.hand.close();
			parts = { ...parts, broker: line.broker, hand: await lendHand(line.broker.url) };
		},
	};

	// Tests here stop and start their broker.
	jest.setTimeout(brokerStartMs);
	beforeAll(async () => {
		parts = { broker: await ownBroker() };
	});
	beforeEach(async () => {
		const { broker } = line;
		const { port } = accountOf(broker.url);
		parts = { broker, proxy: await startTcpProxy(port), hand: await lendHand(broker.url) };
	});
	afterEach(async () => {
		await closeFirst();
		await line.proxy.stop();
		await line.hand.close();
		await until(async () => (await connectionNames(line.broker)).length === 0);
	});
	afterAll(async () => {
		await line.broker.stop();
	});
	return line;
}
