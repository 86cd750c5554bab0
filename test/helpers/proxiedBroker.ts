import type { BrokerSettings } from '../../nodes/CargoExchange/amqp';
import type { Broker } from '../../scripts/broker';
import { accountOf, brokerStartMs, openConnection, ownBroker, type TestConnection } from './broker';
import { startTcpProxy, type TcpProxy } from './tcpProxy';

/** A broker of the test file's own and, for each test, a proxy in front of it that can cut connections. */
export type ProxiedBroker = {
	broker: Broker;
	proxy: TcpProxy;
	/** An account whose connections use the proxy. */
	account: BrokerSettings;
	/** Reaches the broker directly. */
	connection: TestConnection;
	/** Replaces `connection` after the broker has closed it. */
	reconnect(): Promise<void>;
};

/** Registers the hooks that set it up: its members are there inside tests. After each test, `closeFirst` closes everything that uses the proxy. */
export function useProxiedBroker({ closeFirst = async () => {} } = {}): ProxiedBroker {
	const proxied = {
		async reconnect() {
			await proxied.connection.close();
			proxied.connection = await openConnection(proxied.broker.url);
		},
	} as ProxiedBroker;

	// These tests stop and start their broker.
	jest.setTimeout(brokerStartMs);
	beforeAll(async () => {
		proxied.broker = await ownBroker();
	});
	beforeEach(async () => {
		const { url } = proxied.broker;
		proxied.proxy = await startTcpProxy(accountOf(url).port);
		proxied.account = { ...accountOf(url), port: proxied.proxy.port };
		proxied.connection = await openConnection(url);
	});
	afterEach(async () => {
		await closeFirst();
		await proxied.proxy.stop();
		await proxied.connection.close();
	});
	afterAll(async () => {
		await proxied.broker.stop();
	});
	return proxied;
}
