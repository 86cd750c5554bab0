import { z } from 'zod/v4';
import { fill, readExample } from '../../scripts/demo/examples';
import type { StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import type { ChatRequest, Turn } from './chatServer';
import { chatTrigger, useChat } from './chatWorkflow';

const chat = useChat(model, async ({ credentials, queue, outputFolder: folder }, chatModel) => {
	const example = fill(await readExample('ask-where-a-bill-of-lading-is'), {
		credentials,
		logins: [chatModel],
		queue: queue.name,
		folder,
	});
	return { ...example, nodes: example.nodes.map(openToAll) };
});

type Node = StoredWorkflow['file']['nodes'][number];

/** The note for those who share the chat with colleagues: without it, only the editor can reach it. */
function openToAll(node: Node): Node {
	return node.type === chatTrigger ? { ...node, parameters: { ...node.parameters, public: true } } : node;
}

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

it('looks a set up with the node as its tool, and answers with the words of the exchange', async () => {
	for (const { parcelRef, setId } of chat.simulator().store.sets.all()) {
		const statuses = chat
			.simulator()
			.store.transactionsOfSet(setId)
			.map(({ status }) => status);
		expect([parcelRef, await chat.ask(`Where is ${parcelRef}?`)]).toEqual([
			parcelRef,
			`Statuses: ${statuses.join(', ')}`,
		]);
	}
});

it('shows the model why a search failed', async () => {
	const fault = { kind: 'status', status: 403, message: 'No access to SET-0042-1' } as const;
	chat.simulator().faults.next({ match: { path: /search/ }, fault, times: Infinity });
	expect(await chat.ask('Where is SET-0042-1?')).toContain('No access to SET-0042-1');
	chat.simulator().faults.clear();
});

it('lets the model fill in the text alone, and knows what the tool is for', () => {
	const [tool, ...others] = chat.firstRequest()?.tools ?? [];
	expect(others).toEqual([]);
	expect(Object.keys(z.looseObject({}).parse(tool?.function.parameters['properties']))).toEqual(['text']);
	expect(tool?.function['description']).toContain('bills of lading');
});
