/**
 * `npm run release -- v1.2.3`, run by .github/workflows/publish.yml after the build: checks whether the tag fits, and packs what npm
 * publishes into release/, with the bill of materials and the notes of the release. That the package is complete, test/package.test.ts shows.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/v4';

const manifestShape = z.object({
	version: z.string(),
	repository: z.string().default(''),
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
	// npm rejects a provenance statement from a repository that the package does not name; links of the documentation begin with it.
	const wanted = repository === '' ? 'the address of the repository on GitHub' : `https://github.com/${repository}`;
	if (named === '' || (repository !== '' && named !== wanted))
		found.push(`"repository" in package.json is "${named}"; it has to be ${wanted}.`);
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

/** A page of the repository with absolute links and pictures: elsewhere, such as on npm, relative ones lead nowhere. */
export function withAbsoluteLinks(page: string, { repository, version }: z.infer<typeof manifestShape>): string {
	return page.replace(/\]\((?!https?:|#)([^)]+)\)/g, (_link, target: string) => {
		const view = target.endsWith('.png') ? 'raw' : 'blob';
		return `](${repository}/${view}/v${version}/${target})`;
	});
}

const root = join(__dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Packs what `npm run build` has left in dist/; the files of the repository stay as they are. */
function packRelease(manifest: z.infer<typeof manifestShape>): void {
	const folder = join(root, 'release');
	const content = join(folder, 'package');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(content, { recursive: true });
	for (const part of ['dist', 'LICENSE', 'package.json'])
		cpSync(join(root, part), join(content, part), { recursive: true });
	writeFileSync(join(content, 'README.md'), withAbsoluteLinks(read('README.md'), manifest));
	execFileSync('npm', ['pack', content, '--ignore-scripts', '--pack-destination', folder], { stdio: 'inherit' });
	rmSync(content, { recursive: true });
	cpSync(join(root, 'dist/sbom.cdx.json'), join(folder, 'sbom.cdx.json'));
	writeFileSync(join(folder, 'notes.md'), `${changesOf(read('CHANGELOG.md'), manifest.version)}\n`);
}

function main(tag: string): void {
	const manifest = manifestShape.parse(JSON.parse(read('package.json')));
	const repository = process.env['GITHUB_REPOSITORY'] ?? '';
	const obstacles = releaseObstacles({ tag, manifest, changelog: read('CHANGELOG.md'), repository });
	for (const obstacle of obstacles) process.stderr.write(`✖ ${obstacle}\n`);
	if (obstacles.length > 0) process.exitCode = 1;
	else packRelease(manifest);
}

if (require.main === module) main(process.argv[2] ?? '');
