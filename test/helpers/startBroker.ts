/** jest's globalSetup: one RabbitMQ for all tests; its URL is in AMQP_URL. */
import { startBroker, type Broker } from '../../scripts/broker';

declare global {
	var testBroker: Broker | undefined;
}

export default async function setUp(): Promise<void> {
	const broker = await startBroker({ onProgress: (line) => process.stderr.write(`${line}\n`) });
	globalThis.testBroker = broker;
	process.env.AMQP_URL = broker.url;
}
