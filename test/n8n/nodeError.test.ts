import type { INode } from 'n8n-workflow';
import { ExplainedError } from '../../nodes/CargoExchange/errors';
import { toNodeError } from '../../nodes/CargoExchange/n8n/nodeError';

const node: INode = { id: '1', name: 'A', type: 'cargoExchange', typeVersion: 1, position: [0, 0], parameters: {} };

it("the description of an error is plain text for error workflows, and in n8n's panel HTML that shows cells as text", () => {
	const description = 'Row 2, Shipper: "R&D <b>Foods</b>". Correct it.\nRow 3: Is empty.';
	const error = toNodeError(node, new ExplainedError({ message: 'The sheet needs 2 corrections', description }));
	expect(error.description).toBe(description);
	expect(error.context['descriptionTemplate']).toBe(
		'Row 2, Shipper: "R&amp;D &lt;b&gt;Foods&lt;/b&gt;". Correct it.<br>Row 3: Is empty.',
	);
});

it('an error of a library whose description is no text is shown by its message alone', () => {
	const error = toNodeError(node, Object.assign(new Error('The disk is full'), { description: null }), 3);
	expect(error).toMatchObject({ message: 'The disk is full', context: { itemIndex: 3 } });
	expect(error.description ?? null).toBeNull();
});
