import { everything, fileOf, packageRoom, roomOf, shipped, type Source } from './helpers/sources';
import { expectGeneratedPart } from './helpers/generated';

const importsOf = new Map(
	shipped.map(({ file, imports }) => [file, imports.flatMap(({ from }) => fileOf(from) ?? [])] as const),
);
const inside = (file: string) => file.replace(`${packageRoom}/`, '');

/** Everything that can be reached from a node of a graph, without the node itself unless a circle leads back. */
function reachable(graph: ReadonlyMap<string, readonly string[]>, start: string): Set<string> {
	const found = new Set<string>();
	const open = [...(graph.get(start) ?? [])];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		if (found.has(next)) continue;
		found.add(next);
		open.push(...(graph.get(next) ?? []));
	}
	return found;
}

describe('the files', () => {
	it('import each other in one direction, types included', () => {
		const inCircles = [...importsOf.keys()].filter((file) => reachable(importsOf, file).has(file));
		expect(inCircles.map(inside)).toEqual([]);
	});

	it('are large enough to be a subject, but for those named here', () => {
		// An operation, or a call of the service, is a subject of its own however short it is.
		const isSubject = ({ file, text }: Source) =>
			/=\s*defineOperation\(/.test(text) || file.includes('/exchange/calls/');
		const small = shipped.filter((source) => source.text.split('\n').length - 1 < 25 && !isSubject(source));
		expect(small.map(({ file }) => inside(file)).sort()).toEqual([
			// The only types of a library's private parts.
			'amqp/amqplibParts.d.ts',
			// The entrance of its room.
			'amqp/index.ts',
			// The addresses that both nodes and credentials need.
			'documentation.ts',
			// A subject of its own that needs few words.
			'schemas/ids.ts',
			// What form, sheet and messages share.
			'shipment/structure.ts',
		]);
	});

	it('have at most 400 lines', () => {
		const long = everything
			.map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }))
			.filter(({ lines }) => lines > 400);
		expect(long).toEqual([]);
	});

	it('are named for what they hold', () => {
		const drawers = shipped.filter(({ file }) =>
			/(^|\/)(utils?|helpers?|common|shared|types|misc|GenericFunctions)(\.ts$|\/)/i.test(file),
		);
		expect(drawers.map(({ file }) => file)).toEqual([]);
	});
});

it('an exported name is declared once in the package', () => {
	const declaration =
		/^export (?:declare |abstract |async )*(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm;
	const files = new Map<string, Set<string>>();
	for (const { file, text } of shipped) {
		for (const [, name = ''] of text.matchAll(declaration))
			files.set(name, (files.get(name) ?? new Set()).add(inside(file)));
	}
	const twice = [...files].filter(([, places]) => places.size > 1).map(([name]) => name);
	expect(twice).toEqual([]);
});

it('CONTRIBUTING shows which folders import which', () => {
	const rooms = new Map(
		[...new Set(shipped.map(({ room }) => room))].sort().map((room) => {
			const imported = shipped
				.filter((source) => source.room === room)
				.flatMap(({ file }) => importsOf.get(file) ?? []);
			return [room, [...new Set(imported.map(roomOf))].filter((other) => other !== room).sort()] as const;
		}),
	);
	// An arrow that follows from others would hide them.
	const arrows = [...rooms].flatMap(([room, below]) =>
		below
			.filter((target) => !below.some((other) => other !== target && reachable(rooms, other).has(target)))
			.map((target) => `    ${room} --> ${target}`),
	);
	expectGeneratedPart('CONTRIBUTING.md', 'imports', ['```mermaid', 'flowchart TD', ...arrows, '```'].join('\n'));
});
