import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environmentFor, run } from './n8n/processes';

/** `lack`: what is missing, as a sentence. `onProgress`: called once it is certain that something is installed. */
export type AptOptions = { lack: string; onProgress?: (note: string) => void; signal?: AbortSignal | undefined };

/**
 * Installs Debian packages without starting their services. If that is not allowed or does not succeed, throws a sentence
 * that says what to do, after `lack`: "No RabbitMQ was found."
 */
export async function install(packages: readonly string[], { lack, onProgress, signal }: AptOptions): Promise<void> {
	const names = packages.join(' ');
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
		throw new Error(`${lack} Install it (on Debian or Ubuntu: sudo apt-get install ${names}) and start again.`);
	onProgress?.(`installing ${names} with apt`);
	const options = { cwd: '/', env: environmentFor(process.execPath), limitMs: 20 * 60_000, signal };
	await run('sh', [join(__dirname, 'apt.sh'), ...packages], options).catch((cause: unknown) => {
		throw new Error(`${lack} apt could not install ${names}: install it by hand.`, { cause });
	});
}
