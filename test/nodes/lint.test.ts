import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';
import * as z from 'zod/v4';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { CargoExchangePollingTrigger } from '../../nodes/CargoExchange/CargoExchangePollingTrigger.node';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';

const root = path.join(__dirname, '../..');
const report = z.tuple([
	z.object({ messages: z.array(z.object({ ruleId: z.string().nullable(), message: z.string() })) }),
]);

/** The description of a node as a class with literals, which is what the linters read. */
function writtenOut(name: string, description: INodeTypeDescription): string {
	const literal = JSON.stringify(description, null, '\t').replace(/"(\w+)":/g, '$1:');
	return `import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

export class ${name} implements INodeType {
	description: INodeTypeDescription = ${literal};
}
`;
}

/** What the linters of n8n find in a description. In a process of its own: jest cannot load modules as they are. */
async function lint(node: INodeType, properties = node.description.properties): Promise<string[]> {
	const { name } = node.constructor;
	const eslint = spawn(
		process.execPath,
		[
			'node_modules/eslint/bin/eslint.js',
			...['--no-config-lookup', '--config', 'test/nodes/descriptions.eslint.mjs', '--format', 'json'],
			...['--stdin', '--stdin-filename', `nodes/CargoExchange/${name}.node.ts`],
		],
		// Its rules look at the name of a file only outside of tests.
		{ cwd: root, stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
	);
	eslint.stdin.end(writtenOut(name, { ...node.description, properties }));
	const [{ messages }] = report.parse(JSON.parse(await text(eslint.stdout)));
	return messages.map(({ ruleId, message }) => `${ruleId ?? ''}: ${message}`);
}

describe('n8n’s linters', () => {
	it.each([new CargoExchange(), new CargoExchangeTrigger(), new CargoExchangePollingTrigger()])(
		'find nothing in the loaded description of $description.displayName',
		async (node) => {
			expect(await lint(node)).toEqual([]);
		},
	);

	it('find mistakes in a loaded description: a default of the wrong type, and a label in lower case', async () => {
		const mistakes: INodeProperties[] = [
			{ displayName: 'Dry Run', name: 'dryRun', type: 'boolean', default: 'no', description: 'Whether to try' },
			{ displayName: 'batch size', name: 'batchSize', type: 'number', default: 1, description: 'The size of a batch' },
		];
		const found = await lint(new CargoExchange(), mistakes);
		expect(found.map((finding) => finding.replace(/:.*/s, ''))).toEqual([
			'n8n-nodes-base/node-param-default-wrong-for-boolean',
			'n8n-nodes-base/node-param-display-name-miscased',
		]);
	});
});
