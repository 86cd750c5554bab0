/** The libraries in the bundle, their licence texts and the bill of materials. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import * as z from 'zod/v4';

const manifest = z.object({
	name: z.string(),
	version: z.string(),
	license: z.string(),
	description: z.string().optional(),
	dependencies: z.record(z.string(), z.string()).default({}),
});
const lock = z.object({ packages: z.record(z.string(), z.looseObject({ integrity: z.string().optional() })) });

type Manifest = z.infer<typeof manifest>;
export type Library = Manifest & { licenceText: string; integrity: string | undefined };

/** A licence text grants permission; a file that only names a licence does not. */
export const grant = /permission is hereby granted|permission to use, copy, modify|redistribution and use in source/i;

/** The libraries of which at least one byte is in the bundle, by name. Throws if one ships no permission text. */
export function librariesIn(metafile: Metafile, root: string): Library[] {
	const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) =>
		Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
	);
	// The innermost folder: a library may have another one in its own node_modules.
	const folders = bundled.map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? '');
	const { packages } = lock.parse(readJson(path.join(root, 'package-lock.json')));
	return [...new Set(folders)]
		.filter((folder) => folder !== '')
		.sort()
		.map((folder) => {
			const library = readManifest(path.join(root, folder));
			const licences = readdirSync(path.join(root, folder))
				.filter((file) => /^(licen[cs]e|copying)/i.test(file))
				.map((file) => readFileSync(path.join(root, folder, file), 'utf8'))
				.filter((text) => grant.test(text));
			if (licences.length === 0) throw new Error(`${library.name} is bundled, but ships no licence text.`);
			return { ...library, licenceText: licences.join('\n'), integrity: packages[folder]?.integrity };
		});
}

/** undici's HTTP parser is compiled from llhttp, whose licence text undici's package does not include. */
const llhttp = readFileSync(path.join(__dirname, 'llhttp-LICENSE.txt'), 'utf8');

/** The licence texts, as the licences ask. */
export function licenceNotices(libraries: Library[]): string {
	return libraries
		.flatMap(({ name, version, license, licenceText }) => [
			`${name} ${version} (${license})\n\n${licenceText}`,
			...(name === 'undici' ? [`llhttp, compiled into undici ${version} (MIT)\n\n${llhttp}`] : []),
		])
		.join(`\n${'-'.repeat(80)}\n\n`);
}

/** A CycloneDX 1.6 bill of materials, without a date and a serial number, so that two builds of the same sources give the same text. */
export function billOfMaterials(libraries: Library[], root: string): object {
	const own = readManifest(root);
	const names = libraries.map(({ name }) => name);
	const refs = new Map(libraries.map((library) => [library.name, purlOf(library)]));
	const needs = ({ dependencies }: Manifest) => Object.keys(dependencies).flatMap((name) => refs.get(name) ?? []);
	const inner = new Set(libraries.flatMap(({ dependencies }) => Object.keys(dependencies)));
	const direct = names.filter((name) => !inner.has(name)).flatMap((name) => refs.get(name) ?? []);
	return {
		$schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		version: 1,
		metadata: { lifecycles: [{ phase: 'build' }], component: componentOf(own) },
		components: libraries.map((library) => ({
			...componentOf(library),
			scope: 'required',
			...(library.integrity !== undefined && { hashes: [hashOf(library.integrity)] }),
		})),
		dependencies: [
			{ ref: purlOf(own), dependsOn: direct },
			...libraries.map((library) => ({ ref: purlOf(library), dependsOn: needs(library) })),
		],
	};
}

function componentOf(of: Manifest): object {
	const [group, name] = of.name.startsWith('@') ? of.name.split('/') : [undefined, of.name];
	return {
		type: 'library',
		'bom-ref': purlOf(of),
		...(group !== undefined && { group }),
		name,
		version: of.version,
		...(of.description !== undefined && { description: of.description }),
		licenses: [{ license: { id: of.license } }],
		purl: purlOf(of),
	};
}

function purlOf({ name, version }: Manifest): string {
	return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** npm's `sha512-<base64>` of the tarball, as CycloneDX writes it. */
function hashOf(integrity: string): object {
	const [, base64 = ''] = /^sha512-(.+)$/.exec(integrity) ?? [];
	return { alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') };
}

function readManifest(folder: string): Manifest {
	return manifest.parse(readJson(path.join(folder, 'package.json')));
}

function readJson(file: string): unknown {
	return JSON.parse(readFileSync(file, 'utf8'));
}
