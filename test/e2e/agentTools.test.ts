/** What an agent of n8n gets from the node as its tool: the description of each operation, and the list of files. */
import * as z from 'zod/v4';
import { createCredential } from '../../scripts/n8n/rest/resources';
import { activate, createWorkflow, deactivate, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { operations } from '../../nodes/CargoExchange/operations';
import { startChatServer, type ChatRequest, type ChatServer, type Turn } from './chatServer';
import { openPlace, type Place, type WorkflowNode } from './place';

let place: Place;
let server: ChatServer;
let workflow: StoredWorkflow;
beforeAll(async () => {
	place = await openPlace({ seed: 'demo' });
	server = await startChatServer(model);
	const { session } = place;
	const chatModel = await createCredential(session, 'Tools', 'openAiApi', {
		apiKey: 'none',
		url: server.url,
		header: false,
	});
	workflow = await createWorkflow(session, agentWith(chatModel));
	await activate(session, workflow);
});
afterAll(async () => {
	await deactivate(place.session, workflow);
	await server.close();
	await place.close();
});

const webhookId = '6a4f1c0e-3d0e-4a57-9a63-9d7d3a3f8b11';
const nameOf = ({ resource, operation }: { resource: string; operation: string }) => `${resource} ${operation}`;

/** An agent with every operation as a tool. Nobody has written a description. */
function agentWith(chatModel: { id: string; name: string }) {
	const langchain = (name: string, type: string, typeVersion: number, parameters = {}): WorkflowNode => ({
		...{ name, type: `@n8n/n8n-nodes-langchain.${type}`, typeVersion, parameters },
	});
	const { api, queue } = place.credentials;
	const setId = "={{ $fromAI('setId', 'ID of the set', 'string') }}";
	const customerIds = [place.simulator.customerId];
	const given: Record<string, object> = {
		'document downloadAll': { setSource: 'setId', setId, customerIds },
		'queue getStatus': { queue: place.queue.name },
	};
	const tools = operations.map(({ resource, operation }): WorkflowNode => {
		const values = given[nameOf({ resource, operation })] ?? {};
		return {
			name: nameOf({ resource, operation }),
			type: 'n8n-nodes-cargo-exchange.cargoExchangeTool',
			typeVersion: 1,
			parameters: { resource, operation, ...values },
			credentials: { [api.type]: api, [queue.type]: queue },
		};
	});
	const nodes: WorkflowNode[] = [
		{ ...langchain('Chat', 'chatTrigger', 1.1, { public: true, options: {} }), webhookId },
		langchain('Agent', 'agent', 2.2, { options: {} }),
		{ ...langchain('Model', 'lmChatOpenAi', 1.3, modelParameters), credentials: { openAiApi: chatModel } },
		...tools,
	];
	const linked = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	return {
		name: 'Agent with tools',
		nodes: nodes.map((node, index) => ({ id: `node-${index}`, ...node, position: [index * 200, 0] })),
		connections: {
			Chat: linked('main'),
			Model: linked('ai_languageModel'),
			...Object.fromEntries(tools.map(({ name }) => [name, linked('ai_tool')])),
		},
		settings: { executionOrder: 'v1' },
	};
}

const modelParameters = {
	model: { __rl: true, mode: 'id', value: 'scripted' },
	responsesApiEnabled: false,
	options: {},
};

const setId = () => {
	const [set] = place.simulator.store.sets.all();
	if (!set) throw new Error('The demo has no set');
	return set.setId;
};

/** Plays the model: downloads the documents of a set, and reads out what it gets. */
function model({ messages, tools }: ChatRequest): Turn {
	const last = messages.at(-1);
	const tool = tools.map((each) => each.function.name).find((name) => /downloadAll/.test(name)) ?? '';
	return last?.role === 'tool' ? { answer: JSON.stringify(last.content) } : { tool, input: { setId: setId() } };
}

it('describes each operation, and gives the list of files but no file', async () => {
	const answer = await fetch(`${place.session.url}/webhook/${webhookId}/chat`, {
		method: 'POST',
		headers: { connection: 'close', 'content-type': 'application/json' },
		body: JSON.stringify({ action: 'sendMessage', sessionId: 'test', chatInput: 'Get me the PDFs' }),
	});
	const text = z.looseObject({ output: z.string() }).parse(await answer.json()).output;
	for (const { name } of place.simulator.store.documentsOfSet(setId())) expect(text).toContain(name);
	expect(text).not.toContain('JVBERi');

	const given = server.requests[0]?.tools.map((tool) => tool.function['description']) ?? [];
	expect(given.sort()).toEqual(operations.map(({ toolDescription }) => toolDescription).sort());
});
