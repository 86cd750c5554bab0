import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { DemoWorkflows } from '../demo/workflows';

/** `take` puts a picture of the page into the given file name. */
export type Camera = { page: Page; url: string; take: (fileName: string) => Promise<void> };

export function createCamera(page: Page, url: string, folder: string): Camera {
	const take = async (fileName: string) => {
		// The pointer would leave a tooltip, a panel still sliding in a blur.
		await page.mouse.move(720, 5);
		await page.waitForTimeout(800);
		await page.screenshot({ path: join(folder, fileName) });
	};
	return { page, url, take };
}

const testId = (id: string) => `[data-test-id="${id}"]`;

/** The nodes panel of an empty workflow, found by words of the trade. */
export async function nodesPanel({ page, url, take }: Camera): Promise<void> {
	await page.goto(`${url}/workflow/new`);
	await page.locator(testId('canvas-add-button')).first().click();
	await page.locator(testId('node-creator-search-bar')).fill('bill of lading');
	await page.getByText('Cargo Exchange', { exact: true }).first().waitFor();
	await take('nodes-panel.png');
}

/** A node's panel as an execution shows it: what came in, the fields, what came out. */
export async function nodePanel(
	{ page, url, take }: Camera,
	workflowId: string,
	executionId: string,
	node: string,
	fileName: string,
): Promise<void> {
	await page.goto(`${url}/workflow/${workflowId}/executions/${executionId}`);
	await page.locator(`${testId('canvas-node')}[data-node-name="${node}"]`).dblclick();
	await page.locator(testId('ndv')).waitFor();
	await take(fileName);
}

/** The first story's latest execution, every node green. */
export async function execution(
	{ page, url, take }: Camera,
	{ emailing }: DemoWorkflows,
	executionId: string,
): Promise<void> {
	await page.goto(`${url}/workflow/${emailing.id}/executions/${executionId}`);
	await page.locator(testId('canvas-node')).first().waitFor();
	// n8n's checklist for published workflows opens over the picture, by itself and not always.
	const checklist = page.locator(testId('suggested-actions-close'));
	const isOpen = await checklist.waitFor({ timeout: 5_000 }).then(
		() => true,
		() => false,
	);
	if (isOpen) await checklist.click();
	await take('execution.png');
}
