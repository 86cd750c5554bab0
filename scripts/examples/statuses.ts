import type { Example, ExampleNode } from './canvas';
import { conditions, firstStep, type Source } from './exchangeNodes';

/** The columns that *Table* gives, with the types of a data table. */
export const columns = {
	...{ parcelRef: 'string', status: 'string', changedAt: 'date', changedBy: 'string', company: 'string' },
	...{ shipmentRef: 'string', event: 'string', setId: 'string', transactionId: 'string', customerId: 'string' },
};

/** What each place for the table adds to the story. */
type Table = {
	name: string;
	about: string;
	logins: string[];
	text: string;
	/** Options of the trigger, and why. */
	trigger: { options: Record<string, unknown>; text: string };
	/** Reads the stored row of the event's set, or all rows, and ends with *Get the row*. */
	read(source: Source): Array<Omit<ExampleNode, 'at'>>;
	/** What writes the row, and what follows it. */
	write: [Omit<ExampleNode, 'at'>, ...Array<Omit<ExampleNode, 'at'>>];
	tryIt: string;
};

const get = 'Get the row';
const put = 'Add or update the row';

const tableName = 'Cargo statuses';
const dataTableNode = { type: 'n8n-nodes-base.dataTable', typeVersion: 1 };
const dataTable = { resource: 'row', dataTableId: { __rl: true, mode: 'name', value: tableName } };
const bySetId = (keyValue: string) => ({
	matchType: 'allConditions',
	filters: { conditions: [{ keyName: 'setId', condition: 'eq', keyValue }] },
});

const ofEvent = ({ trigger }: Source, field: string) => `$('${trigger}').first().json.${field}`;

const inDataTable: Table = {
	name: 'Keep a table of statuses',
	about:
		'The table is the **n8n Data Table** *Cargo statuses*: it needs no account anywhere else. You find it under **Overview → Data tables**. To get it as an Excel file, import the example *Save the statuses as an Excel file* as well. For a table elsewhere, use the example *Keep the statuses in Excel* or *Keep the statuses in Google Sheets* instead.',
	logins: [],
	text: '*Create the table* creates the data table **Cargo statuses** if it does not exist yet.',
	trigger: { options: {}, text: '' },
	read: (source) => [
		{
			// The first two events may both create it.
			...{ name: 'Create the table', ...dataTableNode, retryOnFail: true },
			parameters: {
				...{ resource: 'table', operation: 'create', tableName },
				columns: { column: Object.entries(columns).map(([name, type]) => ({ name, type })) },
				options: { createIfNotExists: true },
			},
		},
		{
			...{ name: get, ...dataTableNode },
			parameters: { ...dataTable, operation: 'get', ...bySetId(`={{ ${ofEvent(source, 'setId')} }}`), returnAll: true },
		},
	],
	write: [
		{
			...{ name: put, ...dataTableNode },
			parameters: {
				...{ ...dataTable, operation: 'upsert', ...bySetId('={{ $json.setId }}') },
				columns: automatic([]),
				options: {},
			},
		},
	],
	tryIt: 'the row of the event appears in the table',
};

const excelNode = { type: 'n8n-nodes-base.microsoftExcel', typeVersion: 2.2 };
const worksheet = {
	resource: 'worksheet',
	workbook: { __rl: true, mode: 'list', value: '' },
	worksheet: { __rl: true, mode: 'list', value: '' },
	useRange: false,
};

const headers = Object.keys(columns)
	.map((name) => `\`${name}\``)
	.join(', ');
const headerRow = `The first row has the names of the columns, one per cell, beginning in A1. Use those that you want of ${headers}; \`setId\`, \`status\` and \`changedAt\` are needed.`;

const [written, stop] = ['Was it written?', 'Stop: nothing was written'];

