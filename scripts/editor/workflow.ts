/** A workflow on n8n's canvas. */
import type { Locator } from 'playwright-core';
import type { BrowserWindow } from './browserWindow';
import { makeNew } from './home';

/** Creates an empty workflow. */
export async function startWorkflow(browser: BrowserWindow): Promise<void> {
	await makeNew(browser, 'workflow');
	await browser.at('canvas-plus-button').waitFor();
}

/** Creates an empty workflow and imports a file into it. */
export async function importWorkflow(browser: BrowserWindow, file: string): Promise<void> {
	const { at, click } = browser;
	await startWorkflow(browser);
	await click(at('workflow-menu'));
	await click(at('workflow-menu-item-import'));
	await browser.chooseFile(at('workflow-menu-item-import-from-file'), file);
	await at('canvas-node').first().waitFor();
	// n8n would do so itself, but only if no node is opened before.
	await click(at('zoom-to-fit'));
}

function node({ page }: BrowserWindow, name: string): Locator {
	return page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
}

/** Opens a node's panel, calls `work` and closes the panel. */
export async function inNode(browser: BrowserWindow, name: string, work: () => Promise<void>): Promise<void> {
	await browser.open(node(browser, name), browser.at('ndv'));
	await work();
	await closeNode(browser);
}

/** Back to the canvas. */
export async function closeNode({ at, click }: BrowserWindow): Promise<void> {
	await click(at('ndv-close-button'));
	await at('ndv').waitFor({ state: 'hidden' });
}

/** Chooses the first credential of the open node. */
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

/** Switches a parameter of the open node off. */
export async function switchOff({ at, click }: BrowserWindow, parameter: string): Promise<void> {
	const field = at(`parameter-input-${parameter}`);
	await click(field.locator('.el-switch.is-checked'));
	await field.locator('.el-switch:not(.is-checked)').waitFor();
}

/** Publishes the workflow. */
export async function publish({ at, click }: BrowserWindow): Promise<void> {
	await click(at('workflow-open-publish-modal-button'));
	await click(at('workflow-publish-button'));
	const notice = at('activation-modal');
	await click(notice.getByText('Got it'));
	await notice.waitFor({ state: 'hidden' });
	await at('workflow-active-version-indicator').waitFor();
}

/** Runs the workflow and waits until its last node has succeeded. Rejects with n8n's message if a node fails. */
export async function execute(browser: BrowserWindow, lastNode: string): Promise<void> {
	const done = node(browser, lastNode).locator('[data-test-id=canvas-node-status-success]');
	const wrong = browser.page.getByRole('alert').filter({ hasText: /Problem in node/ });
	await browser.connected();
	await browser.click(browser.at('execute-workflow-button'));
	await done.or(wrong).first().waitFor();
	if (await wrong.isVisible()) throw new Error(await wrong.innerText());
}
