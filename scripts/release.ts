/**
 * `npx tsx scripts/release.ts v1.2.3`, run by .github/workflows/publish.yml, checks whether the tag fits; `--notes`
 * prints the notes of the release. That the package is complete, test/package.test.ts shows.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/v4';

const manifestShape = z.object({
	version: z.string(),
	repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]).default(''),
	author: z.object({ email: z.string() }).optional(),
});

export type Release = {
	/** The tag that starts the release: the version with a v before it. */
	tag: string;
	/** package.json, parsed. */
	manifest: unknown;
	changelog: string;
	/** `owner/name` on GitHub of the repository that publishes. */
	repository: string;
};

/** The reasons not to publish a release, each in a sentence; empty if there are none. */
export function releaseObstacles({ tag, manifest, changelog, repository }: Release): string[] {
	const { version, repository: named, author } = manifestShape.parse(manifest);
	const found: string[] = [];
	if (tag !== `v${version}`)
		found.push(`The tag is ${tag}, but package.json says ${version}: it has to be v${version}.`);
	const latest = versionsIn(changelog)[0];
	if (latest !== version) found.push(`The latest version in CHANGELOG.md is ${latest ?? 'none'}, not ${version}.`);
	if (hasUnreleased(changelog)) found.push('CHANGELOG.md has changes under Unreleased: put them under a version.');
	// npm rejects a provenance statement from a repository that the package does not name.
	if (!new RegExp(`github\\.com[/:]${repository}(\\.git)?$`).test(named)) {
		found.push(`package.json names ${named || 'no repository'}; it has to be https://github.com/${repository}.`);
	}
	if (author === undefined || author.email.endsWith('.example'))
		found.push('package.json has no real contact address of the author; check that in SECURITY.md as well.');
	return found;
}

/** The versions of a changelog, the latest first. */
export function versionsIn(changelog: string): string[] {
	return [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+[^\]]*)\]/gm)].map(([, version = '']) => version);
}

function hasUnreleased(changelog: string): boolean {
	return changesOf(changelog, 'Unreleased') !== '';
}

/** What a changelog says about a version. */
export function changesOf(changelog: string, version: string): string {
	const [, after = ''] = changelog.split(`## [${version}]`);
	const [section = ''] = after.split('\n## ');
	return section.replace(/^.*\n/, '').trim();
}

function main(tag: string): void {
	const read = (file: string) => readFileSync(join(__dirname, '..', file), 'utf8');
	const manifest: unknown = JSON.parse(read('package.json'));
	if (tag === '--notes') {
		process.stdout.write(`${changesOf(read('CHANGELOG.md'), manifestShape.parse(manifest).version)}\n`);
		return;
	}
	const repository = process.env['GITHUB_REPOSITORY'] ?? '';
	for (const obstacle of releaseObstacles({ tag, manifest, changelog: read('CHANGELOG.md'), repository })) {
		process.stderr.write(`✖ ${obstacle}\n`);
		process.exitCode = 1;
	}
}

if (require.main === module) main(process.argv[2] ?? '');
