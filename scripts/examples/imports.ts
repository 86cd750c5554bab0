import type { Example, ExampleNode } from './canvas';
import { conditions } from './exchangeNodes';

/** What each place for the sheet adds to the story. */
type Place = {
	name: string;
	about: string;
	login: string;
	title: string;
	text: string;
	/** From the trigger to the node that gives the file. */
	nodes: Array<Omit<ExampleNode, 'at' | 'to'>>;
	tryIt: string;
};

const extract = 'Extract the rows';
const importing = 'Import the shipments';

const onlySheets = {
	...{ name: 'Only spreadsheets', type: 'n8n-nodes-base.filter', typeVersion: 2.2 },
	parameters: {
		conditions: conditions('={{ $json.mimeType }}', { type: 'string', operation: 'regex' }, 'sheet|excel'),
		options: {},
	},
};
const everyMinute = { pollTimes: { item: [{ mode: 'everyMinute' }] } };

const oneDriveLogin = { authentication: 'microsoftOneDriveOAuth2Api' };

const byOneDrive: Place = {
	name: 'Import shipments from a OneDrive folder',
	about: 'Imports each Excel file that somebody puts into a folder of OneDrive.',
	login: '**Microsoft OneDrive OAuth2 API**: your Microsoft 365 account',
	title: 'The folder',
	text: 'Choose the **Microsoft OneDrive OAuth2 API** credential in *When a file is created* and *Download the file*, and enter the ID of your folder under **Folder**: in the address of the folder in your browser, it is behind *id=*. If a path is there, as with work accounts, run *Search a folder* of *Microsoft OneDrive* once: its output has the ID.\n\nThe trigger looks every minute. It goes by the time at which a file was created: a copy that keeps an older time is not noticed. Other files than spreadsheets are left alone.',
	nodes: [
		{
			...{ name: 'When a file is created', type: 'n8n-nodes-base.microsoftOneDriveTrigger', typeVersion: 1 },
			parameters: {
				...{ ...everyMinute, ...oneDriveLogin, event: 'fileCreated', simple: true, watchFolder: true },
				folderId: { __rl: true, mode: 'id', value: '' },
			},
		},
		onlySheets,
		{
			...{ name: 'Download the file', type: 'n8n-nodes-base.microsoftOneDrive', typeVersion: 1.1 },
			parameters: {
				...{ ...oneDriveLogin, resource: 'file', operation: 'download', fileId: '={{ $json.id }}' },
				binaryPropertyName: 'data',
			},
		},
	],
	tryIt: 'Put the sample, or your own file, into the folder and click **Execute workflow**.',
};

const byGoogleDrive: Place = {
	name: 'Import shipments from a Google Drive folder',
	about: 'Imports each Excel file and each Google Sheet that somebody puts into a folder of Google Drive.',
	login: '**Google Drive OAuth2 API**: your Google account',
	title: 'The folder',
	text: 'Choose the **Google Drive OAuth2 API** credential in *When a file is created* and *Download the file*, and your folder under **Folder** in the first.\n\nThe trigger looks every minute. It goes by the time at which a file was created: a file that is moved into the folder later is not noticed. Other files than spreadsheets are left alone.',
	nodes: [
		{
			...{ name: 'When a file is created', type: 'n8n-nodes-base.googleDriveTrigger', typeVersion: 1 },
			parameters: {
				...{ ...everyMinute, authentication: 'oAuth2', triggerOn: 'specificFolder', event: 'fileCreated' },
				...{ folderToWatch: { __rl: true, mode: 'list', value: '' }, options: {} },
			},
		},
		onlySheets,
		{
			...{ name: 'Download the file', type: 'n8n-nodes-base.googleDrive', typeVersion: 3 },
			parameters: {
				...{ authentication: 'oAuth2', resource: 'file', operation: 'download' },
				...{ fileId: { __rl: true, mode: 'id', value: '={{ $json.id }}' }, options: {} },
			},
		},
	],
	tryIt: 'Put the sample, or your own file, into the folder and click **Execute workflow**.',
};

function story(place: Place): Example {
	const chain = [...place.nodes.map(({ name }) => name), extract];
	return {
		name: place.name,
		about: `${place.about} Each row of the sheet is a container, a cargo or a charge; rows with the same shipment reference become one shipment.\n\nA sample with two shipments is among the examples: \`import-from-spreadsheet.xlsx\`.\n\n### Before you start\nYou need two credentials. Create them with the **+** at the top left and **New credential**, or in the nodes, where the list of credentials ends with *Create new credential*:\n1. **Cargo Exchange API**: your user name and password for the exchange\n2. ${place.login}`,
		steps: [
			{
				title: place.title,
				text: place.text,
				nodes: place.nodes.map((node, index) => ({ ...node, at: [index, 0], to: [[chain[index + 1] ?? '']] })),
			},
			{
				title: 'The rows',
				text: 'Each row becomes an item. The first row contains the column names, such as **Shipment Reference**, **B/L Number**, **Container Number**; the [documentation](https://www.npmjs.com/package/n8n-nodes-cargo-exchange) lists all of them. **Raw Data** is on: each cell arrives as it is in the file.',
				nodes: [
					{
						...{
							name: extract,
							type: 'n8n-nodes-base.extractFromFile',
							typeVersion: 1.1,
							at: [0, 0],
							to: [[importing]],
						},
						parameters: {
							...{ operation: 'xlsx', binaryPropertyName: 'data' },
							options: { rawData: true },
						},
					},
				],
			},
			{
				title: 'The import',
				text: `Choose the **Cargo Exchange API** credential. All rows are checked before the first shipment is sent: if one is invalid, nothing is imported and the message names the row. Sheets of the same minute are one import: put all of them there again, under new names.\n\n**If Shipment Exists** is *Skip*: a shipment that already exists in the exchange is not imported again, so a corrected sheet can be used as a whole. **Dry Run** is on: the node shows what would be sent, and imports nothing.`,
				nodes: [
					{
						...{ name: importing, type: 'n8n-nodes-cargo-exchange.cargoExchange', typeVersion: 1, at: [0, 0] },
						parameters: {
							...{ resource: 'shipment', operation: 'import', dryRun: true, inputMode: 'rows', ifPresent: 'skip' },
							options: {},
						},
					},
				],
			},
		],
		tryIt: `Shipper and consignee of the sample are companies of the demo (\`npm start\`): enter your own names and IDs instead. ${place.tryIt} *Import the shipments* returns one item per shipment, with notes and a draft of its bills of lading on the *Binary* tab; nothing is imported.\n\nWhen the draft is right, switch **Dry Run** off in *Import the shipments*, and click **Publish** at the top right.`,
	};
}

export const imports = {
	'import-from-onedrive': story(byOneDrive),
	'import-from-google-drive': story(byGoogleDrive),
};