/** Excel's node gives an item with the row that it has written. If the sheet has no column *setId*, it writes none and succeeds. */
const unlessWritten: Array<Omit<ExampleNode, 'at'>> = [
	{
		...{ name: written, type: 'n8n-nodes-base.filter', typeVersion: 2.2, to: [[stop]] },
		parameters: {
			conditions: conditions('={{ Object.keys($json).length }}', { type: 'number', operation: 'equals' }, 0),
			options: {},
		},
	},
	{
		...{ name: stop, type: 'n8n-nodes-base.stopAndError', typeVersion: 1 },
		parameters: {
			errorMessage:
				'The sheet has no column setId in its first row, so the row was not written. Choose the right sheet in both nodes.',
		},
	},
];

const inExcel: Table = {
	name: 'Keep the statuses in Excel',
	about: `You also need a workbook in OneDrive. ${headerRow}\n\nFormat these columns as *Text* in Excel (select them, **Home → Number Format → Text**). Otherwise Excel makes a number of a reference such as 0471, and the zero is lost.`,
	logins: ['**Microsoft Excel OAuth2 API**: your Microsoft 365 account'],
	text: 'In *Get the row* and *Add or update the row*, choose the **Microsoft Excel OAuth2 API** credential, then your **Workbook** and **Sheet**. Take the same sheet in both. If its first row has no `setId`, Excel writes nothing; *Stop: nothing was written* then has the event retried, instead of losing it.\n\nn8n writes the whole sheet each time. Keep it for this table, without formulas, and add notes of your own on another sheet.',
	trigger: {
		options: { parallel: 1 },
		text: '\n\n**Parallel Executions** is 1 on purpose: two executions that write the same sheet at the same moment would overwrite each other.',
	},
	read: () => [{ ...{ name: get, ...excelNode }, parameters: { ...worksheet, operation: 'readRows', options: {} } }],
	write: [
		{
			...{ name: put, ...excelNode, alwaysOutputData: true, to: [[written]] },
			parameters: { ...worksheet, operation: 'upsert', dataMode: 'autoMap', columnToMatchOn: 'setId', options: {} },
		},
		...unlessWritten,
	],
	tryIt: 'the row of the event appears in the sheet',
};

const yours = 'Your sheet';
const googleNode = { type: 'n8n-nodes-base.googleSheets', typeVersion: 4.7 };
// Choosing a document in one of n8n's nodes empties what is set below it. An expression leaves it as it is.
const sheet = {
	...{ authentication: 'oAuth2', resource: 'sheet' },
	documentId: { __rl: true, mode: 'url', value: `={{ $('${yours}').first().json.document }}` },
	sheetName: { __rl: true, mode: 'name', value: `={{ $('${yours}').first().json.sheet }}` },
};
const yourSheet = {
	document: 'https://docs.google.com/spreadsheets/d/address-of-your-google-sheet/edit',
	sheet: 'Sheet1',
};

const inGoogleSheets: Table = {
	name: 'Keep the statuses in Google Sheets',
	about: `You also need a Google Sheet. ${headerRow}`,
	logins: ['**Google Sheets OAuth2 API**: your Google account'],
	text: 'In *Your sheet*, enter the address of your Google Sheet, as your browser shows it, under **document**, and the name on its tab under **sheet**. In *Get the row* and *Add or update the row*, choose only the **Google Sheets OAuth2 API** credential.\n\nThe values are written as they are: a reference such as 0471 stays a text. Columns of your own in the same sheet stay as they are.',
	trigger: {
		options: { parallel: 1 },
		text: '\n\n**Parallel Executions** is 1 on purpose: two executions that add a row to a Google Sheet at the same moment may overwrite each other.',
	},
	read: () => [
		{
			...{ name: yours, type: 'n8n-nodes-base.set', typeVersion: 3.4 },
			parameters: {
				assignments: {
					assignments: Object.entries(yourSheet).map(([name, value]) => ({ id: name, name, value, type: 'string' })),
				},
				options: {},
			},
		},
		{ ...{ name: get, ...googleNode }, parameters: { ...sheet, operation: 'read', options: {} } },
	],
	write: [
		{
			...{ name: put, ...googleNode },
			parameters: {
				...{ ...sheet, operation: 'appendOrUpdate', columns: automatic(['setId']) },
				options: { cellFormat: 'RAW', handlingExtraData: 'ignoreIt' },
			},
		},
	],
	tryIt: 'the row of the event appears in the sheet',
};

