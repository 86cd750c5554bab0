import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/v4';
import { changesOf, releaseObstacles, versionsIn, withAbsoluteLinks } from '../../scripts/release';

const root = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const fitting = {
	tag: 'v1.2.3',
	manifest: {
		version: '1.2.3',
		repository: 'https://github.com/someone/nodes',
		author: { email: 'us@shipping.org' },
	},
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
		[
			'a package that names no repository',
			{ manifest: { ...fitting.manifest, repository: '' } },
			'"repository" in package.json is ""',
		],
		[
			'a made-up author',
			{ manifest: { ...fitting.manifest, author: { email: 'us@made-up.example' } } },
			'contact address',
		],
		[
			'no repository, outside of GitHub',
			{ manifest: { ...fitting.manifest, repository: '' }, repository: '' },
			'the address of',
		],
	])('is not published with %s', (_what, change, obstacle) => {
		expect(releaseObstacles({ ...fitting, ...change })).toEqual([expect.stringContaining(obstacle)]);
	});
});

it('on npm, links and pictures of the README lead to the repository at the version', () => {
	const page = '[a](docs/a.md#b) ![c](docs/images/c.png) [d](https://n8n.io) [e](#here) [![f](g.png)](h.md)';
	expect(withAbsoluteLinks(page, { version: '1.2.3', repository: 'https://github.com/someone/nodes' })).toBe(
		[
			'[a](https://github.com/someone/nodes/blob/v1.2.3/docs/a.md#b)',
			'![c](https://github.com/someone/nodes/raw/v1.2.3/docs/images/c.png)',
			'[d](https://n8n.io) [e](#here)',
			'[![f](https://github.com/someone/nodes/raw/v1.2.3/g.png)](https://github.com/someone/nodes/blob/v1.2.3/h.md)',
		].join(' '),
	);
});

describe('this version', () => {
	it('is the latest of the changelog', () => {
		const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
		expect(versionsIn(read('CHANGELOG.md'))[0]).toBe(version);
	});

	it('is released with what the changelog says about it, and nothing of the others', () => {
		const changelog = '## [Unreleased]\n\n## [1.1.0] - 2026-01-02\n\n- New\n\n## [1.0.0]\n\n- Old\n';
		expect(changesOf(changelog, '1.1.0')).toBe('- New');
	});
});

describe('the workflows on GitHub', () => {
	const [ci, publish] = [read('.github/workflows/ci.yml'), read('.github/workflows/publish.yml')];
	/** The text of one job of publish.yml. */
	const job = (name: string) => new RegExp(`^  ${name}:\\n(?:    .*\\n|\\n)*`, 'm').exec(publish)?.[0] ?? '';

	it('run the same checks as a fresh machine, then build, then publish', () => {
		expect(ci).toContain('- run: .ci/run\n');
		expect(job('check')).toContain('uses: ./.github/workflows/ci.yml');
		expect(job('build')).toMatch(/needs: check[^]*npm ci[^]*npm run build[^]*npm run release[^]*upload-artifact/);
		expect(job('publish')).toMatch(/needs: build[^]*download-artifact[^]*npm publish/);
	});

	it('publish with a statement of provenance and without a stored token', () => {
		expect(job('publish')).toContain('npm publish ./release/*.tgz --provenance');
		expect(job('publish')).toContain('id-token: write');
		expect(publish).not.toContain('secrets.');
	});

	it('workflows build without permissions, and run nothing of the repository or its dependencies in the job that has them', () => {
		expect(`${ci}${job('build')}`).not.toMatch(/: write/);
		expect(`${ci}${publish}`.match(/: write/g)).toHaveLength(2);
		const commands = [...job('publish').matchAll(/- (?:run|uses): (\S+ ?\S*)|^ +run: (\S+ ?\S*)/gm)];
		expect(commands.map(([, listed, named]) => (listed ?? named ?? '').replace(/@.*/, '').trim())).toEqual([
			'actions/download-artifact',
			'actions/setup-node',
			'npm publish',
			'gh release',
		]);
	});

	it('pin every action by commit, with its version beside it', () => {
		const workflows = readdirSync(path.join(root, '.github/workflows')).map((file) =>
			read(`.github/workflows/${file}`),
		);
		const used = [...workflows.join('').matchAll(/uses: (?!\.\/)(.+)/g)].map(([, action = '']) => action);
		expect(used.length).toBeGreaterThan(5);
		expect(
			used.filter((action) => !/^[\w-]+\/[\w-]+(?:\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)),
		).toEqual([]);
	});
});
