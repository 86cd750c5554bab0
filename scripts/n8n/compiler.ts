import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { install } from '../apt';

/**
 * Provides what rebuilding n8n's SQLite driver needs: a compiler and the header files of Node.js. It uses Node-API, so
 * those of any version from 18 on will do. Returns the folder that holds them.
 */
export async function provideBuildTools(onNote: (note: string) => void, signal?: AbortSignal): Promise<string | null> {
	const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
	const isMissing = (command: string) => !folders.some((folder) => existsSync(join(folder, command)));
	const packages = ['gcc', 'g++', 'make', 'python3'].filter(isMissing);
	if (!findHeaders(folders)) packages.push('libnode-dev');
	if (packages.length > 0) {
		onNote(`installing ${packages.join(', ')}`);
		await install(
			packages,
			"n8n's database driver has to be compiled here, and this machine lacks what it needs.",
			signal,
		);
	}
	return findHeaders(folders);
}

/** Looks for header files beside every node on PATH. */
function findHeaders(folders: string[]): string | null {
	const nodes = folders.map((folder) => join(folder, 'node')).filter((file) => existsSync(file));
	const prefixes = [process.execPath, ...nodes].map((file) => dirname(dirname(realpathSync(file))));
	const holdsHeaders = (prefix: string) => existsSync(join(prefix, 'include', 'node', 'node_api.h'));
	return [...prefixes, '/usr/local', '/usr'].find(holdsHeaders) ?? null;
}
