/**
 * `npm run release:check` lists what only the owner can decide before a release, and what is wrong with the package.
 * `npx tsx scripts/release.ts v1.2.3`, run by .github/workflows/publish.yml, also checks whether the tag fits.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisionsOfTheOwner, packageFaults, releaseObstacles } from './release/obstacles';

const root = join(__dirname, '..');
const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');

function main(tag: string | undefined): void {
	const manifest: unknown = JSON.parse(read('package.json'));
	const files: unknown = JSON.parse(
		execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8' }),
	);
	const faults = packageFaults({
		manifest,
		packed: files,
		changelog: read('CHANGELOG.md'),
		licences: read('dist/THIRD-PARTY-LICENSES.txt'),
		bill: read('dist/sbom.cdx.json'),
		publishing: read('.github/workflows/publish.yml'),
	});
	if (tag !== undefined) {
		const repository = process.env['GITHUB_REPOSITORY'] ?? '';
		faults.push(...releaseObstacles({ tag, manifest, changelog: read('CHANGELOG.md'), repository }));
	}
	const decisions = decisionsOfTheOwner(manifest, read('SECURITY.md'));
	for (const decision of decisions) process.stdout.write(`? ${decision}\n`);
	for (const fault of faults) process.stderr.write(`✖ ${fault}\n`);
	if (faults.length === 0)
		process.stdout.write('✔ Provenance, bill of materials, licence texts, changelog and contents\n');
	process.exitCode = faults.length > 0 ? 1 : 0;
}

main(process.argv[2]);
