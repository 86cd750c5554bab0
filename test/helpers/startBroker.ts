import { startBroker, type Broker } from '../../scripts/broker';

/** jest's globalTeardown runs in the same module registry. */
export let broker: Broker | undefined;

/** jest's globalSetup: one RabbitMQ for all tests; its URL is in AMQP_URL. */
export default async function setUp(): Promise<void> {
	broker = await startBroker({ onProgress: (line) => process.stderr.write(`${line}\n`) });
	process.env.AMQP_URL = broker.url;
}
