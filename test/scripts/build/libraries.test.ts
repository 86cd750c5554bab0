import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { billOfMaterials, librariesIn, licenceNotices } from '../../../scripts/build/libraries';

let root: string;

function place(file: string, content: object | string): void {
	const target = path.join(root, file);
	mkdirSync(path.dirname(target), { recursive: true });
	writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
}

function placeLibrary(folder: string, name: string, more: object = {}): void {
	place(`${folder}/package.json`, { name, version: '1.0.0', license: 'MIT', ...more });
	place(`${folder}/LICENSE`, `${name}: Permission is hereby granted`);
}

/** What esbuild says about a bundle of these files, each with its bytes in it. */
function bundleOf(bytes: Record<string, number>): Metafile {
	const inputs = Object.fromEntries(Object.entries(bytes).map(([file, bytesInOutput]) => [file, { bytesInOutput }]));
	return { inputs: {}, outputs: { 'dist/bundle.js': { bytes: 0, inputs, imports: [], exports: [] } } };
}

beforeEach(() => {
	root = mkdtempSync(path.join(tmpdir(), 'libraries-'));
	place('package.json', { name: 'n8n-nodes-ours', version: '2.0.0', license: 'MIT' });
	place('package-lock.json', { packages: { 'node_modules/used': { integrity: 'sha512-AAEC' } } });
	placeLibrary('node_modules/used', 'used', { dependencies: { '@scope/inner': '^1' } });
	placeLibrary('node_modules/used/node_modules/@scope/inner', '@scope/inner');
	placeLibrary('node_modules/shaken-off', 'shaken-off');
});

afterEach(() => {
	rmSync(root, { recursive: true });
});

const bundled = {
	'nodes/Ours.ts': 10,
	'node_modules/used/index.js': 10,
	'node_modules/used/node_modules/@scope/inner/index.js': 10,
	'node_modules/shaken-off/index.js': 0,
};

it('finds the libraries of which something is in the bundle, also inside other libraries', () => {
	expect(librariesIn(bundleOf(bundled), root).map(({ name }) => name)).toEqual(['used', '@scope/inner']);
});

it('refuses a library that ships no licence text', () => {
	rmSync(path.join(root, 'node_modules/used/LICENSE'));
	expect(() => librariesIn(bundleOf(bundled), root)).toThrow('used is bundled, but ships no licence text.');
});

it('refuses a file that only points to a licence, and takes the text beside it', () => {
	place('node_modules/used/LICENSE', 'The licence is in the file LICENSE-MIT');
	expect(() => librariesIn(bundleOf(bundled), root)).toThrow('used is bundled, but ships no licence text.');
	place('node_modules/used/LICENSE-MIT', 'Permission is hereby granted, free of charge');
	expect(librariesIn(bundleOf(bundled), root)[0]?.licenceText).toBe('Permission is hereby granted, free of charge');
});

it('gives name, version and text of each licence', () => {
	const notices = licenceNotices(librariesIn(bundleOf(bundled), root));
	expect(notices).toContain('used 1.0.0 (MIT)\n\nused: Permission is hereby granted');
	expect(notices).toContain('@scope/inner 1.0.0 (MIT)\n\n@scope/inner: Permission is hereby granted');
});

it('gives the licence of the parser that is compiled into undici', () => {
	placeLibrary('node_modules/undici', 'undici');
	const notices = licenceNotices(librariesIn(bundleOf({ 'node_modules/undici/index.js': 1 }), root));
	expect(notices).toMatch(
		/llhttp, compiled into undici 1\.0\.0 \(MIT\)\n\n[^]*Copyright Fedor Indutny[^]*Permission is hereby/,
	);
});

it('lists in the bill of materials which library needs which, by package address', () => {
	const bill = billOfMaterials(librariesIn(bundleOf(bundled), root), root);
	expect(bill).toMatchObject({
		metadata: { component: { name: 'n8n-nodes-ours', purl: 'pkg:npm/n8n-nodes-ours@2.0.0' } },
		components: [
			{ purl: 'pkg:npm/used@1.0.0', hashes: [{ alg: 'SHA-512', content: '000102' }] },
			{ group: '@scope', name: 'inner', purl: 'pkg:npm/%40scope/inner@1.0.0' },
		],
		dependencies: [
			{ ref: 'pkg:npm/n8n-nodes-ours@2.0.0', dependsOn: ['pkg:npm/used@1.0.0'] },
			{ ref: 'pkg:npm/used@1.0.0', dependsOn: ['pkg:npm/%40scope/inner@1.0.0'] },
			{ ref: 'pkg:npm/%40scope/inner@1.0.0', dependsOn: [] },
		],
	});
});