function automatic(matchingColumns: string[]) {
	return {
		...{ mappingMode: 'autoMapInputData', value: null, matchingColumns, schema: [] },
		...{ attemptToConvertTypes: false, convertFieldsToString: false },
	};
}

const [later, keep] = ['Is it later?', 'Skip older statuses'];

function story(source: Source, table: Table): Example {
	const isQueue = source.kind === 'queue';
	const read = table.read(source);
	const chain = [...read.map(({ name }) => name), later];
	const nodes: ExampleNode[] = [
		...read.map((node, index) => ({ ...node, at: [index, 1] as [number, number], to: [[chain[index + 1] ?? '']] })),
		{
			...{ name: later, type: 'n8n-nodes-base.filter', typeVersion: 2.2, at: [read.length, 1] },
			parameters: {
				conditions: conditions(
					`={{ new Date($json.changedAt) > new Date(${ofEvent(source, 'changedAt')} ?? '9999-12-31') }}`,
					{ type: 'boolean', operation: 'true', singleValue: true },
				),
				options: {},
			},
			to: [[[keep, 1]]],
		},
		{
			...{ name: keep, type: 'n8n-nodes-base.merge', typeVersion: 3.2, at: [read.length + 1, 0.5] },
			parameters: {
				...{ mode: 'combine', combineBy: 'combineByFields', fieldsToMatchString: 'setId' },
				...{ joinMode: 'keepNonMatches', outputDataFrom: 'input1', options: {} },
			},
			to: [[put]],
		},
		...table.write.map((node, index) => ({ ...node, at: [read.length + 2 + index, 0.5] as [number, number] })),
	];
	const [login = ''] = source.logins;
	const logins = [login, ...table.logins];
	return {
		name: isQueue ? table.name : `${table.name}, without a queue`,
		about: [
			isQueue
				? 'One row per set, always showing its latest status.\n\nNo queue yet? Use the example *Keep a table of statuses, without a queue*.'
				: 'Searches the exchange every five minutes and keeps one row per set with its latest status. You do not need a message queue.\n\nIf you have a queue, use the example *Keep a table of statuses* instead: it shows a change at once, and who made it. Both use the same table.',
			`### Before you start\nYou need ${logins.length === 1 ? 'one credential. Create it' : 'two credentials. Create them'} with the **+** at the top left and **New credential**, or in the nodes, where the list of credentials ends with *Create new credential*:\n${logins.map((name, index) => `${index + 1}. ${name}`).join('\n')}`,
			table.about,
		].join('\n\n'),
		steps: [
			firstStep(source, {
				title: 'Wait for a status',
				text: `\n\nThe trigger gives the columns of the table (**Output**: *Table*).${table.trigger.text}`,
				parameters: { events: ['any'], options: { ...table.trigger.options, output: 'table' } },
				to: [[[keep, 0], chain[0] ?? '']],
			}),
			{
				title: 'Write it, unless the row is later',
				text: `${table.text}\n\nThe row is found by its set ID: a new set gets a new row, a known set is updated. A row never goes back: *Is it later?* passes on the stored row only if it changed after the event, and then *Skip older statuses* drops the event. (After a restart of n8n, an event can come again, and an older one after a newer one.) An event without a time is written.`,
				nodes,
			},
		],
		tryIt: `Click **Execute workflow**: ${isQueue ? 'the next message is read, and stays in the queue (if there is none, n8n waits for one for up to a minute)' : 'the set that changed last is taken'}; ${table.tryIt}. When it looks right, click **Publish** at the top right.`,
	};
}

export const statuses = (queue: Source, polling: Source) => ({
	'sync-statuses-to-data-table': story(queue, inDataTable),
	'sync-statuses-to-excel': story(queue, inExcel),
	'sync-statuses-to-google-sheets': story(queue, inGoogleSheets),
	'sync-statuses-without-queue': story(polling, inDataTable),
});
