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

	it.each(exampleFiles)('flows from left to right, and then to the row of notes below: %s', (file) => {
		const { nodes, connections } = readExample(file);
		const notes = nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		const place = new Map(
			nodes.map(({ name, position: [x, y] }) => {
				const note = notes.find(
					({ position: [left, top], parameters: { width, height } }) =>
						left <= x && x < left + Number(width) && top <= y && y < top + Number(height),
				);
				return [name, { x, row: note?.position[1] ?? y }];
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
