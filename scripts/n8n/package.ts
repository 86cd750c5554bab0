import { join } from 'node:path';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import type { Cleanup } from '../demo/cleanup';
import type { Step } from '../demo/terminal';
import { withLock } from './folderLock';
import { installN8n, n8nVersion } from './install';
import { type N8nServer, startN8n } from './server';
import { environmentFor, nodeForN8n, projectRoot, run, temporaryFolder } from './processes';
import { signIn } from './rest/session';

export type Preparation = {
	step: Step;
	cleanup: Cleanup;
	/** A temporary folder for the tarball and n8n's own folder. */
	folder: string;
	/** Folders outside it that workflows may write files to. */
	fileFolders?: string[];
	/** False if dist/ has just been built. */
	build: boolean;
	environment?: Record<string, string>;
	signal?: AbortSignal | undefined;
};

/** Starts an n8n with this package, packed and installed as users get it; if N8N_URL names one that is there, uses that. */
export async function startN8nWithPackage(preparation: Preparation): Promise<N8nServer> {
	const { N8N_URL: url } = process.env;
	if (url) return await preparation.step(`Look for the package in the n8n at ${url}`, () => runningN8n(url));
	const { step, cleanup, folder, fileFolders = [], build, environment = {}, signal } = preparation;
	const install = await step(`Install n8n ${n8nVersion} into the cache`, (tell) =>
		installN8n({ onProgress: tell, signal }),
	);
	const tarball = await step(build ? 'Build and pack this package' : 'Pack this package', () =>
		packPackage(join(folder, 'packed'), { build, signal }),
	);
	const userFolder = join(folder, 'n8n');
	const n8n = await step('Start n8n with the package installed in it', async () => {
		await installPackage(tarball, userFolder, signal);
		return await startN8n({ install, userFolder, fileFolders, environment, signal });
	});
	cleanup.add('n8n', () => n8n.stop());
	return n8n;
}

/** An n8n that is there, and stays: whoever started it has installed the package. N8N_USER_FOLDER is where its `.n8n` is, if it is on this machine. */
async function runningN8n(url: string): Promise<N8nServer> {
	const session = await signIn(url);
	if (!(await session.bytes('/types/nodes.json')).includes('n8n-nodes-cargo-exchange.cargoExchange'))
		throw new Error(`The n8n at ${url} does not have this package: docs/installation.md says how to install it.`);
	const nothing = () => Promise.resolve();
	const userFolder = process.env['N8N_USER_FOLDER'] ?? temporaryFolder();
	return { url, userFolder, pid: 0, log: () => Promise.resolve(''), stop: nothing };
}

/** Builds the package and packs it into `folder` as it would be published; returns the path of the tarball. */
export async function packPackage(
	folder: string,
	{ build, signal }: { build: boolean; signal?: AbortSignal | undefined },
): Promise<string> {
	const limits = { cwd: projectRoot, env: environmentFor(nodeForN8n), limitMs: 5 * 60_000, signal };
	await mkdir(folder, { recursive: true });
	// There is one dist/ for all: another start at the same time would pack what is half built.
	await withLock(
		join(projectRoot, 'node_modules', '.dist.lock'),
		() => undefined,
		async () => {
			if (build) await run(join(projectRoot, 'node_modules', '.bin', 'gulp'), ['pack'], limits);
			await run('npm', ['pack', '--pack-destination', folder], limits);
		},
	);
	const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
	if (!tarball) throw new Error(`npm pack left no tarball in ${folder}`);
	return join(folder, tarball);
}

/** Where npm puts the package in n8n's folder for community packages. */
export function installedPackage(userFolder: string): string {
	return join(userFolder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-cargo-exchange');
}

/**
 * Installs a tarball into n8n's folder for community packages, before n8n starts.
 * n8n then gives the nodes the names that production workflows store; nodes in its folder for custom extensions get other names.
 */
export async function installPackage(tarball: string, userFolder: string, signal?: AbortSignal): Promise<void> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	await mkdir(nodesFolder, { recursive: true });
	// Without this package.json, npm would install into a parent folder.
	await writeFile(
		join(nodesFolder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
	);
	// Without --legacy-peer-deps npm would install a second n8n-workflow, and n8n would not recognize our errors.
	const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--offline'];
	await run('npm', ['install', tarball, ...flags], {
		cwd: nodesFolder,
		env: environmentFor(nodeForN8n),
		limitMs: 120_000,
		signal,
	});
}
