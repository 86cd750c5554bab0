/** Installs Debian packages where that is allowed, without starting the services in them. */
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { again } from './again';
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
		await again(
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
