import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { startBroker, type Broker } from '../../scripts/broker';
import useTemporaryFolder from './temporaryFolder';

/** jest's globalTeardown runs in the same module registry. */
export let broker: Promise<Broker> | undefined;
export let server: Server | undefined;

/**
 * jest's globalSetup: RabbitMQ starts when the first test file asks for it, and all workers share it.
 * A run without such a file does not wait for one.
 */
export default async function setUp(): Promise<void> {
	useTemporaryFolder();
	server = createServer((_request, response) => {
		// A connection kept for the next file of the same worker could be closed while that file asks.
		response.shouldKeepAlive = false;
		broker ??= startBroker({ onProgress: (line) => process.stderr.write(`${line}\n`) });
		broker.then(
			({ url }) => response.end(url),
			(error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
		);
	});
	server.listen(0, '127.0.0.1').unref();
	await once(server, 'listening');
	const address = server.address();
	if (typeof address !== 'object' || !address) throw new Error('No port is free');
	process.env.TEST_BROKER = `http://127.0.0.1:${address.port}`;
}
