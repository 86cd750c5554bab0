import { readdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/v4';
import { supportedVersions } from '../../scripts/n8n/install';
import { allPages, read, root } from './pages';
import { shipped } from '../helpers/sources';
import { exampleNames } from '../../scripts/demo/examples';

const manifest = z
	.object({
		name: z.string(),
		version: z.string(),
		scripts: z.record(z.string(), z.string()),
		devDependencies: z.object({ node: z.string() }),
	})
	.parse(JSON.parse(read('package.json')));

const minor = (version = '') => version.split('.').slice(0, 2).join('.');

const major = (version: string) => version.split('.')[0];

it('the README names the versions of n8n and Node.js that are tested', () => {
	const [newest, oldest] = [supportedVersions().at(0), supportedVersions().at(-1)];
	const { engines } = z
		.object({ engines: z.object({ node: z.string() }) })
		.parse(JSON.parse(read(`scripts/n8n/${oldest ?? ''}/manifest.json`)));
	expect(read('README.md')).toContain(
		`Tested with n8n ${minor(oldest)} and ${minor(newest)} on Node.js ${major(engines.node)} and ${major(manifest.devDependencies.node)},`,
	);
});

it('the installation page names the file that npm pack makes', () => {
	const named = [...read('docs/installation.md').matchAll(/\/([\w.-]+\.tgz)/g)].map(([, file]) => file);
	expect(named).toEqual([`${manifest.name}-${manifest.version}.tgz`]);
});

it('every command of npm that a page names exists', () => {
	const named = allPages().flatMap((file) =>
		[...read(file).matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => ({ file, script })),
	);
	expect(named.length).toBeGreaterThan(5);
	expect(named.filter(({ script }) => !(script in manifest.scripts))).toEqual([]);
});

it('every picture of the documentation is shown on a page and taken by a script', () => {
	const pages = allPages().map(read).join('\n');
	const scripts = ['screenshots', 'firstHour'].flatMap((folder) =>
		readdirSync(path.join(root, 'scripts', folder)).map((file) => read(`scripts/${folder}/${file}`)),
	);
	const pictures = readdirSync(path.join(root, 'docs/images'));
	expect(pictures.length).toBeGreaterThan(5);
	expect(pictures.filter((file) => !pages.includes(`images/${file}`))).toEqual([]);
	const named = (file: string) => file.replace(/\.\w+$/, '');
	const examples = exampleNames.map((name) => `example-${name}`);
	const taken = (file: string) => [...scripts, ...examples].some((script) => script.includes(named(file)));
	expect(pictures.filter((file) => file.endsWith('.png') && !taken(file))).toEqual([]);
});

/** What somebody reads who builds workflows, without the reference of the action node. */
const forUsers = [
	...['README', 'docs/first-hour', 'docs/before-you-publish', 'docs/examples', 'docs/import', 'docs/import-columns'],
	...['docs/trigger-node', 'docs/polling-trigger', 'docs/troubleshooting', 'docs/credentials'],
];

/** So that a page can be read: the most words, without what is generated. */
it.each([
	['the README', ['README'], 850],
	['the pages about imports', ['docs/import', 'docs/import-columns'], 1_950],
	['the guarantees', ['docs/delivery-guarantees'], 1_000],
	['the page for administrators', ['docs/operating'], 1_200],
	['everything for users, without the reference of the action node,', forUsers, 7_500],
])('%s can be read in one go', (_, files, most) => {
	const pages = files.map((file) => read(`${file}.md`).replace(/<!-- (\w+): written by[^]*?end of \1 -->/g, ''));
	expect(pages.join('\n').trim().split(/\s+/).length).toBeLessThanOrEqual(most);
});

it('examples of references are of one family: shipment SHP-2026-0101, its set SET-0101-1, its bill of lading BL-0101-1', () => {
	const examples = readdirSync(path.join(root, 'examples')).filter((file) => /\.(?:json|csv)$/.test(file));
	const texts = [...allPages(), ...examples.map((file) => `examples/${file}`)].map((file) => ({
		file,
		text: read(file),
	}));
	const others = [...texts, ...shipped].flatMap(({ file, text }) =>
		(text.match(/\b(?:SHP|MOL|HAM|SET|BL|PRCL)-[\dA-Z-]*\d{3}[\d-]*/g) ?? [])
			.filter((reference) => !/^(?:SHP-2026-01\d\d|(?:SET|BL)-01\d\d-\d?)$/.test(reference))
			.map((reference) => `${file}: ${reference}`),
	);
	expect(others).toEqual([]);
});
