import { cleanup } from './startN8n';

/** jest's globalTeardown. */
export default async function stopSuite(): Promise<void> {
	for (const line of await cleanup.run()) process.stderr.write(`${line}\n`);
}
