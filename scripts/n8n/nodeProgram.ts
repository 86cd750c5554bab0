import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/v4';
import { fillOnce } from './folderLock';
import { environmentFor, nodeForN8n, run } from './processes';

const manifest = z.object({ engines: z.object({ node: z.string() }).optional() });

type Options = { cacheFolder: string; signal?: AbortSignal | undefined };

/** The node program for an n8n: the version that its manifest names, from the cache folder; without one, the Node 24 of this project. */
export async function nodeOf(manifestFile: string, options: Options): Promise<string> {
	const parsed: unknown = JSON.parse(await readFile(manifestFile, 'utf8'));
	const { engines } = manifest.parse(parsed);
	return engines ? await provideNode(engines.node, options) : nodeForN8n;
}

/** The `node` package of npm, installed in a folder of its own. */
async function provideNode(version: string, { cacheFolder, signal }: Options): Promise<string> {
	const folder = join(cacheFolder, `node-${version}`);
	await fillOnce(
		folder,
		() => undefined,
		async (unfinished) => {
			// Its install script brings the program for this platform.
			await run('npm', ['install', '--prefix', unfinished, '--no-audit', '--no-fund', `node@${version}`], {
				cwd: unfinished,
				env: environmentFor(nodeForN8n),
				limitMs: 10 * 60_000,
				signal,
			});
		},
	);
	return join(folder, 'node_modules', 'node', 'bin', 'node');
}
