import type { Example, ExampleNode } from './canvas';
import { firstStep, pdfs, type Source } from './exchangeNodes';

const tableName = 'Evidence of bills of lading';
const columns = ['setId', 'parcelRef', 'events', 'documents'];
const dataTable = { type: 'n8n-nodes-base.dataTable', typeVersion: 1 };
const rows = { resource: 'row', dataTableId: { __rl: true, mode: 'name', value: tableName } };
const bySetId = (keyValue: string) => ({
	matchType: 'allConditions',
	filters: { conditions: [{ keyName: 'setId', condition: 'eq', keyValue }] },
});

const [create, get, note, write] = ['Create the table', 'Get the row', 'Note the event', 'Write the row'];
const [download, list, add] = ['Get all PDFs of the set', 'List the PDFs', 'Add the PDFs to the row'];

/** The lines of a column, and those that it does not have yet: what comes twice stands there once. */
const withNew = (column: string, lines: string) =>
	`={{ [$('${get}').first().json.${column}, ...${lines}.filter((line) => !\`\${$('${get}').first().json.${column}}\`.includes(line.text))].filter(Boolean).map((line) => line.line ?? line).join('\\n') }}`;

/** A set may have no PDFs yet when its first event comes. */
const withoutDocuments = (node: ExampleNode): ExampleNode => ({
	...node,
	parameters: { ...node.parameters, options: { onNoDocuments: 'noItem' } },
});

const fields = (name: string, values: Record<string, string>, to: string): Omit<ExampleNode, 'at'> => ({
	...{ name, type: 'n8n-nodes-base.set', typeVersion: 3.4, to: [[to]] },
	parameters: {
		assignments: {
			assignments: Object.entries(values).map(([field, value]) => ({ id: field, name: field, value, type: 'string' })),
		},
		options: {},
	},
});

const upsert = (name: string): Omit<ExampleNode, 'at'> => ({
	...{ name, ...dataTable },
	parameters: {
		...{ ...rows, operation: 'upsert', ...bySetId('={{ $json.setId }}'), options: {} },
		columns: {
			...{ mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
			...{ attemptToConvertTypes: false, convertFieldsToString: false },
		},
	},
});

export function evidence(source: Source): Record<string, Example> {
	const event = `$('${source.trigger}').first().json`;
	const who = `[${event}.actor ?? ${event}.user, ${event}.actorCompany].filter(Boolean).join(', ') || 'somebody unknown'`;
	const line = `\`\${${event}.changedAt ?? 'At an unknown time'}: \${${event}.status}, by \${${who}}\``;
	const hashes =
		'$json.documents.map(({ name, fileName, size, sha256 }) => ({ text: sha256, line: `${name ?? fileName}: SHA-256 ${sha256}, ${size} bytes` }))';
	return {
		'evidence-of-a-set': {
			name: 'Keep the evidence of each bill of lading',
			about: [
				'One row per set, with everything that happened to it: each status with who changed it, for which company and when, and each of its PDFs with its SHA-256. With it, anyone who has the file can show that no byte of it was changed.',
				`### Before you start\nYou need two credentials. Create them with the **+** at the top left and **New credential**, or in the nodes, where the list of credentials ends with *Create new credential*:\n${source.logins.map((login, index) => `${index + 1}. ${login}`).join('\n')}`,
				`The table is the **n8n Data Table** *${tableName}*, under **Overview → Data tables**. It begins when you publish: what happened before is not in it.`,
			].join('\n\n'),
			steps: [
				firstStep(source, {
					title: 'Wait for every status',
					text: '\n\nThe events of one set come one after the other, so no line overwrites another.',
					parameters: { events: ['any'], testWith: 'sampleEvent' },
					to: [[create, download]],
				}),
				{
					title: 'Note who did what, and when',
					text: `*${create}* creates the table if it does not exist yet. *${note}* adds a line to the column \`events\`, unless it is there already: an event may come twice.`,
					nodes: [
						{
							...{ name: create, ...dataTable, retryOnFail: true, at: [0, 0], to: [[get]] },
							parameters: {
								...{ resource: 'table', operation: 'create', tableName },
								columns: { column: columns.map((name) => ({ name, type: 'string' })) },
								options: { createIfNotExists: true },
							},
						},
						{
							...{ name: get, ...dataTable, alwaysOutputData: true, at: [1, 0], to: [[note]] },
							parameters: { ...rows, operation: 'get', ...bySetId(`={{ ${event}.setId }}`), returnAll: true },
						},
						{
							...fields(
								note,
								{
									setId: `={{ ${event}.setId }}`,
									parcelRef: `={{ ${event}.parcelRef }}`,
									events: withNew('events', `[${line}].map((text) => ({ text, line: text }))`),
								},
								write,
							),
							at: [2, 0],
						},
						{ ...upsert(write), at: [3, 0] },
					],
				},
				{
					title: 'Add the PDFs with their SHA-256',
					text: `Choose the **Cargo Exchange API** credential. *${list}* adds a line to the column \`documents\` for each PDF whose bytes are new: after a change of a document, the table has both. The PDFs themselves are not kept; the example *Archive the PDFs of issued sets* saves them.`,
					nodes: [
						{
							...withoutDocuments(pdfs(download, 'itemPerSet', [[list]])),
							at: [0, 1],
						},
						{
							...fields(list, { setId: '={{ $json.setId }}', documents: withNew('documents', hashes) }, add),
							at: [1, 1],
						},
						{ ...upsert(add), at: [2, 1] },
					],
				},
			],
			tryIt:
				'**Test With** is *Sample Event* in the trigger: click **Execute workflow**, and the table has a row with one event and two sample PDFs. Delete that row. When it looks right, click **Publish** at the top right: messages that already wait in the queue are noted, too.',
		},
	};
}
