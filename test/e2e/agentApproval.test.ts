/** An agent of n8n that checks a shipment by itself, and imports it after a person has approved that. */
import { executionsOf, finished } from '../../scripts/n8n/rest/executions';
import { createCredential } from '../../scripts/n8n/rest/resources';
import { activate, createWorkflow, runWorkflow, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { shipmentNamed } from '../helpers/shipment';
import { answerMail } from './approval';
import { startChatServer, type ChatRequest, type ChatServer, type Turn } from './chatServer';
import { action, chain, manualTrigger, openPlace, until, type Place, type WorkflowNode } from './place';

let place: Place;
let server: ChatServer;
let shipmentRef = '';

beforeAll(async () => {
	place = await openPlace({ seed: 'demo' });
	server = await startChatServer(model);
});

afterAll(async () => {
	await server.close();
	await place.close();
});

/** Plays the model: checks the shipment, then imports it, and reads out what both tools answered. */
function model({ messages, tools }: ChatRequest): Turn {
	const answers = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
	if (answers.length === 2) return { answer: JSON.stringify(answers) };
	const name = answers.length === 0 ? 'Check' : 'Import';
	const tool = tools.find((each) => each.function.name.includes(name));
	const shipment = shipmentNamed(shipmentRef);
	const given = { shipment: name === 'Import' && !asksForReview(tool) ? JSON.stringify(shipment) : shipment };
	return {
		tool: tool?.function.name ?? '',
		input: asksForReview(tool) ? { toolParameters: given, hitlParameters: {} } : given,
	};
}

/** n8n wraps the parameters of a tool that a person reviews. */
function asksForReview(tool: ChatRequest['tools'][number] | undefined): boolean {
	return JSON.stringify(tool ?? null).includes('toolParameters');
}

/** The import as a tool. Whether it is a dry run is not the model's choice. */
function importTool(name: string, dryRun: boolean): WorkflowNode {
	const payload = "={{ $fromAI('shipment', 'The shipment', 'json') }}";
	const parameters = { resource: 'shipment', operation: 'import', inputMode: 'json', payload, dryRun };
	return { ...action(place, parameters, name), type: 'n8n-nodes-cargo-exchange.cargoExchangeTool' };
}

const askByEmail = {
	...{ operation: 'sendAndWait', fromEmail: 'agent@company.example', toEmail: 'manager@company.example' },
	...{ subject: 'Import?', responseType: 'approval', approvalOptions: { values: { approvalType: 'double' } } },
};

function mailNode(type: string, message: string): WorkflowNode {
	const { mail } = place.credentials;
	const webhookId = 'b0a3f6de-90f5-4b0c-8a3b-6a2d0d0c9a51';
	return {
		...{ name: 'Ask', type, typeVersion: 2.1, webhookId, credentials: { [mail.type]: mail } },
		parameters: { ...askByEmail, message },
	};
}

/** An agent with the dry run as one tool and the import as the other. `importing`: its nodes, the last one linked to the agent. */
async function agentWith(importing: readonly WorkflowNode[]): Promise<StoredWorkflow> {
	const account = { apiKey: 'none', url: server.url, header: false };
	const chatModel = await createCredential(place.session, 'Chat', 'openAiApi', account);
	const langchain = (name: string, type: string, typeVersion: number, parameters = {}): WorkflowNode => ({
		...{ name, type: `@n8n/n8n-nodes-langchain.${type}`, typeVersion, parameters },
	});
	const modelParameters = {
		...{ model: { __rl: true, mode: 'id', value: 'scripted' }, responsesApiEnabled: false, options: {} },
	};
	const nodes: WorkflowNode[] = [
		manualTrigger,
		langchain('Agent', 'agent', 3, { promptType: 'define', text: 'Import the shipment', options: {} }),
		{ ...langchain('Model', 'lmChatOpenAi', 1.3, modelParameters), credentials: { openAiApi: chatModel } },
		importTool('Check a shipment', true),
		...importing,
	];
	const link = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });
	const next = (index: number) => importing[index + 1]?.name ?? 'Agent';
	return await createWorkflow(place.session, {
		...chain('Agent that asks', nodes),
		connections: {
			[manualTrigger.name]: link('Agent', 'main'),
			Model: link('Agent', 'ai_languageModel'),
			'Check a shipment': link('Agent', 'ai_tool'),
			...Object.fromEntries(importing.map(({ name }, index) => [name, link(next(index), 'ai_tool')])),
		},
	});
}

/** How an agent's import can wait for a person: its workflow, the execution that waits, and what the import gave or said. */
type Way = {
	agent: StoredWorkflow;
	waiting: (agentRun: string) => Promise<string>;
	outcome: (agentRun: string) => Promise<string>;
};

