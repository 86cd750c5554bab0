const { execFile } = require('node:child_process');
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');
const esbuild = require('esbuild');
const gulp = require('gulp');
const manifest = require('./package.json');

/** The one file that holds all code: what must exist once per process (tokens, connections, the queue's registry) lives in it. */
const bundle = 'dist/cargoExchange.js';

/** Where n8n looks for each credential and node (package.json), and the source each comes from. */
const entries = [...manifest.n8n.credentials, ...manifest.n8n.nodes].map((file) => ({
	file,
	source: `./${path.relative('dist', file).replace(/\.js$/, '')}`,
	className: path.basename(file).split('.')[0],
}));

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

async function typecheck() {
	const tsc = require.resolve('typescript/bin/tsc');
	await promisify(execFile)(process.execPath, [tsc, '--noEmit']).catch(({ stdout }) => {
		throw new Error(`The type check found:\n${stdout}`);
	});
}

async function bundleSources() {
	const { metafile } = await esbuild.build({
		stdin: {
			contents: entries.map(({ source, className }) => `export { ${className} } from '${source}';`).join('\n'),
			resolveDir: __dirname,
			loader: 'ts',
		},
		outfile: bundle,
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow'],
		keepNames: true,
		minifySyntax: true,
		minifyWhitespace: true,
		legalComments: 'none',
		metafile: true,
	});
	await writeFile('dist/THIRD-PARTY-LICENSES.txt', await licencesOf(Object.keys(metafile.inputs)));
}

/** The licence texts of every library that went into the bundle, as their licences ask. */
async function licencesOf(inputs) {
	const folders = new Set(inputs.map((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean));
	const notices = [...folders].sort().map(async (folder) => {
		const { name, version, license } = require(`./${folder}/package.json`);
		const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
		if (!file) throw new Error(`${name} is bundled, but ships no licence text.`);
		return `${name} ${version} (${license})\n\n${await readFile(path.join(folder, file), 'utf8')}`;
	});
	return (await Promise.all(notices)).join(`\n${'-'.repeat(80)}\n\n`);
}

/** n8n loads a file and takes the class of the file's name from it: each entry passes on its class from the bundle. */
async function writeEntries() {
	for (const { file, className } of entries) {
		const target = path.posix.relative(path.posix.dirname(file), bundle);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, `exports.${className} = require('${target}').${className};\n`);
	}
}

function copyAssets() {
	return gulp.src('nodes/**/*.{svg,node.json}', { base: '.', encoding: false }).pipe(gulp.dest('dist'));
}

const pack = gulp.series(clean, gulp.parallel(bundleSources, writeEntries, copyAssets));

exports.pack = pack;
exports.build = gulp.series(typecheck, pack);
exports.default = exports.build;
