import { broker, server } from './startBroker';

/** jest's globalTeardown. */
export default async function tearDown(): Promise<void> {
	server?.close();
	// A broker that did not start has failed the tests that asked for it.
	const started = await broker?.catch(() => undefined);
	await started?.stop();
}
