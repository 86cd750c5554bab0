/** A workflow on n8n's canvas. Where n8n 1 has other buttons than n8n 2, both are written down here. */
import type { Locator } from 'playwright-core';
import type { BrowserWindow } from './browserWindow';
import { makeNew } from './home';

export type Major = 1 | 2;

/** Makes an empty workflow and imports a file into it. */
export async function importWorkflow(browser: BrowserWindow, major: Major, file: string): Promise<void> {
	const { at, click, page } = browser;
	await makeNew(browser, 'workflow');
	await at('canvas-plus-button').waitFor();
	await click(at('workflow-menu'));
	if (major === 1) {
		await browser.chooseFile(page.getByRole('menuitem', { name: 'Import from File' }), file);
	} else {
		await click(at('workflow-menu-item-import'));
		await browser.chooseFile(at('workflow-menu-item-import-from-file'), file);
	}
	await at('canvas-node').first().waitFor();
	// n8n brings the whole workflow into view by itself, unless a node is opened before it comes to that.
	await click(at('zoom-to-fit'));
}

function node({ page }: BrowserWindow, name: string): Locator {
	return page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
}

/** Opens a node, works in its panel and closes it. */
export async function inNode(
	browser: BrowserWindow,
	major: Major,
	name: string,
	work: () => Promise<void>,
): Promise<void> {
	const panel = browser.at('ndv');
	await browser.open(node(browser, name), panel);
	await work();
	await browser.click(major === 1 ? browser.page.getByText('Back to canvas') : browser.at('ndv-close-button'));
	await panel.waitFor({ state: 'hidden' });
}

/** Chooses the credential of the open node; of the first, where it may have several. */
export async function chooseCredential({ at, click, page }: BrowserWindow, name: string): Promise<void> {
	await click(at('node-credentials-select').first());
	const choice = page.locator('[data-test-id^="node-credentials-select-item-"]:visible').filter({ hasText: name });
	await click(choice);
	await choice.waitFor({ state: 'hidden' });
}

/** Types into a field of the open node. */
export async function typeParameter({ at, type }: BrowserWindow, parameter: string, text: string): Promise<void> {
	await type(at(`parameter-input-${parameter}`).locator('input').first(), text);
}

/** From now on the workflow runs by itself. */
export async function publish(browser: BrowserWindow, major: Major): Promise<void> {
	const { at, click } = browser;
	if (major === 1) {
		await click(at('workflow-activate-switch'));
	} else {
		await click(at('workflow-open-publish-modal-button'));
		await click(at('workflow-publish-button'));
	}
	const told = at('activation-modal');
	await click(told.getByText('Got it'));
	await told.waitFor({ state: 'hidden' });
	if (major === 1) await at('workflow-activate-switch').and(browser.page.locator('.is-checked')).waitFor();
	else await at('workflow-active-version-indicator').waitFor();
}

/** n8n 2 saves by itself; n8n 1 on a click. */
export async function save({ at, click, page }: BrowserWindow, major: Major): Promise<void> {
	if (major === 2) return;
	await click(at('workflow-save-button').getByText('Save'));
	await page.waitForURL((url) => !url.pathname.endsWith('/new'));
}

/** Says where a workflow with several triggers is to start from. */
export async function startFrom({ at, click, page }: BrowserWindow, trigger: string): Promise<void> {
	await click(page.getByLabel('Select trigger node'));
	await click(at(`action-${trigger}`));
}

/** Runs the workflow and waits until its last node has done its work; rejects with n8n's message where it has not. */
export async function execute(browser: BrowserWindow, lastNode: string): Promise<void> {
	const done = node(browser, lastNode).locator('[data-test-id=canvas-node-status-success]');
	const wrong = browser.page.getByRole('alert').filter({ hasText: /Problem in node/ });
	await browser.connected();
	await browser.click(browser.at('execute-workflow-button'));
	await done.or(wrong).first().waitFor();
	if (await wrong.isVisible()) throw new Error(await wrong.innerText());
}
