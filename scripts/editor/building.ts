/** A workflow as people build it on n8n's canvas: node by node, from the list of nodes. */
import { appears, type BrowserWindow } from './browserWindow';
import { closeNode } from './workflow';

/** Where a node is in the list: the words to search for, the entry to open, and what to choose there. */
export type ListedNode = { search: string; entry: string; action: string };

/** Adds the first node, or the next one behind the last, works in its panel and closes it. */
export async function addNode(
	browser: BrowserWindow,
	{ search, entry, action }: ListedNode,
	work: () => Promise<void>,
): Promise<void> {
	const { at, click, page } = browser;
	const item = (name: string) =>
		at('item-iterator-item').filter({ has: page.getByText(name, { exact: true }), visible: true });
	await click(at('canvas-plus-button').or(at('canvas-handle-plus')).first());
	await browser.search(at('node-creator-search-bar'), search);
	await click(item(entry).first());
	await click(item(action).first());
	await at('ndv').waitFor();
	await work();
	await closeNode(browser);
}

/** Chooses an entry of a list in the open node. */
export async function chooseParameter({ at, click, page }: BrowserWindow, parameter: string, choice: string) {
	const field = at(`parameter-input-${parameter}`);
	const entries = page.locator('.el-select-dropdown__item:visible');
	await click(field);
	// A list whose entries arrive late may be closed by then.
	for (let tries = 0; tries < 5 && !(await appears(entries.first(), 10_000)); tries++) await field.click();
	await click(entries.getByText(choice, { exact: true }));
}

/** Types into a field of several lines, and stays in it. */
export async function typeText({ at, search }: BrowserWindow, parameter: string, text: string): Promise<void> {
	await search(at(`parameter-input-${parameter}`).locator('textarea').first(), text);
}

/** Adds an option of the open node. */
export async function addOption({ at, click, page }: BrowserWindow, option: string): Promise<void> {
	await click(at('collection-parameter-add').first());
	await click(page.locator('.el-select-dropdown__item:visible').getByText(option, { exact: true }));
}

/** Drags a field of the input item onto a parameter of the open node. */
export async function dragField(browser: BrowserWindow, field: string, parameter: string): Promise<void> {
	const source = browser.at('ndv-input-panel').getByText(field, { exact: true }).first();
	const target = browser.at(`parameter-input-${parameter}`);
	await browser.drag(source, target);
	await target.getByText(`$json.${field}`).waitFor();
}

/** Closes the preview of an expression, which covers what is below it until people click beside it. */
export async function closePreview(browser: BrowserWindow): Promise<void> {
	await browser.click(browser.at('tab-params'));
}
