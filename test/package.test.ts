import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod/v4';

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

/** Every Node.js on the PATH, by version: npm puts Node 24 first, the machine's own follows. */
function nodesOnPath(): string[] {
	const found = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'node'));
	const byVersion = new Map(
		found
			.filter((file) => existsSync(file))
			.map((file) => [execFileSync(file, ['-v'], { encoding: 'utf8' }).trim(), file]),
	);
	return [...byVersion.values()];
}

function packedFiles(): { path: string; size: number }[] {
	const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const reply = z
		.array(z.object({ files: z.array(z.object({ path: z.string(), size: z.number() })) }))
		.parse(JSON.parse(output));
	return reply[0]?.files ?? [];
}

describe('the published package', () => {
	it('brings everything along: no dependencies but the n8n it runs in', () => {
		expect(manifest.dependencies ?? {}).toEqual({});
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	it('holds what n8n loads, the icons and the search words, and no sources or tests', () => {
		const files = packedFiles().map((file) => file.path);
		expect(files).toEqual(expect.arrayContaining(entries));
		expect(files).toEqual(expect.arrayContaining(['dist/cargoExchange.js', 'README.md', 'LICENSE', 'package.json']));
		for (const node of ['CargoExchange', 'CargoExchangeTrigger']) {
			expect(files).toContain(`dist/nodes/CargoExchange/${node}.node.json`);
		}
		expect(files).toContain('dist/nodes/CargoExchange/cargoExchange.svg');
		expect(files).toContain('dist/nodes/CargoExchange/cargoExchange.dark.svg');
		expect(files.filter((file) => file.endsWith('.ts') || file.includes('test/'))).toEqual([]);
	});

	it('carries the licence texts of the libraries in the bundle', () => {
		const notices = readFileSync(path.join(root, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
		for (const library of ['undici', 'amqplib', 'zod']) expect(notices).toContain(`${library} `);
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
