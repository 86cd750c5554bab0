import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod/v4';

const message = z.looseObject({ role: z.string(), content: z.unknown() });
const request = z.looseObject({
	messages: z.array(message),
	tools: z
		.array(z.looseObject({ function: z.looseObject({ name: z.string(), parameters: z.looseObject({}) }) }))
		.default([]),
});

export type ChatRequest = z.infer<typeof request>;

/** What the model says next: a question to a tool, or its answer. */
export type Turn = { tool: string; input: Record<string, unknown> } | { answer: string };

export type ChatServer = { url: string; requests: ChatRequest[]; close(): Promise<void> };

/** A chat service of the kind that n8n's OpenAI nodes speak to. `next` plays the model: it is given what the model is given. */
export async function startChatServer(next: (request: ChatRequest) => Turn): Promise<ChatServer> {
	const requests: ChatRequest[] = [];
	const reply = async (incoming: IncomingMessage) => {
		const asked = request.parse(JSON.parse(await text(incoming)));
		requests.push(asked);
		return completion(next(asked), `call_${requests.length}`);
	};
	const server = createServer((incoming, response) => {
		void reply(incoming).then(
			(body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
			(error: unknown) => response.writeHead(400).end(String(error)),
		);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (!address || typeof address === 'string') throw new Error('The chat server got no port');
	const close = async () => {
		server.closeAllConnections();
		server.close();
		await once(server, 'close');
	};
	return { url: `http://127.0.0.1:${address.port}/v1`, requests, close };
}

function completion(turn: Turn, callId: string) {
	const said =
		'answer' in turn
			? { content: turn.answer }
			: {
					content: null,
					tool_calls: [
						{
							id: callId,
							type: 'function',
							function: { name: turn.tool, arguments: JSON.stringify(turn.input) },
						},
					],
				};
	return {
		id: 'chatcmpl-1',
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [
			{
				index: 0,
				message: { role: 'assistant', ...said },
				finish_reason: 'answer' in turn ? 'stop' : 'tool_calls',
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
