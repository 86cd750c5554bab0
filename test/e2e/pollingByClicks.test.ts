/** A table of statuses without a queue, built node by node in n8n's editor: found, clicked and typed as people do. */
import { join } from 'node:path';
import { apiAccount } from '../../scripts/demo/accounts';
import { openBrowserWindow, type BrowserWindow } from '../../scripts/editor/browserWindow';
import { addNode, chooseParameter } from '../../scripts/editor/building';
import { publish, startWorkflow } from '../../scripts/editor/workflow';
import { createCredential, createDataTable, dataTableRows, findDataTable } from '../../scripts/n8n/rest/resources';
import { inEditor } from '../../scripts/screenshots/browser';
import { addManySets, startSimulator, type Simulator } from '../../simulator';
import { openNodesPanel } from './editorSteps';
import { startOwnN8n, type OwnN8n } from './ownN8n';
import { until } from './place';

const most = { clicks: 24, fields: 3 };
const entry = 'Cargo Exchange Polling';
const table = 'Cargo statuses';

let simulator: Simulator;
let n8n: OwnN8n;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 'empty' });
	addManySets(simulator.store, { count: 3 });
	n8n = await startOwnN8n({
		NODE_OPTIONS: `--require ${join(__dirname, 'setup', 'fastClock.cjs')}`,
		TRIGGER_SPEED: '100',
	});
});
afterAll(async () => {
	await n8n.remove();
	await simulator.stop();
});

const editor = async (work: (browser: BrowserWindow) => Promise<void>) => {
	const { url } = await n8n.session();
	await inEditor(url, async (page) => {
		await work(await openBrowserWindow(page));
	});
};
const searches = () => simulator.requests.filter(({ path }) => path.endsWith('/search')).length;

it.each(['without a queue', 'no queue', 'polling'])('is found in the list of nodes by "%s"', (words) =>
	editor(async (browser) => {
		await openNodesPanel(browser);
		await browser.at('node-creator-search-bar').fill(words);
		const listed = browser.at('item-iterator-item').filter({ visible: true });
		await listed.filter({ has: browser.page.getByText(entry, { exact: true }) }).waitFor();
	}),
);

it('keeps a table of the latest statuses after 24 clicks', () =>
	editor(async (browser) => {
		const session = await n8n.session();
		await createCredential(session, 'Cargo Exchange account', 'cargoExchangeApi', apiAccount(simulator));
		const columns = ['parcelRef', 'status', 'changedAt', 'shipmentRef', 'event', 'setId', 'transactionId'] as const;
		await createDataTable(
			session,
			table,
			columns.map((name) => ({ name, type: 'string' })),
		);
		browser.page.setDefaultTimeout(60_000);

		const { at, click, page, search } = browser;
		await startWorkflow(browser);
		const action = 'On any status event (no queue needed)';
		await addNode(browser, { search: 'no queue', entry, action }, async () => {
			await click(at('collection-parameter-add').last());
			await click(page.locator('.el-select-dropdown__item:visible').getByText('Output', { exact: true }));
			await chooseParameter(browser, 'output', 'Table');
		});
		await addNode(browser, { search: 'data table', entry: 'Data table', action: 'Upsert row(s)' }, async () => {
			await click(at('rlc-input').first());
			await click(at('rlc-item').filter({ hasText: table }).first());
			await click(at('ndv').getByText('Add Condition'));
			await chooseParameter(browser, 'keyName', 'setId (string)');
			await search(at('parameter-input-keyValue').locator('input').first(), '{{ $json.setId }}');
			await click(at('mapping-mode-select'));
			await click(page.locator('.el-select-dropdown__item:visible').getByText('Map Automatically').first());
		});
		const unread = searches();
		await publish(browser);
		const { clicks, fields } = browser.counted();
		process.stderr.write(`A table without a queue: ${clicks} clicks, ${fields} fields\n`);
		expect(clicks).toBeLessThanOrEqual(most.clicks);
		expect(fields).toBeLessThanOrEqual(most.fields);

		await until(() => searches() > unread + 1);
		const [first, second] = simulator.store.transactions.all();
		const rows = async () => {
			const found = await findDataTable(session, table);
			return found ? await dataTableRows(session, found) : [];
		};
		const shown = async () => (await rows()).map(({ setId, status }) => [setId, status]);
		for (const status of ['signed', 'issued'] as const) {
			for (const row of [first!, second!]) Object.assign(row, { status, modifiedAt: new Date() });
			await until(async () => (await shown()).filter(([, each]) => String(each).toLowerCase() === status).length === 2);
		}
		expect((await shown()).sort()).toEqual([first!, second!].map(({ setId }) => [setId, 'Issued']).sort());
	}));
