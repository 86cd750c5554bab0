/** jest's globalTeardown. */
import './startBroker';

export default async function tearDown(): Promise<void> {
	await globalThis.testBroker?.stop();
}
