/**
 * `npx tsx scripts/release.ts v1.2.3`, run by .github/workflows/publish.yml before anything is published: does the tag
 * fit what would be published?
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseObstacles } from './release/obstacles';

const read = (file: string) => readFileSync(join(__dirname, '..', file), 'utf8');

const obstacles = releaseObstacles({
	tag: process.argv[2] ?? '',
	manifest: JSON.parse(read('package.json')),
	changelog: read('CHANGELOG.md'),
	repository: process.env['GITHUB_REPOSITORY'] ?? '',
});
for (const obstacle of obstacles) process.stderr.write(`✖ ${obstacle}\n`);
process.exitCode = obstacles.length > 0 ? 1 : 0;
