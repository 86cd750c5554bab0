import { broker } from './startBroker';

/** jest's globalTeardown. */
export default async function tearDown(): Promise<void> {
	await broker?.stop();
}
