import { existsSync } from 'node:fs';
import path from 'node:path';
import { exampleFiles, readExample } from '../examples/workflow';
import { everything } from '../helpers/sources';
import { allPages, anchorsOf, linksIn, proseOf, read, root } from './pages';

/** The links of a page that have no target in this repository. */
function brokenLinks(file: string, page: string): string[] {
	return linksIn(proseOf(page)).filter((target) => {
		if (/^(https?|mailto):/.test(target)) return false;
		const [to = '', anchor] = target.split('#');
		const place = to === '' ? file : path.join(path.dirname(file), to);
		if (!existsSync(path.join(root, place))) return true;
		return anchor !== undefined && !anchorsOf(to === '' ? page : read(place)).includes(anchor);
	});
}

it.each(allPages())('%s links only to existing files and headings', (file) => {
	expect(brokenLinks(file, read(file))).toEqual([]);
});

describe('the README on npm, which resolves relative links against the repository in package.json', () => {
	/** As npm does: a picture from its raw file, anything else from GitHub's view of it. */
	const onNpm = (repository: string) =>
		[...proseOf(read('README.md')).matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)]
			.filter(([, , target = '']) => !/^(https?|mailto):|^#/.test(target))
			.map(([, isPicture, target = '']) => new URL(target, `${repository}/${isPicture ? 'raw' : 'blob'}/HEAD/`));

	it('has links that lead into the repository', () => {
		const repository = 'https://github.com/owner/name';
		const links = onNpm(repository);
		expect(links.length).toBeGreaterThan(20);
		expect(links.filter(({ href }) => !/^https:\/\/github\.com\/owner\/name\/(raw|blob)\/HEAD\//.test(href))).toEqual(
			[],
		);
	});

	it('needs no other place that names the repository', () => {
		const named = /github\.com\/[\w-]+\/n8n-nodes-cargo-exchange/;
		const notes = exampleFiles.map((file) => `examples/${file}`);
		const naming = [...allPages(), ...notes].filter((file) => named.test(read(file)));
		expect([...naming, ...everything.filter(({ text }) => named.test(text)).map(({ file }) => file)]).toEqual([]);
	});
});

/** The sections in "docs/service.md 2.5, 2.6 and 4", and in the "(4.1)" that may follow in the same file. */
function sectionsNamedIn(text: string): string[] {
	const lists = [...text.matchAll(/service\.md ((?:\d+(?:\.\d+)?(?:, | and | to )?)+)/g)].map(([, list = '']) => list);
	if (lists.length > 0) lists.push(...[...text.matchAll(/\((\d\.\d+)\)/g)].map(([, number = '']) => number));
	return lists.flatMap((list) => list.match(/\d+(?:\.\d+)?/g) ?? []);
}

it('the code refers only to sections of docs/service.md that exist', () => {
	const sections = [...read('docs/service.md').matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number);
	const missing = everything.flatMap(({ file, text }) =>
		sectionsNamedIn(text)
			.filter((number) => !sections.includes(number))
			.map((number) => `${file}: ${number}`),
	);
	expect(missing).toEqual([]);
});

it('finds every page in the index', () => {
	const index = read('docs/README.md');
	const pages = allPages().filter((file) => /^docs\/(?!README)[\w-]+\.md$/.test(file));
	expect(pages.length).toBeGreaterThan(5);
	expect(pages.filter((file) => !linksIn(index).includes(path.basename(file)))).toEqual([]);
});

describe.each(exampleFiles)('the notes of %s', (file) => {
	const isNote = ({ type }: { type: string }) => type === 'n8n-nodes-base.stickyNote';
	const { nodes } = readExample(file);
	const notes = JSON.stringify(nodes.filter(isNote));
	const steps = JSON.stringify(nodes.filter((node) => !isNote(node)));

	it('link only to the page of the package', () => {
		const { homepage } = JSON.parse(read('package.json')) as { homepage: string };
		expect(linksIn(notes).filter((target) => target !== homepage)).toEqual([]);
	});

	it('name other examples by their titles, and only files that are beside the example or that it writes', () => {
		const named = [...notes.matchAll(/[\w./-]+\.(?:md|json|csv|xlsx)\b/g)].map(([name]) => name);
		const exists = (name: string) => existsSync(path.join(root, 'examples', name)) || steps.includes(name);
		expect(named.filter((name) => /\.(?:md|json)$/.test(name) || !exists(name))).toEqual([]);
	});
});
