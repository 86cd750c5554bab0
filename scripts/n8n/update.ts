/** `npm run n8n:update -- 2.42.0` replaces the newest n8n that the demo and the tests run in. Without a version it takes the latest one. */
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockedVersions, n8nVersion, npmNames, supportedVersions } from './install';
import { environmentFor, nodeForN8n, projectRoot, run, temporaryFolder } from './processes';

const npmFlags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];

function npm(cwd: string, args: string[]): Promise<string> {
	return run('npm', args, { cwd, env: environmentFor(nodeForN8n), limitMs: 15 * 60_000 });
}

/** Writes the lock file of another n8n into `folder`, which holds the recipe of the one before. */
async function lockAgain(folder: string, version: string): Promise<string> {
	const manifest = await readFile(join(folder, 'package.json'), 'utf8');
	await writeFile(join(folder, 'package.json'), manifest.replace(/("n8n": )"[^"]+"/, `$1"${version}"`));
	await rm(join(folder, 'package-lock.json'));
	await npm(folder, ['install', '--package-lock-only', ...npmFlags]);
	return await readFile(join(folder, 'package-lock.json'), 'utf8');
}

async function main(asked: string | undefined): Promise<void> {
	const version = asked ?? (await npm(projectRoot, ['view', 'n8n', 'version'])).trim();
	const before = supportedVersions()[0] ?? n8nVersion;
	const folder = temporaryFolder();
	process.stdout.write(`Resolving n8n ${version} (a minute or two)\n`);
	for (const [file, npmName] of npmNames) await copyFile(join(__dirname, before, file), join(folder, npmName));
	const lock = await lockAgain(folder, version);
	// n8n-workflow asks for exactly n8n's zod.
	const matching = lockedVersions(lock, ['n8n-core', 'n8n-workflow', 'zod']);
	process.stdout.write(`Installing ${matching.join(', ')}\n`);
	await npm(projectRoot, ['install', '--save-dev', '--save-exact', ...npmFlags, ...matching]);
	if (version !== before) await rename(join(__dirname, before), join(__dirname, version));
	for (const [file, npmName] of npmNames) await copyFile(join(folder, npmName), join(__dirname, version, file));
	process.stdout.write(`n8n ${version} replaces ${before}. Now run npm test and npm run test:e2e.\n`);
}

if (require.main === module) {
	main(process.argv[2]).catch((error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	});
}
