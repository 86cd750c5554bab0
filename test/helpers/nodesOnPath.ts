import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** n8n's oldest. */
const oldest = 'v22.19.0';

/** Every Node.js on the PATH that the package supports, by version: npm puts Node 24 first, the machine's own follows. */
export function nodesOnPath(): string[] {
	const found = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'node'));
	const byVersion = new Map(
		found
			.filter((file) => existsSync(file))
			.map((file) => [execFileSync(file, ['-v'], { encoding: 'utf8' }).trim(), file]),
	);
	const inOrder = new Intl.Collator('en', { numeric: true });
	return [...byVersion].flatMap(([version, file]) => (inOrder.compare(version, oldest) >= 0 ? [file] : []));
}
