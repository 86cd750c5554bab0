import type { ConnectionSettings } from '../../nodes/CargoExchange/amqp';
import type { Broker } from '../../scripts/broker';
import {
	accountOf,
	brokerStartMs,
	connectionNames,
	openConnection,
	ownBroker,
	until,
	type TestConnection,
} from './broker';
import { startTcpProxy, type TcpProxy } from './tcpProxy';

/** A broker of the test file's own and, for each test, a proxy in front of it that can cut connections. */
export type ProxiedBroker = {
	readonly broker: Broker;
	readonly proxy: TcpProxy;
	/** An account whose connections use the proxy. */
	readonly account: ConnectionSettings;
	/** Reaches the broker directly. */
	readonly connection: TestConnection;
	/** Replaces `connection` after the broker has closed it. */
	reconnect(): Promise<void>;
};

/** Registers the hooks that set it up. After each test, `closeFirst` closes everything that uses the proxy. */
export function useProxiedBroker({
	closeFirst = async () => {},
}: { closeFirst?: () => Promise<void> } = {}): ProxiedBroker {
	let parts: { broker: Broker; proxy?: TcpProxy; connection?: TestConnection } | undefined;
	const part = <Name extends 'broker' | 'proxy' | 'connection'>(name: Name) => {
		const found = parts?.[name];
		if (!found) throw new Error(`There is no ${name} before the first test`);
		return found;
	};
	const proxied: ProxiedBroker = {
		get broker() {
			return part('broker');
		},
		get proxy() {
			return part('proxy');
		},
		get connection() {
			return part('connection');
		},
		get account() {
			return { ...accountOf(proxied.broker.url), port: proxied.proxy.port };
		},
		async reconnect() {
			await proxied.connection.close();
			const { broker, proxy } = proxied;
			parts = { broker, proxy, connection: await openConnection(broker.url) };
		},
	};

	// These tests stop and start their broker.
	jest.setTimeout(brokerStartMs);
	beforeAll(async () => {
		parts = { broker: await ownBroker() };
	});
	beforeEach(async () => {
		const { broker } = proxied;
		const { port } = accountOf(broker.url);
		parts = { broker, proxy: await startTcpProxy(port), connection: await openConnection(broker.url) };
	});
	afterEach(async () => {
		await closeFirst();
		await proxied.proxy.stop();
		await proxied.connection.close();
		await until(async () => (await connectionNames(proxied.broker)).length === 0);
	});
	afterAll(async () => {
		await proxied.broker.stop();
	});
	return proxied;
}
