/** `npm run test:compat`: the end-to-end tests on every n8n in scripts/n8n, the newest first. Further arguments go to jest. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { supportedVersions } from './n8n/install';

async function passes(version: string): Promise<boolean> {
	process.stdout.write(`\nThe end-to-end tests on n8n ${version}\n`);
	const jest = require.resolve('jest/bin/jest');
	const asked = process.argv.slice(2);
	const child = spawn(process.execPath, [jest, ...asked, '--selectProjects', 'e2e', '--runInBand'], {
		stdio: 'inherit',
		env: { ...process.env, N8N_VERSION: version },
	});
	await once(child, 'close');
	return child.exitCode === 0;
}

async function main(): Promise<void> {
	const lines: string[] = [];
	for (const version of supportedVersions()) {
		const passed = await passes(version);
		if (!passed) process.exitCode = 1;
		lines.push(`  ${passed ? '✔' : '✖'} n8n ${version}`);
	}
	process.stdout.write(`\n${lines.join('\n')}\n`);
}

void main();
