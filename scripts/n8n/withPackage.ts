import { join } from 'node:path';
import type { Cleanup } from '../demo/cleanup';
import type { Step } from '../demo/terminal';
import { installN8n, n8nVersion } from './install';
import { startN8n, type N8nServer } from './server';
import { installPackage, packPackage } from './tarball';

export type PreparedN8n = { n8n: N8nServer; tarball: string };

export type Preparation = {
	step: Step;
	cleanup: Cleanup;
	/** A temporary folder for the tarball and n8n's own folder. */
	folder: string;
	/** Folders outside it that workflows may write files to. */
	fileFolders?: string[];
	/** False where dist/ has just been built. */
	build: boolean;
	environment?: Record<string, string>;
	signal?: AbortSignal;
};

/** A running n8n with this package in it, packed and installed as users get it. */
export async function startN8nWithPackage(preparation: Preparation): Promise<PreparedN8n> {
	const { step, cleanup, folder, fileFolders = [], build, environment = {}, signal } = preparation;
	const stop = signal ? { signal } : {};
	const install = await step(`Install n8n ${n8nVersion} into the cache`, (tell) =>
		installN8n({
			onProgress: ({ note, share }) => {
				tell(note, share);
			},
			...stop,
		}),
	);
	const tarball = await step(build ? 'Build and pack this package' : 'Pack this package', () =>
		packPackage(join(folder, 'packed'), { build, ...stop }),
	);
	const userFolder = join(folder, 'n8n');
	const n8n = await step('Start n8n with the package installed in it', async () => {
		await installPackage(tarball, userFolder, signal);
		return await startN8n({ install, userFolder, fileFolders, environment, ...stop });
	});
	cleanup.add('n8n', () => n8n.stop());
	return { n8n, tarball };
}
