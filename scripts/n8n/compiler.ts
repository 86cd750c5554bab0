import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { install } from '../apt';

/**
 * Provides what rebuilding n8n's SQLite driver needs, and returns the folder with header files of Node.js: those of the `node` package
 * that n8n runs under. (Debian's package with header files brings another Node.js, in the place of this one.)
 */
export async function provideBuildTools(
	node: string,
	onProgress: (note: string) => void,
	signal?: AbortSignal,
): Promise<string> {
	const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
	const missing = ['gcc', 'g++', 'make', 'python3'].filter(
		(command) => !folders.some((folder) => existsSync(join(folder, command))),
	);
	if (missing.length > 0) {
		const lack = "n8n's database driver has to be compiled here, and this machine lacks what it needs.";
		await install(missing, { lack, onProgress, signal });
	}
	return findHeaders(node);
}

/** In the package for this platform that the `node` package has installed. */
function findHeaders(node: string): string {
	const packages = join(dirname(node), '..', 'node_modules');
	const folders = existsSync(packages) ? readdirSync(packages).map((name) => join(packages, name)) : [];
	const found = folders.find((folder) => existsSync(join(folder, 'include', 'node', 'node_api.h')));
	if (!found) throw new Error('The header files of Node.js are missing: run npm ci.');
	return found;
}
