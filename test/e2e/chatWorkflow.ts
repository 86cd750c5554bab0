import { z } from 'zod/v4';
import { createCredential, type StoredCredential } from '../../scripts/n8n/rest/resources';
import {
	activate,
	createWorkflow,
	deactivate,
	type StoredWorkflow,
	type WorkflowFile,
} from '../../scripts/n8n/rest/workflows';
import { startChatServer, type ChatRequest, type ChatServer, type Turn } from './chatServer';
import { openPlace, type Place } from './place';

export const chatTrigger = '@n8n/n8n-nodes-langchain.chatTrigger';

const reply = z.looseObject({ output: z.string() });

/** A workflow with a public chat for the tests of a file. `model` plays the language model, `workflowFor` gives the workflow. */
export function useChat(
	model: (request: ChatRequest) => Turn,
	workflowFor: (place: Place, chatModel: StoredCredential) => WorkflowFile | Promise<WorkflowFile>,
) {
	let place: Place;
	let server: ChatServer;
	let workflow: StoredWorkflow;
	beforeAll(async () => {
		place = await openPlace({ seed: 'demo' });
		server = await startChatServer(model);
		const account = { apiKey: 'none', url: server.url, header: false };
		const chatModel = await createCredential(place.session, 'Chat', 'openAiApi', account);
		workflow = await createWorkflow(place.session, await workflowFor(place, chatModel));
		await activate(place.session, workflow);
	});
	afterAll(async () => {
		await deactivate(place.session, workflow);
		await server.close();
		await place.close();
	});
	return {
		simulator: () => place.simulator,
		/** What the model was given first. */
		firstRequest: () => server.requests[0],
		async ask(chatInput: string): Promise<string> {
			const webhookId = z.string().parse(workflow.file.nodes.find(({ type }) => type === chatTrigger)?.['webhookId']);
			const answer = await fetch(`${place.session.url}/webhook/${webhookId}/chat`, {
				method: 'POST',
				headers: { connection: 'close', 'content-type': 'application/json' },
				body: JSON.stringify({ action: 'sendMessage', sessionId: 'test', chatInput }),
			});
			const text = await answer.text();
			if (!answer.ok) throw new Error(`The chat answered ${answer.status}: ${text}`);
			return reply.parse(JSON.parse(text)).output;
		},
	};
}
