/** Installs Debian packages if that is allowed, without starting their services. */
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentFor, run } from './n8n/processes';

const apt = '/usr/bin/apt-get';
/** Another program may be installing at the same time, and a mirror may be unreachable for a moment. */
const aptOptions = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3'];

export type AptOptions = { tell?: (line: string) => void; signal?: AbortSignal | undefined };

/** Whether apt is available and we are root. */
export function mayInstall(): boolean {
	return process.getuid?.() === 0 && existsSync(apt);
}

/** Installs packages; rejects if apt does not succeed in three tries. */
export async function install(packages: readonly string[], { tell = () => undefined, signal }: AptOptions = {}) {
	const options = {
		cwd: '/',
		env: { ...environmentFor(process.execPath), DEBIAN_FRONTEND: 'noninteractive' },
		limitMs: 10 * 60_000,
		signal,
	};
	const allowServices = forbidServices();
	try {
		await retry(
			async () => {
				await run(apt, ['-q', ...aptOptions, 'update'], options);
				await run(apt, ['-q', '-y', ...aptOptions, 'install', '--no-install-recommends', ...packages], options);
			},
			`apt did not get ${packages.join(', ')}`,
			{ tell, signal },
		);
	} finally {
		allowServices();
	}
}

/** Debian starts a service as soon as it is installed, unless this file forbids it. Returns the function that removes the file. */
function forbidServices(): () => void {
	const policy = '/usr/sbin/policy-rc.d';
	if (existsSync(policy)) return () => {};
	writeFileSync(policy, '#!/bin/sh\nexit 101\n');
	chmodSync(policy, 0o755);
	return () => {
		rmSync(policy, { force: true });
	};
}

const tries = 3;

export type Tries = {
	/** Called with one sentence before each further try. */
	tell: (sentence: string) => void;
	pauseMs?: number;
	signal?: AbortSignal | undefined;
};

/** Repeats work that depends on the network until it succeeds; rejects with the reason of the last try. `what` begins the sentence: "npm did not get all packages". */
export async function retry<T>(work: () => Promise<T>, what: string, options: Tries): Promise<T> {
	const { tell, pauseMs = 10_000, signal } = options;
	for (let tried = 1; ; tried++) {
		try {
			return await work();
		} catch (reason) {
			if (tried === tries || signal?.aborted) throw reason;
			tell(`${what} at try ${tried} of ${tries}; trying again`);
			await sleep(pauseMs, undefined, signal && { signal });
		}
	}
}
