import * as z from 'zod/v4';
import { grant } from '../build/libraries';

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

/** The reasons not to publish a release, each in a sentence; empty if there are none. */
export function releaseObstacles({ tag, manifest, changelog, repository }: Release): string[] {
	const { version, repository: named } = manifestShape.parse(manifest);
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
	return found;
}

const ownerShape = manifestShape.extend({
	author: z.object({ email: z.string() }).optional(),
	homepage: z.string().optional(),
});

/** The decisions that only the owner of the package can make, each in a sentence. Made-up values end in .example. */
export function decisionsOfTheOwner(manifest: unknown, security: string): string[] {
	const { repository, author } = ownerShape.parse(manifest);
	return [
		...(repository === ''
			? [
					'Repository: name it in package.json; npm accepts provenance only from there, and resolves the links of the README against it.',
				]
			: []),
		...(author === undefined || author.email.endsWith('.example')
			? ['Contact address: the author in package.json.']
			: []),
		...(/\S+@\S+\.example\b/.test(security) ? ['Contact address: the one in SECURITY.md.'] : []),
		'npm account: on npmjs.com, make GitHub Actions with publish.yml the trusted publisher of the package (once).',
	];
}

export type BuiltPackage = {
	manifest: unknown;
	/** The output of `npm pack --json`. */
	packed: unknown;
	changelog: string;
	/** The text of each file. */
	licences: string;
	bill: string;
	publishing: string;
};

const packedShape = z.tuple([z.object({ files: z.array(z.object({ path: z.string() })), size: z.number() })]);
const billShape = z.object({ components: z.array(z.object({ name: z.string(), version: z.string() })).min(1) });
const contentsShape = z.object({ n8n: z.object({ credentials: z.array(z.string()), nodes: z.array(z.string()) }) });
const mostBytes = 600_000;

/** The faults of the built package, each in a sentence: contents, licence texts, bill of materials, changelog, provenance. */
export function packageFaults({ manifest, packed, changelog, licences, bill, publishing }: BuiltPackage): string[] {
	const { version } = manifestShape.parse(manifest);
	const { n8n } = contentsShape.parse(manifest);
	const [{ files, size }] = packedShape.parse(packed);
	const paths = files.map(({ path }) => path);
	const needed = [...n8n.credentials, ...n8n.nodes, 'README.md', 'LICENSE', 'dist/cargoExchange.js'];
	const components = billShape.safeParse(bill === '' ? {} : JSON.parse(bill));
	const texts = licences.split(`\n${'-'.repeat(80)}\n\n`);
	return [
		...needed.filter((file) => !paths.includes(file)).map((file) => `The package lacks ${file}.`),
		...paths.filter((file) => /\.ts$|(^|\/)test\//.test(file)).map((file) => `The package contains ${file}.`),
		...(size > mostBytes ? [`The package has ${size} bytes, more than ${mostBytes}.`] : []),
		...(components.success ? [] : ['The bill of materials (dist/sbom.cdx.json) is missing or empty.']),
		...(components.data?.components ?? [])
			.filter(({ name, version: of }) => !texts.some((text) => text.startsWith(`${name} ${of} `) && grant.test(text)))
			.map(({ name }) => `The licence text of ${name} is missing.`),
		...(changelog.includes(`## [${version}]`) ? [] : [`CHANGELOG.md has no section ${version}.`]),
		...(publishing.includes('--provenance') && publishing.includes('id-token: write')
			? []
			: ['publish.yml publishes without a statement of provenance.']),
	];
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
