/** Installs Debian packages where that is allowed, without starting the services in them. */
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentFor, run } from './n8n/processes';

const apt = '/usr/bin/apt-get';
/** Another program may be installing at this moment, and a mirror may be away for one. */
const patience = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3'];

export type AptOptions = { tell?: (line: string) => void; signal?: AbortSignal | undefined };

/** Whether there is apt, and we are root. */
export function mayInstall(): boolean {
	return process.getuid?.() === 0 && existsSync(apt);
}

/** Installs packages; rejects where apt does not manage at three tries. */
export async function install(packages: readonly string[], { tell = () => undefined, signal }: AptOptions = {}) {
	const options = {
		cwd: '/',
		env: { ...environmentFor(process.execPath), DEBIAN_FRONTEND: 'noninteractive' },
		limitMs: 10 * 60_000,
		...(signal && { signal }),
	};
	const allowServices = forbidServices();
	try {
		await retry(
			async () => {
				await run(apt, ['-q', ...patience, 'update'], options);
				await run(apt, ['-q', '-y', ...patience, 'install', '--no-install-recommends', ...packages], options);
			},
			`apt did not get ${packages.join(', ')}`,
			{ tell, signal },
		);
	} finally {
		allowServices();
	}
}

/** Debian starts a service as soon as it is installed, unless this file says no. Gives the function that takes it away again. */
function forbidServices(): () => void {
	const policy = '/usr/sbin/policy-rc.d';
	if (existsSync(policy)) return () => {};
	writeFileSync(policy, '#!/bin/sh\nexit 101\n');
	chmodSync(policy, 0o755);
	return () => {
		rmSync(policy, { force: true });
	};
}

export type Tries = {
	/** Told one sentence before each new try. */
	tell: (sentence: string) => void;
	tries?: number;
	pauseMs?: number;
	signal?: AbortSignal | undefined;
};

/** Does work that needs others on the network, and once more where it did not succeed; rejects with the last try's reason. `what`: the sentence's beginning, such as "npm did not get all packages". */
export async function retry<T>(work: () => Promise<T>, what: string, options: Tries): Promise<T> {
	const { tell, tries = 3, pauseMs = 10_000, signal } = options;
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
