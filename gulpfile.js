const { execFile } = require('node:child_process');
const { mkdir, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');
const esbuild = require('esbuild');
const gulp = require('gulp');
const tsx = require('tsx/cjs/api');
const manifest = require('./package.json');

const { billOfMaterials, librariesIn, licenceNotices } = tsx.require('./scripts/build/libraries.ts', __filename);

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

const undiciByParts = {
	name: 'undici by parts',
	setup({ onResolve }) {
		onResolve({ filter: /^undici$/ }, () => ({ path: path.join(__dirname, 'scripts/build/undiciParts.cjs') }));
	},
};

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
		target: 'node22',
		format: 'cjs',
		external: ['n8n-workflow'],
		// As in Node's own build of undici: without its second, experimental parser.
		define: { esbuildDetection: 'true' },
		plugins: [undiciByParts],
		keepNames: true,
		minifySyntax: true,
		minifyWhitespace: true,
		legalComments: 'none',
		metafile: true,
	});
	const libraries = librariesIn(metafile, __dirname);
	await writeFile('dist/THIRD-PARTY-LICENSES.txt', licenceNotices(libraries));
	await writeFile('dist/sbom.cdx.json', `${JSON.stringify(billOfMaterials(libraries, __dirname), null, '\t')}\n`);
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
	return gulp
		.src(['nodes/**/*.{svg,node.json}', 'nodes/**/__schema__/**/*.json'], { base: '.', encoding: false })
		.pipe(gulp.dest('dist'));
}

const pack = gulp.series(clean, gulp.parallel(bundleSources, writeEntries, copyAssets));

exports.pack = pack;
exports.build = gulp.series(typecheck, pack);
exports.default = exports.build;
