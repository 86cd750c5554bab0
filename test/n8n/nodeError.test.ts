import type { INode } from 'n8n-workflow';
import { ExplainedError } from '../../nodes/CargoExchange/errors';
import { toNodeError } from '../../nodes/CargoExchange/n8n/nodeError';

const node: INode = {
	id: '1',
	name: 'Import',
	type: 'cargoExchange',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

describe('the description of an error', () => {
	const description = 'Row 2, Shipper: "R&D <b>Foods</b>". Correct it.\nRow 3: Is empty.';
	const { context, ...error } = toNodeError(
		node,
		new ExplainedError({ message: 'The sheet needs 2 corrections', description }),
	);

	it('is readable as plain text in the email of an error workflow, line by line', () => {
		expect(error.description).toBe(description);
	});

	it("shows a cell that looks like HTML as text in n8n's panel, line by line", () => {
		expect(context['descriptionTemplate']).toBe(
			'Row 2, Shipper: "R&amp;D &lt;b&gt;Foods&lt;/b&gt;". Correct it.<br>Row 3: Is empty.',
		);
	});
});
