import { z } from 'zod/v4';
import { fill, readExample } from '../../scripts/demo/examples';
import { createCredential } from '../../scripts/n8n/rest/resources';
import { activate, createWorkflow, deactivate, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { startChatServer, type ChatRequest, type ChatServer, type Turn } from './chatServer';
import { openPlace, type Place } from './place';

let place: Place;
let server: ChatServer;
let workflow: StoredWorkflow;
beforeAll(async () => {
	place = await openPlace({ seed: 'demo' });
	server = await startChatServer(model);
	const account = { apiKey: 'none', url: server.url, header: false };
	const chatModel = await createCredential(place.session, 'Chat', 'openAiApi', account);
	const { credentials, queue, outputFolder: folder } = place;
	const example = fill(await readExample('ask-where-a-bill-of-lading-is'), {
		credentials: { ...credentials, chatModel },
		queue: queue.name,
		folder,
	});
	workflow = await createWorkflow(place.session, { ...example, nodes: example.nodes.map(openToAll) });
	await activate(place.session, workflow);
});
afterAll(async () => {
	await deactivate(place.session, workflow);
	await server.close();
	await place.close();
});

const chatTrigger = '@n8n/n8n-nodes-langchain.chatTrigger';
type Node = StoredWorkflow['file']['nodes'][number];

/** The note for those who share the chat with colleagues: without it, only the editor can reach it. */
const openToAll = (node: Node): Node =>
	node.type === chatTrigger ? { ...node, parameters: { ...node.parameters, public: true } } : node;

/** Plays the model: looks up the reference that it was asked for, and reads out the exchange's own words for the status. */
function model({ messages, tools }: ChatRequest): Turn {
	const last = messages.at(-1);
	const said = JSON.stringify(last?.content ?? '');
	if (last?.role !== 'tool')
		return { tool: tools[0]?.function.name ?? '', input: { text: /[A-Z]+-\d+/.exec(said)?.[0] ?? '' } };
	const error = /"?error\\*":\\*"([^"\\]+)/.exec(said)?.[1];
	if (error) return { answer: error };
	const found = [...said.matchAll(/statusRaw[\\"]+:[\\"]+([\w ]+)/g)].map(([, status]) => status);
	return { answer: `Statuses: ${found.join(', ')}` };
}

const reply = z.looseObject({ output: z.string() });

async function ask(chatInput: string): Promise<string> {
	const webhookId = z.string().parse(workflow.file.nodes.find(({ type }) => type === chatTrigger)?.['webhookId']);
	const answer = await fetch(`${place.session.url}/webhook/${webhookId}/chat`, {
		method: 'POST',
		headers: { connection: 'close', 'content-type': 'application/json' },
		body: JSON.stringify({ action: 'sendMessage', sessionId: 'test', chatInput }),
	});
	const text = await answer.text();
	if (!answer.ok) throw new Error(`The chat answered ${answer.status}: ${text}`);
	return reply.parse(JSON.parse(text)).output;
}

it('looks a set up with the node as its tool, and answers with the words of the exchange', async () => {
	for (const { parcelRef, setId } of place.simulator.store.sets.all()) {
		const statuses = place.simulator.store.transactionsOfSet(setId).map(({ status }) => status);
		expect([parcelRef, await ask(`Where is ${parcelRef}?`)]).toEqual([parcelRef, `Statuses: ${statuses.join(', ')}`]);
	}
});

it('shows the model why a search failed', async () => {
	const fault = { kind: 'status', status: 403, message: 'No access to SET-0042-1' } as const;
	place.simulator.faults.next({ match: { path: /search/ }, fault, times: Infinity });
	expect(await ask('Where is SET-0042-1?')).toContain('No access to SET-0042-1');
	place.simulator.faults.clear();
});

it('lets the model fill in the text alone, and knows what the tool is for', () => {
	const [tool, ...others] = server.requests[0]?.tools ?? [];
	expect(others).toEqual([]);
	expect(Object.keys(z.looseObject({}).parse(tool?.function.parameters['properties']))).toEqual(['text']);
	expect(tool?.function['description']).toContain('bills of lading');
});
