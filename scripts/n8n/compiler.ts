import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { install, mayInstall } from '../apt';

/**
 * Rebuilding n8n's SQLite driver needs a compiler and the header files of Node.js. It uses Node-API, so any version from 18 on will do.
 * `packages` are the Debian packages of the missing tools.
 */
type BuildTools = { missing: string[]; packages: string[]; nodeDir: string | null };

const tools = [
	{ commands: ['gcc', 'cc'], package: 'gcc' },
	{ commands: ['g++', 'c++'], package: 'g++' },
	{ commands: ['make'], package: 'make' },
	{ commands: ['python3'], package: 'python3' },
];

/** Looks for the tools on PATH, and for header files beside every node on it. */
function findBuildTools(): BuildTools {
	const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
	const found = (command: string) => folders.some((folder) => existsSync(join(folder, command)));
	const absent = tools.filter(({ commands }) => !commands.some(found));
	const nodeDir = findHeaders(folders);
	return {
		missing: [...absent.map(({ commands }) => commands[0] ?? ''), ...(nodeDir ? [] : ['the header files of Node.js'])],
		packages: [...absent.map((tool) => tool.package), ...(nodeDir ? [] : ['libnode-dev'])],
		nodeDir,
	};
}

function findHeaders(folders: string[]): string | null {
	const nodes = folders.map((folder) => join(folder, 'node')).filter((file) => existsSync(file));
	const prefixes = [process.execPath, ...nodes].map((file) => dirname(dirname(realpathSync(file))));
	const holdsHeaders = (prefix: string) => existsSync(join(prefix, 'include', 'node', 'node_api.h'));
	return [...prefixes, '/usr/local', '/usr'].find(holdsHeaders) ?? null;
}

/** Provides everything that compiling the SQLite driver needs: installs it with apt if we may, otherwise throws a sentence that says what to install. */
export async function provideBuildTools(onNote: (note: string) => void, signal?: AbortSignal): Promise<BuildTools> {
	const before = findBuildTools();
	if (before.missing.length === 0) return before;
	if (!mayInstall()) {
		throw new Error(
			`n8n's database driver has to be compiled here, and this machine lacks ${before.missing.join(', ')}. ` +
				`Install them (on Debian or Ubuntu: apt-get install ${before.packages.join(' ')}) and start again.`,
		);
	}
	onNote(`installing ${before.packages.join(', ')}`);
	await install(before.packages, { tell: onNote, signal });
	return findBuildTools();
}
