import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentFor, nodeForN8n, projectRoot, run } from './processes';

/** Bundles the package and packs it into `folder` as it would be published; gives the tarball's path. */
export async function packPackage(folder: string, options: { build: boolean; signal?: AbortSignal }): Promise<string> {
	const limits = {
		cwd: projectRoot,
		env: environmentFor(nodeForN8n),
		limitMs: 5 * 60_000,
		...(options.signal && { signal: options.signal }),
	};
	await mkdir(folder, { recursive: true });
	if (options.build) await run(join(projectRoot, 'node_modules', '.bin', 'gulp'), ['pack'], limits);
	await run('npm', ['pack', '--pack-destination', folder], limits);
	const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
	if (!tarball) throw new Error(`npm pack left no tarball in ${folder}`);
	return join(folder, tarball);
}

/**
 * Installs a tarball into n8n's folder for community packages, before n8n starts.
 * n8n then knows the nodes by the names that production workflows store; its folder for custom extensions would give them others.
 */
export async function installPackage(tarball: string, userFolder: string, signal?: AbortSignal): Promise<void> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	await mkdir(nodesFolder, { recursive: true });
	// Without a package.json of its own, npm would install into a folder further up.
	await writeFile(
		join(nodesFolder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
	);
	// Without --legacy-peer-deps a second n8n-workflow would come along, and n8n would not know our errors as its own.
	const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--offline'];
	await run('npm', ['install', tarball, ...flags], {
		cwd: nodesFolder,
		env: environmentFor(nodeForN8n),
		limitMs: 120_000,
		...(signal && { signal }),
	});
}
