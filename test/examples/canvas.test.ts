import { exampleFiles, readExample, type SavedWorkflow } from './workflow';

type Node = SavedWorkflow['nodes'][number];

describe('the canvas', () => {
	/** n8n draws a node as a square of 96, an agent wider, with its name and action below. */
	const sizeOf = ({ type, parameters }: Node): [number, number] => {
		if (type.endsWith('.stickyNote')) return [Number(parameters['width']), Number(parameters['height'])];
		return type.endsWith('.agent') ? [256, 150] : [100, 150];
	};
	const isNote = ({ type }: Node) => type.endsWith('.stickyNote');
	const isInside = (note: Node, node: Node) => {
		const [[x, y], [width, height]] = [note.position, sizeOf(note)];
		const [[nodeX, nodeY], [nodeWidth, nodeHeight]] = [node.position, sizeOf(node)];
		return x <= nodeX && y <= nodeY && nodeX + nodeWidth <= x + width && nodeY + nodeHeight <= y + height;
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
					return isNote(one) && !isNote(other) && isInside(one, other) ? [] : [`${one.name} / ${other.name}`];
				}),
			);
			expect(clashes).toEqual([]);
		},
	);

	it.each(exampleFiles)('flows from left to right, and then to the row of notes below: %s', (file) => {
		const { nodes, connections } = readExample(file);
		const place = new Map(
			nodes.map((node) => {
				const [x, y] = node.position;
				const note = nodes.find((each) => isNote(each) && isInside(each, node));
				return [node.name, { x, row: note?.position[1] ?? y }];
			}),
		);
		const backwards = Object.entries(connections).flatMap(([name, { main = [] }]) => {
			const from = place.get(name) ?? { x: 0, row: 0 };
			return main.flat().filter(({ node }) => {
				const to = place.get(node) ?? { x: 0, row: 0 };
				return to.x <= from.x && to.row <= from.row;
			});
		});
		expect(backwards).toEqual([]);
	});
});
