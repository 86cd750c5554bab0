import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { nodeForN8n, projectRoot } from './processes';

/** The node program that an n8n of this version runs under: 2.x wants 24 (the `node` package of this project), 1.x wants 20 or 22 (from PATH). */
export function nodeProgramFor(n8nVersion: string): string {
	if (!n8nVersion.startsWith('1.')) return nodeForN8n;
	const ours = join(projectRoot, 'node_modules');
	const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder && !folder.startsWith(ours));
	const fits = (program: string) =>
		existsSync(program) && /^v2[02]\./.test(execFileSync(program, ['--version'], { encoding: 'utf8' }));
	const found = folders.map((folder) => join(folder, 'node')).find(fits);
	if (!found) throw new Error(`n8n ${n8nVersion} runs under Node.js 20 or 22, and neither is on PATH.`);
	return found;
}
