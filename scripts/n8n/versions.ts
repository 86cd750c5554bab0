import { readdirSync } from 'node:fs';

/** The n8n that can be installed here, newest first: each has a folder with its lock file. */
export function supportedVersions(): string[] {
	const inOrder = new Intl.Collator('en', { numeric: true });
	return readdirSync(__dirname)
		.filter((folder) => /^\d/.test(folder))
		.sort((a, b) => inOrder.compare(b, a));
}
