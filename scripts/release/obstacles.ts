import { z } from 'zod/v4';

const manifestShape = z.object({
	version: z.string(),
	repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]).default(''),
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

/** What keeps a release from being published, each in a sentence; empty when nothing does. */
export function releaseObstacles({ tag, manifest, changelog, repository }: Release): string[] {
	const { version, repository: named } = manifestShape.parse(manifest);
	const found: string[] = [];
	if (tag !== `v${version}`)
		found.push(`The tag is ${tag}, but package.json says ${version}: it has to be v${version}.`);
	const latest = versionsIn(changelog)[0];
	if (latest !== version) found.push(`The latest version in CHANGELOG.md is ${latest ?? 'none'}, not ${version}.`);
	if (hasUnreleased(changelog)) found.push('CHANGELOG.md has changes under Unreleased: put them under a version.');
	// npm refuses a provenance statement from another repository than the package names.
	if (!new RegExp(`github\\.com[/:]${repository}(\\.git)?$`).test(named)) {
		found.push(`package.json names ${named || 'no repository'}; it has to be https://github.com/${repository}.`);
	}
	return found;
}

/** The versions of a changelog, the latest first. */
export function versionsIn(changelog: string): string[] {
	return [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+[^\]]*)\]/gm)].map(([, version = '']) => version);
}

function hasUnreleased(changelog: string): boolean {
	const [, after = ''] = changelog.split('## [Unreleased]');
	const [section = ''] = after.split('\n## ');
	return section.trim() !== '';
}
