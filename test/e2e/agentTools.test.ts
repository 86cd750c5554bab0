/** What an agent of n8n gets from the node as its tool: the description of each operation, and the list of files. */
import { operations } from '../../nodes/CargoExchange/operations';
import { shipmentNamed } from '../helpers/shipment';
import type { ChatRequest, Turn } from './chatServer';
import { chatTrigger, useChat } from './chatWorkflow';
import type { Place, WorkflowNode } from './place';

const chat = useChat(model, agentWith);

const webhookId = '6a4f1c0e-3d0e-4a57-9a63-9d7d3a3f8b11';
const nameOf = ({ resource, operation }: { resource: string; operation: string }) => `${resource} ${operation}`;

/** An agent with every operation as a tool. Nobody has written a description. */
function agentWith(place: Place, chatModel: { id: string; name: string }) {
	const langchain = (name: string, type: string, typeVersion: number, parameters = {}): WorkflowNode => ({
		...{ name, type: `@n8n/n8n-nodes-langchain.${type}`, typeVersion, parameters },
	});
	const { api, queue } = place.credentials;
	const setId = "={{ $fromAI('setId', 'ID of the set', 'string') }}";
	const given: Record<string, object> = {
		'document downloadAll': { setSource: 'setId', setId },
		'shipment import': { inputMode: 'json', payload: "={{ $fromAI('shipment', 'The shipment', 'json') }}" },
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
		{ ...langchain('Chat', 'chatTrigger', 1.1, { public: true, options: {} }), type: chatTrigger, webhookId },
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
	const [set] = chat.simulator().store.sets.all();
	if (!set) throw new Error('The demo has no set');
	return set.setId;
};

/** Plays the model: downloads the documents of a set, or imports a shipment, and reads out what it gets. */
function model({ messages, tools }: ChatRequest): Turn {
	const last = messages.at(-1);
	if (last?.role === 'tool') return { answer: JSON.stringify(last.content) };
	const toolNamed = (name: string) => tools.map((each) => each.function.name).find((one) => one.includes(name)) ?? '';
	return JSON.stringify(last?.content).includes('Import')
		? { tool: toolNamed('import'), input: { shipment: shipmentNamed('AGENT-1') } }
		: { tool: toolNamed('downloadAll'), input: { setId: setId() } };
}

it('describes each operation, and gives the list of files but no file', async () => {
	const text = await chat.ask('Get me the PDFs');
	for (const { name } of chat.simulator().store.documentsOfSet(setId())) expect(text).toContain(name);
	expect(text).not.toContain('JVBERi');

	const given = chat.firstRequest()?.tools.map((tool) => tool.function['description']) ?? [];
	expect(given.sort()).toEqual(operations.map(({ toolDescription }) => toolDescription).sort());
});

it('imports nothing while Dry Run is on, and says what a person has to do', async () => {
	const text = await chat.ask('Import this shipment');
	expect(text).toContain('Nothing was imported: this was a dry run.');
	expect(text).toContain('a person has to switch off');
	expect(text).toContain('AGENT-1');
	expect(chat.simulator().requests.filter(({ path }) => path.endsWith('/shipments'))).toEqual([]);
});
