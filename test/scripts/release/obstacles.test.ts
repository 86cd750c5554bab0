import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod/v4';
import { releaseObstacles, versionsIn } from '../../../scripts/release/obstacles';

const root = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const fitting = {
	tag: 'v1.2.3',
	manifest: { version: '1.2.3', repository: { url: 'git+https://github.com/someone/nodes.git' } },
	changelog: '# Changelog\n\n## [Unreleased]\n\n## [1.2.3]\n\n### Fixed\n\n## [1.2.2]\n',
	repository: 'someone/nodes',
};

describe('a release', () => {
	it('is published when tag, package, changelog and repository fit together', () => {
		expect(releaseObstacles(fitting)).toEqual([]);
	});

	it.each([
		['another tag', { tag: 'v1.2.4' }, 'it has to be v1.2.3'],
		['a tag without v', { tag: '1.2.3' }, 'it has to be v1.2.3'],
		['a changelog without the version', { changelog: '## [Unreleased]\n\n## [1.2.2]\n' }, 'is 1.2.2, not 1.2.3'],
		['a version that is not the latest', { changelog: '## [2.0.0]\n\n## [1.2.3]\n' }, 'is 2.0.0, not 1.2.3'],
		['changes of no version', { changelog: '## [Unreleased]\n\n- New\n\n## [1.2.3]\n' }, 'under Unreleased'],
		['another repository', { repository: 'someone/fork' }, 'it has to be https://github.com/someone/fork'],
		['a package that names no repository', { manifest: { version: '1.2.3' } }, 'names no repository'],
	])('is not published with %s', (_what, change, obstacle) => {
		expect(releaseObstacles({ ...fitting, ...change })).toEqual([expect.stringContaining(obstacle)]);
	});
});

describe('this version', () => {
	it('is the latest of the changelog', () => {
		const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
		expect(versionsIn(read('CHANGELOG.md'))[0]).toBe(version);
	});
});

describe('the workflows on GitHub', () => {
	const [ci, publish] = [read('.github/workflows/ci.yml'), read('.github/workflows/publish.yml')];

	it('run the same checks as a fresh machine, and publish only after them', () => {
		expect(ci).toContain('- run: .ci/run\n');
		expect(publish).toMatch(
			/uses: \.\/\.github\/workflows\/ci\.yml[^]*needs: check[^]*scripts\/release\.ts[^]*npm publish/,
		);
	});

	it('publish with a statement of provenance and without a stored token', () => {
		expect(publish).toContain('npm publish --provenance');
		expect(publish).toContain('id-token: write');
		expect(publish).not.toContain('secrets.');
	});

	it('name the version of every action', () => {
		const used = [...`${ci}${publish}`.matchAll(/uses: (?!\.\/)(.+)/g)].map(([, action = '']) => action);
		expect(used.length).toBeGreaterThan(3);
		expect(used.filter((action) => !/^[\w-]+\/[\w-]+@(v\d+|[0-9a-f]{40})/.test(action))).toEqual([]);
	});
});
