import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { provideBuildTools } from './compiler';
import { fillOnce } from './folderLock';
import { nodeOf } from './nodeProgram';
import { checkRegistry, checkSpace, explainFailure } from './obstacles';
import { environmentFor, run, type CommandOptions } from './processes';

/** The versions of n8n that can be installed here, newest first: each has a folder with its lock file. */
export function supportedVersions(): string[] {
	const inOrder = new Intl.Collator('en', { numeric: true });
	return readdirSync(__dirname)
		.filter((folder) => /^\d/.test(folder))
		.sort((a, b) => inOrder.compare(b, a));
}

/** What the files of such a folder are called where npm reads them: n8n's scanner takes each package.json for a package of ours. */
export const npmNames = [
	['manifest.json', 'package.json'],
	['lock.json', 'package-lock.json'],
] as const;

/** The n8n that the demo and the end-to-end tests run in: the newest, or the one that N8N_VERSION names. */
export const n8nVersion = process.env['N8N_VERSION'] || (supportedVersions()[0] ?? '');

/** What an installed n8n takes, with what the compiler needs meanwhile. */
const neededGb = 2.5;

/** A finished n8n: `folder` holds node_modules, `node` is the Node it was installed with and must run under. */
export type N8nInstall = { folder: string; node: string };

/** `onProgress`: gets what is being done. */
export type InstallOptions = { onProgress?: (note: string) => void; signal?: AbortSignal | undefined };

/**
 * Gives a ready n8n from the user's cache folder, and installs it there first if it is missing (several minutes, about 2.2 GB).
 * The folder's name contains the lock file's hash.
 */
export async function installN8n(options: InstallOptions = {}): Promise<N8nInstall> {
	const { onProgress = () => undefined, signal } = options;
	const folder = await installFolder();
	const node = await nodeOf(join(__dirname, n8nVersion, 'manifest.json'), {
		cacheFolder: defaultCacheFolder(),
		signal,
	});
	const onWait = () => {
		onProgress('another process is installing it; waiting');
	};
	await fillOnce(folder, onWait, async (unfinished) => {
		await checkSpace(defaultCacheFolder(), { neededGb });
		for (const [file, npmName] of npmNames)
			await copyFile(join(__dirname, n8nVersion, file), join(unfinished, npmName));
		await installInto({ folder: unfinished, node }, { onProgress, signal });
	}).catch((reason: unknown) => {
		throw explainFailure(reason);
	});
	return { folder, node };
}

/** Where the n8n is, or will be, installed. */
export async function installFolder(): Promise<string> {
	const lock = join(__dirname, n8nVersion, 'lock.json');
	if (!existsSync(lock)) throw new Error(`scripts/n8n has no lock file for n8n ${n8nVersion}.`);
	const hash = createHash('sha256')
		.update(await readFile(lock))
		.digest('hex')
		.slice(0, 12);
	return join(defaultCacheFolder(), `n8n-${n8nVersion}-${hash}`);
}

/** Where finished installs are kept: outside the checkout, so that a clean clone finds them again. */
export function defaultCacheFolder(): string {
	const base = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
	return join(base, 'n8n-nodes-cargo-exchange');
}

async function installInto(
	{ folder, node }: N8nInstall,
	{ onProgress, signal }: Required<InstallOptions>,
): Promise<void> {
	const nodeDir = await provideBuildTools(node, onProgress, signal);
	const npm = { cwd: folder, env: environmentFor(node), signal };
	await checkRegistry(npm);
	onProgress('fetching packages and compiling the database driver');
	const [driver] = await Promise.all([compileDriver(join(folder, 'driver'), { npm, nodeDir }), fetchPackages(npm)]);
	await cp(driver, join(folder, 'node_modules/sqlite3/build'), { recursive: true });
	await rm(join(folder, 'driver'), { recursive: true });
	// Loading it is the proof: a rebuild that did nothing also exits with code 0.
	await run(node, ['-e', 'require("sqlite3")'], { ...npm, limitMs: 60_000 });
}

type Npm = Omit<CommandOptions, 'limitMs'> & { cwd: string };

// Without install scripts: one of them downloads from elsewhere, and npm would roll everything back.
const flags = ['--ignore-scripts', '--legacy-peer-deps', '--prefer-offline', '--no-audit', '--no-fund'];

/** Not `npm ci`: it refuses if a registry lacks the packages for other platforms. */
async function fetchPackages(npm: Npm): Promise<void> {
	// Downloaded packages are in npm's cache, so the next attempt continues from there.
	for (let tried = 1; ; tried++) {
		try {
			await run('npm', ['install', ...flags], { ...npm, limitMs: 20 * 60_000 });
			return;
		} catch (reason) {
			if (tried === 3 || npm.signal?.aborted) throw reason;
			await checkRegistry(npm);
		}
	}
}

/**
 * SQLite's driver, compiled in a folder of its own. Returns what was built.
 * A prebuilt driver would come from outside the registry, and may need a newer system than this one.
 */
async function compileDriver(folder: string, { npm, nodeDir }: { npm: Npm; nodeDir: string }): Promise<string> {
	const driver = lockedVersions(await readFile(join(npm.cwd, 'package-lock.json'), 'utf8'), ['sqlite3']);
	await mkdir(folder);
	await writeFile(join(folder, 'package.json'), '{}');
	const there = { ...npm, cwd: folder, limitMs: 15 * 60_000 };
	await run('npm', ['install', ...flags, ...driver], there);
	// node-gyp reads these from the environment; npm warns about flags and will drop them.
	const env = {
		...npm.env,
		npm_config_build_from_source: 'true',
		npm_config_nodedir: nodeDir,
	};
	await run('npm', ['rebuild', 'sqlite3'], { ...there, env });
	return join(folder, 'node_modules/sqlite3/build');
}

const lockFile = z.object({ packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })) });

/** The version of each package in the lock file of an n8n, as `name@version`. */
export function lockedVersions(lock: string, names: readonly string[]): string[] {
	const { packages } = lockFile.parse(JSON.parse(lock));
	return names.map((name) => {
		const version = packages[`node_modules/${name}`]?.version;
		if (version === undefined) throw new Error(`The lock file of n8n has no ${name}.`);
		return `${name}@${version}`;
	});
}
