import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import Ajv from 'ajv';
import * as undici from 'undici';
import * as z from 'zod/v4';
import { grant } from '../scripts/build/libraries';
import { nodesOnPath } from './helpers/nodesOnPath';

/** What is published: the folder that `gulp pack` has built, looked at as npm and n8n look at it. */
const root = path.resolve(__dirname, '..');

const manifest = z
	.object({
		dependencies: z.record(z.string(), z.string()).optional(),
		peerDependencies: z.record(z.string(), z.string()),
		n8n: z.object({ credentials: z.array(z.string()), nodes: z.array(z.string()) }),
	})
	.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));

const entries = [...manifest.n8n.credentials, ...manifest.n8n.nodes];
const classNameOf = (entry: string) => path.basename(entry).split('.')[0] ?? '';

/** All that may be in the bundle, by name. */
const allowedLibraries = ['amqplib', 'fastest-levenshtein', 'luxon', 'proxy-from-env', 'undici', 'zod'];

/** What the bundle holds, by name, as its bill of materials lists it. */
function bundledLibraries(): string[] {
	const { components } = z
		.object({ components: z.array(z.object({ name: z.string() })) })
		.parse(readJson('dist/sbom.cdx.json'));
	return components.map(({ name }) => name);
}

function versionOf(library: string): string {
	return z.object({ version: z.string() }).parse(readJson(`node_modules/${library}/package.json`)).version;
}

function readJson(file: string): unknown {
	return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

const kilobytes = (bytes: number) => Math.round(bytes / 1_000);

/** What CycloneDX's own schema finds wrong with a bill of materials. */
function faultsOf(bill: unknown): unknown[] {
	const folder = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';
	const schema = (file: string) => z.looseObject({}).parse(readJson(`${folder}/${file}`));
	const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
	// The main schema refers to the others by these names, beside its own address.
	for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
		const file = `${name}.SNAPSHOT.schema.json`;
		ajv.addSchema({ ...schema(file), $id: `http://cyclonedx.org/schema/${file}` });
	}
	const validate = ajv.compile(schema('bom-1.6.SNAPSHOT.schema.json'));
	void validate(bill);
	return validate.errors ?? [];
}

/** What npm would publish: the files, and their size in bytes. */
function packedPackage(): { files: Array<{ path: string }>; packed: number; unpacked: number } {
	const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [reply] = z
		.tuple([z.object({ files: z.array(z.object({ path: z.string() })), size: z.number(), unpackedSize: z.number() })])
		.parse(JSON.parse(output));
	return { files: reply.files, packed: reply.size, unpacked: reply.unpackedSize };
}

describe('the published package', () => {
	it('has of undici what the library itself exports under these names', () => {
		const required: unknown = createRequire(__filename)('../scripts/build/undiciParts.cjs');
		const parts = Object.entries(z.record(z.string(), z.unknown()).parse(required));
		expect(parts.map(([name]) => name)).toEqual(['Agent', 'Pool', 'ProxyAgent', 'buildConnector']);
		expect(parts.filter(([name, part]) => part !== Reflect.get(undici, name))).toEqual([]);
	});

	it('brings everything along: no dependencies but the n8n it runs in', () => {
		expect(manifest.dependencies ?? {}).toEqual({});
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	it('holds what n8n loads, the icons and the search words, and no sources or tests', () => {
		const files = packedPackage().files.map((file) => file.path);
		expect(files).toEqual(expect.arrayContaining(entries));
		expect(files).toEqual(expect.arrayContaining(['dist/cargoExchange.js', 'README.md', 'LICENSE', 'package.json']));
		for (const node of ['CargoExchange', 'CargoExchangeTrigger', 'CargoExchangePollingTrigger']) {
			expect(files).toContain(`dist/nodes/CargoExchange/${node}.node.json`);
		}
		expect(files).toContain('dist/nodes/CargoExchange/cargoExchange.svg');
		expect(files).toContain('dist/nodes/CargoExchange/cargoExchange.dark.svg');
		expect(files).toContain('dist/nodes/CargoExchange/__schema__/v1.0.0/set/search.json');
		expect(files.filter((file) => file.endsWith('.ts') || file.includes('test/'))).toEqual([]);
	});

	it('is small, and holds nothing but what users need', () => {
		const { files, packed, unpacked } = packedPackage();
		process.stdout.write(`The package: ${kilobytes(packed)} kB packed, ${kilobytes(unpacked)} kB unpacked\n`);
		const parts = [...entries, ...entries.map((entry) => entry.replace(/\.js$/, '.json'))];
		const expected =
			/^(package\.json|README\.md|LICENSE|dist\/(cargoExchange\.js|THIRD-PARTY-LICENSES\.txt|sbom\.cdx\.json|nodes\/CargoExchange\/(\w+(\.dark)?\.svg|__schema__\/[\w./-]+\.json)))$/;
		expect(files.map((file) => file.path).filter((file) => !parts.includes(file) && !expected.test(file))).toEqual([]);
		expect(packed).toBeLessThan(400_000);
	});

	it('carries the licence texts of the libraries in the bundle', () => {
		const notices = readFileSync(path.join(root, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
		const texts = notices.split(`\n${'-'.repeat(80)}\n\n`);
		expect(texts.map((text) => text.split('\n')[0])).toEqual(
			bundledLibraries().flatMap((library) => [
				`${library} ${versionOf(library)} (MIT)`,
				...(library === 'undici' ? [`llhttp, compiled into undici ${versionOf('undici')} (MIT)`] : []),
			]),
		);
		expect(texts.filter((text) => !grant.test(text) || !/copyright/i.test(text))).toEqual([]);
	});

	it('carries a bill of materials of the same libraries, in the form that CycloneDX asks for', () => {
		const bill: unknown = JSON.parse(readFileSync(path.join(root, 'dist/sbom.cdx.json'), 'utf8'));
		expect(faultsOf(bill)).toEqual([]);
		const { components } = z.object({ components: z.array(z.object({ purl: z.string() })) }).parse(bill);
		expect(components.map(({ purl }) => purl)).toEqual(
			bundledLibraries().map((library) => `pkg:npm/${library}@${versionOf(library)}`),
		);
		expect(allowedLibraries).toEqual(expect.arrayContaining(bundledLibraries()));
		expect(faultsOf({ ...z.looseObject({}).parse(bill), components: [{ name: 'undici' }] })).not.toEqual([]);
	});

	it('keeps the entries thin: the code is in one file that all of them require', () => {
		for (const entry of entries) expect(statSync(path.join(root, entry)).size).toBeLessThan(200);
	});

	it.each(nodesOnPath())('loads with %s, and every entry gives the class of its name', (node) => {
		const script = `const classes = ${JSON.stringify(entries)}.map((entry) => require('./' + entry));
			console.log(JSON.stringify(classes.map((exported) => Object.keys(exported).filter((name) => new exported[name]()))));`;
		const printed = execFileSync(node, ['-e', script], { cwd: root, encoding: 'utf8' });
		expect(JSON.parse(printed)).toEqual(entries.map((entry) => [classNameOf(entry)]));
	});

	it('names in its registration every node and credential that exists', () => {
		const listed = execFileSync('git', ['ls-files', 'credentials', 'nodes'], { cwd: root, encoding: 'utf8' }).split(
			'\n',
		);
		const sources = listed.filter((file) => /\.(node|credentials)\.ts$/.test(file));
		expect(sources.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`).sort()).toEqual([...entries].sort());
	});
});
