import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import * as z from 'zod/v4';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { CargoExchangePollingTrigger } from '../../nodes/CargoExchange/CargoExchangePollingTrigger.node';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { check } from '../helpers/checks';
import { eventColumns, normalise, readEvent } from '../../nodes/CargoExchange/schemas/statusMessage';
import { variants } from '../../scripts/examples';
import { columns as tableColumns } from '../../scripts/examples/statuses';
import { misfits } from '../helpers/misfits';
import { exampleFiles, readExample, type SavedWorkflow } from './workflow';

/** The action node as n8n offers it to AI agents. */
const asTool = (node: INodeType): INodeType => ({
	...node,
	description: { ...node.description, name: `${node.description.name}Tool` },
});

const own = new Map<string, INodeType>([
	['n8n-nodes-cargo-exchange.cargoExchange', new CargoExchange()],
	['n8n-nodes-cargo-exchange.cargoExchangeTool', asTool(new CargoExchange())],
	['n8n-nodes-cargo-exchange.cargoExchangeTrigger', new CargoExchangeTrigger()],
	['n8n-nodes-cargo-exchange.cargoExchangePollingTrigger', new CargoExchangePollingTrigger()],
]);

/** The n8n nodes that the examples use, with the newest versions that examples may use: those of n8n 2.35 or older ones. test/e2e tests their parameters in a real n8n. */
const builtIn: Record<string, number> = {
	'n8n-nodes-base.stickyNote': 1,
	'n8n-nodes-base.manualTrigger': 1,
	'n8n-nodes-base.scheduleTrigger': 1.3,
	'n8n-nodes-base.emailSend': 2.1,
	'n8n-nodes-base.dataTable': 1,
	'n8n-nodes-base.googleSheets': 4.7,
	'n8n-nodes-base.set': 3.4,
	'n8n-nodes-base.convertToFile': 1.1,
	'n8n-nodes-base.extractFromFile': 1.1,
	'n8n-nodes-base.readWriteFile': 1,
	'n8n-nodes-base.merge': 3.2,
	'n8n-nodes-base.removeDuplicates': 2,
	'n8n-nodes-base.filter': 2.2,
	'n8n-nodes-base.if': 2.2,
	'n8n-nodes-base.httpRequest': 4.2,
	'n8n-nodes-base.form': 2.3,
	'n8n-nodes-base.formTrigger': 2.3,
	'n8n-nodes-base.gmail': 2.1,
	'n8n-nodes-base.googleDrive': 3,
	'n8n-nodes-base.googleDriveTrigger': 1,
	'n8n-nodes-base.microsoftExcel': 2.2,
	'n8n-nodes-base.microsoftOneDrive': 1.1,
	'n8n-nodes-base.microsoftOneDriveTrigger': 1,
	'n8n-nodes-base.microsoftOutlook': 2,
	'n8n-nodes-base.switch': 3.2,
	'n8n-nodes-base.wait': 1.1,
	'n8n-nodes-base.aggregate': 1,
	'n8n-nodes-base.splitOut': 1,
	'n8n-nodes-base.stopAndError': 1,
	'n8n-nodes-base.code': 2,
	'n8n-nodes-base.errorTrigger': 1,
	'@n8n/n8n-nodes-langchain.chatTrigger': 1.4,
	'@n8n/n8n-nodes-langchain.agent': 3,
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 1.3,
};

const page = (file: string) => readFileSync(path.resolve(__dirname, '../..', file), 'utf8');
const documentation = page('docs/examples.md');