/** A node for human review between the tool and the agent. */
async function review(): Promise<Way> {
	const message = '={{ $tool.name }} {{ JSON.stringify($tool.parameters) }}';
	const importing = [importTool('Import', false), mailNode('n8n-nodes-base.emailSendHitlTool', message)];
	return {
		agent: await agentWith(importing),
		waiting: (run) => Promise.resolve(run),
		outcome: async (run) => JSON.stringify((await finished(place.session, run)).items('Agent')),
	};
}

/** Any n8n: the tool is a workflow that asks before it imports. */
async function workflowThatAsks(): Promise<Way> {
	const start: WorkflowNode = {
		...{ name: 'Start', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1 },
		parameters: { workflowInputs: { values: [{ name: 'shipment' }] } },
	};
	const payload = "={{ $('Start').item.json.shipment }}";
	const parameters = { resource: 'shipment', operation: 'import', inputMode: 'json', payload, dryRun: false };
	const isApproved: WorkflowNode = {
		...{ name: 'Approved?', type: 'n8n-nodes-base.filter', typeVersion: 2.2 },
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
				conditions: [
					{
						...{ id: 'approved', leftValue: '={{ $json.data.approved }}', rightValue: '' },
						operator: { type: 'boolean', operation: 'true', singleValue: true },
					},
				],
				combinator: 'and',
			},
		},
	};
	const ask = mailNode('n8n-nodes-base.emailSend', '={{ $json.shipment }}');
	const asking = await createWorkflow(
		place.session,
		chain('Ask and import', [start, ask, isApproved, action(place, parameters, 'Import')]),
	);
	// n8n calls only published workflows.
	await activate(place.session, asking);
	const shipment = "={{ $fromAI('shipment', 'The shipment as JSON', 'string') }}";
	const tool: WorkflowNode = {
		...{ name: 'Import', type: '@n8n/n8n-nodes-langchain.toolWorkflow', typeVersion: 2.2 },
		parameters: {
			description: 'Imports a shipment after a person has approved it',
			workflowId: { __rl: true, mode: 'id', value: asking.id },
			workflowInputs: {
				mappingMode: 'defineBelow',
				value: { shipment },
				schema: [{ id: 'shipment', displayName: 'shipment', type: 'string', display: true, required: false }],
			},
		},
	};
	const latest = async () => (await executionsOf(place.session, asking.id)).at(-1);
	return {
		agent: await agentWith([tool]),
		waiting: async () => {
			await until(async () => (await latest())?.status === 'waiting');
			return (await latest())?.id ?? '';
		},
		outcome: async () => {
			const run = await latest();
			return JSON.stringify(run?.problem ?? run?.items('Import'));
		},
	};
}

const ways = [
	['human review of the tool', 'REVIEW-1', review] as const,
	['a workflow that asks', 'ASKED-1', workflowThatAsks] as const,
];

const imports = () => place.simulator.requests.filter(({ path }) => path.endsWith('/shipments'));

it.each(ways)('imports what a person has approved, once: %s', async (_, reference, make) => {
	shipmentRef = reference;
	const way = await make();
	const before = imports().length;
	const run = async (isApproved: boolean) => {
		const mails = place.mailbox.mails.length;
		server.requests.length = 0;
		const id = await runWorkflow(place.session, way.agent, manualTrigger.name);
		await until(
			() => place.mailbox.mails.length > mails,
			async () => JSON.stringify((await finished(place.session, id)).problem),
		);
		const mail = place.mailbox.mails[mails];
		if (!mail) throw new Error('There is no email');
		expect(mail.html).toContain(shipmentRef);
		const sent = imports().length - before;
		const told = server.requests.map(({ messages }) => messages.at(-1)).filter((each) => each?.role === 'tool');
		const dryRun = JSON.stringify(told.at(0)?.content);
		await answerMail(place.session, await way.waiting(id), mail, isApproved);
		return { sent, dryRun, outcome: await way.outcome(id) };
	};

	const declined = await run(false);
	expect(declined.dryRun).toContain('Nothing was imported: this was a dry run.');
	expect(declined.dryRun).toContain('400 cartons of cotton shirts');
	expect(imports().length - before).toBe(0);

	const approved = await run(true);
	expect(approved.sent).toBe(0);
	expect(imports().length - before).toBe(1);
	const sets = place.simulator.store.sets.all().filter((set) => set.shipmentRef === shipmentRef);
	expect(sets).toHaveLength(1);
	for (const { setId } of sets) expect(approved.outcome).toContain(setId);

	const again = await run(true);
	expect(again.outcome).toContain(`The exchange already has the shipment ${shipmentRef}`);
	expect(imports().length - before).toBe(1);
});
