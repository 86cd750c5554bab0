import { NodeConnectionTypes, type IDataObject, type INodeConnections, type INodeType } from 'n8n-workflow';
import * as z from 'zod/v4';
import { runWorkflow } from '../helpers/engine';
import { exampleFiles, readExample } from './workflow';

/** Replaces a node of n8n: gets the parameters as n8n's engine resolves them. */
function standIn(name: string, parameters: string[], execute: NonNullable<INodeType['execute']>): [string, INodeType] {
	const main = [NodeConnectionTypes.Main];
	const properties = parameters.map((key) => ({ displayName: key, name: key, type: 'string' as const, default: '' }));
	const texts = { displayName: name, description: '', group: [], defaults: { name } };
	return [name, { description: { ...texts, name, version: 1, inputs: main, outputs: main, properties }, execute }];
}

const assignments = z.array(z.object({ name: z.string(), value: z.string() }));

const editFields = standIn('n8n-nodes-base.set', ['assignments'], function () {
	const fieldsOf = (index: number): IDataObject => {
		const found = assignments.parse(this.getNodeParameter('assignments.assignments', index));
		return Object.fromEntries(found.map(({ name, value }) => [name, value]));
	};
	return Promise.resolve([this.getInputData().map((_item, index) => ({ json: fieldsOf(index) }))]);
});

const aggregate = standIn('n8n-nodes-base.aggregate', ['destinationFieldName'], function () {
	const list = this.getInputData().map(({ json }) => json);
	const into = z.string().parse(this.getNodeParameter('destinationFieldName', 0, ''));
	return Promise.resolve([[{ json: into ? { [into]: list } : { lines: list.map(({ text }) => text) } }]]);
});

const sendEmail = standIn('n8n-nodes-base.emailSend', ['text'], function () {
	const sent = (index: number) => ({ text: z.string().parse(this.getNodeParameter('text', index)) });
	return Promise.resolve([this.getInputData().map((_item, index) => ({ json: sent(index) }))]);
});

/** The emails of an example that sends them for the results of a search. */
async function mailOf(file: string, search: string, items: IDataObject[]): Promise<string> {
	const { nodes, connections } = readExample(file);
	const behind = (name: string) => connections[name]?.['main']?.[0]?.[0]?.node ?? '';
	const steps = [search];
	while (steps.at(-1) !== 'Send Email') steps.push(behind(steps.at(-1) ?? ''));
	const chain = steps
		.slice(1)
		.map((node, index): [string, INodeConnections] => [
			index === 0 ? 'Input' : (steps[index] ?? ''),
			{ main: [[{ node, type: NodeConnectionTypes.Main, index: 0 }]] },
		]);
	const run = await runWorkflow({
		types: Object.fromEntries([editFields, aggregate, sendEmail]),
		nodes: nodes.filter(({ name }) => steps.slice(1).includes(name)),
		connections: Object.fromEntries(chain),
		items: items.map((json) => ({ json })),
	});
	expect(run.data.resultData.error).toBeUndefined();
	return z.string().parse(run.data.resultData.runData['Send Email']?.[0]?.data?.main?.[0]?.[0]?.json['text']);
}

describe('a name that comes from another company', () => {
	const cargoName = 'Nuts <b>& "bolts"</b>';
	const set = {
		parcelRef: 'SET-1',
		shipmentRef: 'SHP-1',
		status: 'Signed',
		signature: '1 of 2',
		modifiedDate: 'today',
	};

	it.each([
		['daily-digest-of-signatures.json', 'Find unsigned sets'],
		['alert-on-stuck-sets.json', 'Keep new sets only'],
	])('is escaped in the email of %s', async (file, search) => {
		expect(await mailOf(file, search, [{ ...set, cargoName, consigneeCompanyName: '<img src=x>' }])).toContain(
			'Nuts <b>& "bolts"</b> for <img src=x>',
		);
	});

	it('is replaced by a text if it is missing', async () => {
		const text = await mailOf('daily-digest-of-signatures.json', 'Find unsigned sets', [{ ...set, cargoName: null }]);
		expect(text).toContain(
			'- SET-1, shipment SHP-1: Signed since today, signatures 1 of 2, cargo not given for an unknown',
		);
	});

	it.each(exampleFiles)('cannot become HTML in %s', (file) => {
		const { nodes } = readExample(file);
		const mails = nodes.filter(
			({ type, parameters }) =>
				// n8n escapes the message of an approval.
				type === 'n8n-nodes-base.emailSend' && parameters['operation'] !== 'sendAndWait',
		);
		// The drafts of a dry run are pages with every text escaped.
		const drafts = "={{ $json.shipments.map(({ draft }) => draft).join('') }}";
		expect(mails.map(({ parameters }) => [parameters['emailFormat'], parameters['html']])).toEqual(
			mails.map(({ name }) => (name === 'Email the drafts' ? ['html', drafts] : ['text', undefined])),
		);
		const pages = ['n8n-nodes-base.html', 'n8n-nodes-base.markdown', 'n8n-nodes-base.respondToWebhook'];
		expect(nodes.filter(({ type }) => pages.includes(type))).toEqual([]);
	});
});

describe('the email about a failed execution', () => {
	const failed = {
		workflow: { id: 'w1', name: 'Keep the books' },
		execution: {
			id: '7',
			url: 'http://n8n/execution/7',
			lastNodeExecuted: 'Import',
			error: { message: 'The sheet needs 2 corrections', description: 'Row 2: "R&D <x>".\nRow 3: Is empty.' },
		},
	};
	const text = async () => await mailOf('notify-on-failed-executions.json', 'On failed execution', [failed]);

	it('does not advise to run again what the trigger retries by itself', async () => {
		const [, advice = ''] = (await text()).split(failed.execution.url);
		expect(advice.trim()).toMatch(/^If a Cargo Exchange trigger started this execution, .* retries it by itself/);
		expect(advice).toContain('Do not click Retry before that: it would run twice.');
	});

	it('has the lines of the description as they were written', async () => {
		expect(await text()).toContain('\n\nRow 2: "R&D <x>".\nRow 3: Is empty.\n\n');
	});
});

it('writes the time of a status to the Excel file as people read it, in the time zone of the workflow', async () => {
	const { nodes } = readExample('save-statuses-as-xlsx.json');
	const changedAt = '2026-05-12T10:20:30.000Z';
	const run = await runWorkflow({
		types: Object.fromEntries([editFields]),
		nodes: nodes.filter(({ name }) => name === 'Choose the columns'),
		connections: {
			Input: { main: [[{ node: 'Choose the columns', type: NodeConnectionTypes.Main, index: 0 }]] },
		},
		items: [{ json: { changedAt: new Date(changedAt) } }, { json: { changedAt } }, { json: { changedAt: null } }],
		settings: { timezone: 'Europe/Berlin' },
	});
	expect(run.data.resultData.error).toBeUndefined();
	expect(run.data.resultData.runData['Choose the columns']?.[0]?.data?.main?.[0]?.map(({ json }) => json)).toEqual([
		{ changedAt: '2026-05-12 12:20' },
		{ changedAt: '2026-05-12 12:20' },
		{ changedAt: '' },
	]);
});
