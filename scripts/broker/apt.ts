/** Installs Debian packages where that is allowed, without starting the services in them. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const apt = '/usr/bin/apt-get';

/** Whether there is apt, and we are root. */
export function mayInstall(): boolean {
	return process.getuid?.() === 0 && existsSync(apt);
}

/** Installs packages; rejects where apt does not manage. */
export async function install(...packages: string[]): Promise<void> {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const limits = { env, timeout: 600_000, maxBuffer: 64 * 1024 * 1024 };
	const allowServices = forbidServices();
	try {
		await run(apt, ['-q', 'update'], limits);
		await run(apt, ['-q', '-y', 'install', '--no-install-recommends', ...packages], limits);
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
