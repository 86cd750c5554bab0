import { exampleFiles, readExample, type SavedWorkflow } from './workflow';

describe('the canvas', () => {
	/** n8n draws a node as a square of 96, an agent wider, with its name and action below. */
	const sizeOf = ({ type, parameters }: SavedWorkflow['nodes'][number]): [number, number] => {
		if (type.endsWith('.stickyNote')) return [Number(parameters['width']), Number(parameters['height'])];
		return type.endsWith('.agent') ? [256, 150] : [100, 150];
	};
	const overlap = (from: number, size: number, other: number, otherSize: number) =>
		from < other + otherSize && other < from + size;

	it.each(exampleFiles)(
		'has no two nodes, and no two notes, on top of each other, and no node across the edge of a note: %s',
		(file) => {
			const { nodes } = readExample(file);
			const clashes = nodes.flatMap((one, index) =>
				nodes.slice(index + 1).flatMap((other) => {
					const [[x, y], [width, height]] = [one.position, sizeOf(one)];
					const [[otherX, otherY], [otherWidth, otherHeight]] = [other.position, sizeOf(other)];
					if (!overlap(x, width, otherX, otherWidth) || !overlap(y, height, otherY, otherHeight)) return [];
					const inside =
						x <= otherX && y <= otherY && otherX + otherWidth <= x + width && otherY + otherHeight <= y + height;
					return one.type.endsWith('.stickyNote') && !other.type.endsWith('.stickyNote') && inside
						? []
						: [`${one.name} / ${other.name}`];
				}),
			);
			expect(clashes).toEqual([]);
		},
	);

	it.each(exampleFiles)('flows from left to right: %s', (file) => {
		const { nodes, connections } = readExample(file);
		const left = new Map(nodes.map(({ name, position: [x] }) => [name, x]));
		const backwards = Object.entries(connections).flatMap(([from, { main = [] }]) =>
			main.flat().filter(({ node }) => Number(left.get(node)) <= Number(left.get(from))),
		);
		expect(backwards).toEqual([]);
	});
});
