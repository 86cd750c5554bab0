/** The engine of the tests, outside jest: what they clean up after a file is cleaned up when this process ends. */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeType, INodeTypeBaseDescription } from 'n8n-workflow';
import * as z from 'zod/v4';
import { installN8n } from '../n8n/install';

Object.assign(globalThis, {
	afterAll: (cleanUp: () => void) => {
		process.on('exit', cleanUp);
	},
});

export async function loadEngine() {
	return await import('../../test/helpers/engine');
}

const nodeClass = z.custom<new (base?: INodeTypeBaseDescription) => INodeType>((value) => typeof value === 'function');

/** The action node. By its whole file name: `….node` alone would be taken for the codex file beside it. */
export function loadOurNode(): INodeType {
	const load = createRequire(__filename);
	const { CargoExchange } = z
		.object({ CargoExchange: nodeClass })
		.parse(load('../../nodes/CargoExchange/CargoExchange.node.ts'));
	return new CargoExchange();
}

/** n8n's own HTTP Request node, from the n8n that `npm start` installs. */
export async function loadHttpRequestNode(): Promise<INodeType> {
	const { folder } = await installN8n({ onProgress: ({ note }) => process.stderr.write(`n8n: ${note}\n`) });
	const load = createRequire(path.join(folder, 'package.json'));
	const { HttpRequestV3 } = z
		.object({ HttpRequestV3: nodeClass })
		.parse(load('n8n-nodes-base/dist/nodes/HttpRequest/V3/HttpRequestV3.node.js'));
	return new HttpRequestV3({ displayName: 'HTTP Request', name: 'httpRequest', group: ['output'], description: '' });
}