const notesOf = (workflow: SavedWorkflow) => workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
/** The labels of fields, including those inside collections. */
function labelsIn(properties: INodeProperties[]): string[] {
	return properties.flatMap(({ displayName, options = [] }) => [
		displayName,
		...labelsIn(options.filter((option): option is INodeProperties => 'type' in option)),
	]);
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The columns of an event that lacks nothing. */
function allColumns(): string[] {
	const fields = [
		'setId',
		'transactionId',
		'parcelReference',
		'shipmentReference',
		'customerId',
		'actor',
		'actorCompany',
	];
	const texts = Object.fromEntries(fields.map((field) => [field, field]));
	const read = readEvent({ ...texts, newStatus: 'ISSUED', updatedDate: '2026-01-01T00:00:00Z' });
	return read.ok ? Object.keys(eventColumns(read.event)) : [];
}

it('has one file per example', () => {
	expect(exampleFiles).toEqual([
		'alert-on-stuck-sets.json',
		'archive-issued-pdfs.json',
		'ask-where-a-bill-of-lading-is.json',
		'collect-rejected-messages.json',
		'daily-digest-of-signatures.json',
		'email-pdfs-gmail.json',
		'email-pdfs-outlook.json',
		'email-pdfs-smtp.json',
		'email-pdfs-without-queue.json',
		'evidence-of-a-set.json',
		'import-after-approval.json',
		'import-from-form.json',
		'import-from-google-drive.json',
		'import-from-onedrive.json',
		'import-from-spreadsheet-with-pdfs.json',
		'import-shipment.json',
		'import-with-results.json',
		'notify-on-failed-executions.json',
		'save-statuses-as-xlsx.json',
		'sync-statuses-to-data-table.json',
		'sync-statuses-to-excel.json',
		'sync-statuses-to-google-sheets.json',
		'sync-statuses-without-queue.json',
		'warn-about-a-queue.json',
	]);
});

describe.each(exampleFiles)('%s', (file) => {
	const workflow = readExample(file);

	it('uses only nodes of this package and of n8n, in versions that the oldest supported n8n has', () => {
		for (const { type, typeVersion } of workflow.nodes) {
			const version = own.get(type)?.description.version;
			if (version !== undefined) expect([version].flat()).toContain(typeVersion);
			else expect([type, typeVersion <= (builtIn[type] ?? 0)]).toEqual([type, true]);
		}
	});

	it('sets only visible parameters of the package, and values that they offer', () => {
		const found = workflow.nodes.flatMap((node) => {
			const nodeType = own.get(node.type);
			return nodeType ? misfits({ ...node }, nodeType.description) : [];
		});
		expect(found).toEqual([]);
	});

	it('is complete except for the credentials and the queue of an action', () => {
		const issues = workflow.nodes.flatMap((node) => {
			const nodeType = own.get(node.type);
			const properties = nodeType?.description.properties ?? [];
			const found = nodeType && NodeHelpers.getNodeParametersIssues(properties, node, nodeType.description);
			return Object.keys(found?.parameters ?? {});
		});
		expect(issues.filter((name) => name !== 'queue')).toEqual([]);
	});

	it('connects only nodes that exist, and has no two nodes of the same name', () => {
		const names = workflow.nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const ends = Object.entries(workflow.connections).flatMap(([from, kinds]) => [
			from,
			...Object.values(kinds)
				.flat(2)
				.map(({ node }) => node),
		]);
		expect(ends.filter((name) => !names.includes(name))).toEqual([]);
		const idle = workflow.nodes.filter(({ name, type }) => !type.endsWith('.stickyNote') && !ends.includes(name));
		expect(idle).toEqual([]);
	});

	it('refers only to nodes that exist in expressions', () => {
		const names = new Set(workflow.nodes.map(({ name }) => name));
		const mentioned = [...JSON.stringify(workflow.nodes).matchAll(/\$\('([^']+)'\)/g)].map(([, name = '']) => name);
		expect(mentioned.filter((name) => !names.has(name))).toEqual([]);
	});

	it('uses only fields of events that exist', () => {
		const read = readEvent({ newStatus: 'ISSUED' });
		// The last three are in messages that are not status events.
		const event = read.ok ? [...Object.keys(normalise(read.event, false)), 'reason', 'text', 'messageId'] : [];
		const triggers = workflow.nodes.filter(({ type }) => type.endsWith('.cargoExchangeTrigger'));
		const isTable = JSON.stringify(triggers).includes('"output":"table"');
		const keys = isTable ? allColumns() : event;
		const behind = triggers
			.flatMap(({ name }) => workflow.connections[name]?.['main']?.flat() ?? [])
			.map(({ node }) => node);
		const asked = workflow.nodes.flatMap(({ name, parameters }) => {
			const expressions = JSON.stringify(parameters);
			const ofTrigger = [...expressions.matchAll(/\$\('Cargo Exchange Trigger'\)\.(?:item|first\(\))\.json\.(\w+)/g)];
			const ofInput = behind.includes(name) ? [...expressions.matchAll(/\$json\.(\w+)/g)] : [];
			return [...ofTrigger, ...ofInput].map(([, key = '']) => key);
		});
		expect(asked.filter((key) => !keys.includes(key))).toEqual([]);
	});

	it('has the same name in n8n and in docs/examples.md', () => {
		expect(documentation).toContain(`\n## ${workflow.name}\n\n[\`${file}\`]`);
	});

	it('has only existing steps, filters and options in its notes', () => {
		const notes = notesOf(workflow)
			.map(({ parameters }) => textOf(parameters['content']))
			.join('\n');
		const labels = new Set([...own.values()].flatMap(({ description }) => labelsIn(description.properties)));
		const mentioned = [...notes.matchAll(/\*\*(?:Filters|Options) → ([^*]+)\*\*/g)].map(([, label = '']) => label);
		expect(mentioned.filter((label) => !labels.has(label))).toEqual([]);
	});

	it('explains in notes what it does, which credentials to choose and how to try it', () => {
		const notes = notesOf(workflow).map(({ parameters }) => textOf(parameters['content']));
		expect(notes.length).toBeGreaterThanOrEqual(3);
		const all = notes.join('\n');
		expect(notes[0]).toMatch(new RegExp(`^## ${workflow.name}\n`));
		expect(all).toMatch(/credential/);
		expect(all).toMatch(/\*\*Execute workflow\*\*/);
	});
});

it('lists a set that is part of two transactions once, where it searches for every set', () => {
	const searches = exampleFiles.flatMap((file) =>
		readExample(file).nodes.flatMap(({ parameters }) => (parameters['operation'] === 'search' ? [parameters] : [])),
	);
	const complete = searches.filter(({ returnAll }) => returnAll === true);
	expect(complete.length).toBeGreaterThan(2);
	expect(complete.filter(({ onePerSet }) => onePerSet !== true)).toEqual([]);
});

it('keeps the columns and options of Google Sheets when people choose their document, which is not chosen in its nodes', () => {
	const nodes = exampleFiles.flatMap((file) => readExample(file).nodes);
	const sheets = nodes.filter(({ type }) => type === 'n8n-nodes-base.googleSheets');
	expect(sheets.length).toBeGreaterThan(1);
	for (const { parameters } of sheets)
		for (const choice of ['documentId', 'sheetName'])
			expect(JSON.stringify(parameters[choice])).toContain('"value":"={{');
});

it('begins each table of statuses with what people recognize, IDs last', () => {
	const columns = allColumns();
	expect(columns).toEqual([...columns.filter((name) => !name.endsWith('Id')), 'setId', 'transactionId', 'customerId']);
	expect(Object.keys(tableColumns)).toEqual(columns);
	const excel = readExample('save-statuses-as-xlsx.json').nodes.find(({ name }) => name === 'Choose the columns');
	expect(excel?.parameters['includeFields']).toBe(
		columns.filter((name) => !['event', 'transactionId'].includes(name)).join(),
	);
});

/** The nodes behind a node. */
const behind = ({ connections }: SavedWorkflow, name: string) =>
	(connections[name]?.['main'] ?? []).flat().map(({ node }) => node);

it('writes a status into a row only after it has looked for a later one there', () => {
	const tables = exampleFiles
		.map(readExample)
		.filter(({ nodes }) => nodes.some(({ name }) => name === 'Add or update the row'));
	expect(tables.map(({ name }) => name)).toEqual([
		'Keep a table of statuses',
		'Keep the statuses in Excel',
		'Keep the statuses in Google Sheets',
		'Keep a table of statuses, without a queue',
	]);
	for (const table of tables) {
		const before = Object.keys(table.connections).filter((name) =>
			behind(table, name).includes('Add or update the row'),
		);
		expect(before).toEqual(['Skip older statuses']);
		const inputs = Object.keys(table.connections).filter((name) => behind(table, name).includes('Skip older statuses'));
		expect(inputs).toEqual([expect.stringMatching(/^Cargo Exchange .*Trigger$/), 'Is it later?']);
	}
});

it('needs no code for the stories that are told for several desks', () => {
	const written = Object.keys(variants).map(readExample);
	expect(written.flatMap(({ nodes }) => nodes.filter(({ type }) => type.endsWith('.code')))).toEqual([]);
});

it('imports nothing before somebody has switched Dry Run off, and its last note says how', () => {
	const importing = exampleFiles.map(readExample).flatMap(({ name, nodes }) => {
		const ends = nodes.filter(({ parameters }) => parameters['operation'] === 'import');
		// There, a person approves what was shown.
		return ['Import a spreadsheet after approval', 'Import shipments from a spreadsheet'].includes(name)
			? []
			: ends.map((node) => ({ name, nodes, node }));
	});
	expect(importing).toHaveLength(5);
	for (const { name, nodes, node } of importing) {
		expect([name, node.parameters['dryRun']]).toEqual([name, true]);
		const last = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote').at(-1);
		expect(last?.parameters['content']).toMatch(/switch \*\*Dry Run\*\* off in \*Import the shipments?\*/);
	}
});

it('takes each cell of a sheet as it is in the file', () => {
	const sheets = exampleFiles.flatMap((file) =>
		readExample(file).nodes.flatMap(({ type, parameters: { operation, options } }) =>
			type.endsWith('.extractFromFile') && operation === 'xlsx' ? [[file, options]] : [],
		),
	);
	expect(sheets.length).toBeGreaterThan(5);
	expect(sheets).toEqual(sheets.map(([file]) => [file, { rawData: true }]));
});

it('takes workbooks of every age from a folder, and nothing else', () => {
	const conditions = exampleFiles.flatMap((file) =>
		readExample(file).nodes.flatMap(({ name, parameters }) =>
			name === 'Only spreadsheets' ? [JSON.stringify(parameters['conditions'])] : [],
		),
	);
	expect(conditions).toHaveLength(2);
	for (const condition of conditions) {
		const [, pattern = ''] =
			/"rightValue":"([^"]+)","operator":\{"type":"string","operation":"regex"/.exec(condition) ?? [];
		const files = [
			'vnd.openxmlformats-officedocument.spreadsheetml.sheet',
			'vnd.ms-excel',
			'vnd.google-apps.spreadsheet',
		];
		const others = ['pdf', 'vnd.openxmlformats-officedocument.wordprocessingml.document'];
		expect(files.filter((type) => !new RegExp(pattern).test(`application/${type}`))).toEqual([]);
		expect(others.filter((type) => new RegExp(pattern).test(`application/${type}`))).toEqual([]);
	}
});

it('has a PDF for each shipment of the sample spreadsheet, with the name that the example expects', () => {
	const folder = path.resolve(__dirname, '../../examples');
	const pdfs = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
	expect(pdfs.map((name) => name.split(' ')[0])).toEqual(['SHP-2026-0101', 'SHP-2026-0102']);
	for (const name of pdfs) expect(readFileSync(path.join(folder, name)).subarray(0, 5).toString()).toBe('%PDF-');
});

it('imports a shipment without issues', () => {
	const shipment = readExample('import-shipment.json').nodes.find(({ name }) => name === 'Shipment');
	const written = textOf(shipment?.parameters['jsonOutput'])
		.replace(/^=/, '')
		.replace(/\{\{.*?\}\}/g, '1');
	const output: unknown = JSON.parse(written);
	const { payload } = z.object({ payload: z.looseObject({ sets: z.array(z.unknown()).min(1) }) }).parse(output);
	expect(check(payload, '2026-06-01')).toEqual([]);
});
