/** Steps in n8n's editor that only tests take: the nodes panel, and a credential made from within a node. */
import type { BrowserWindow } from '../../scripts/editor/browserWindow';
import { makeNew } from '../../scripts/editor/home';

export async function openNodesPanel(browser: BrowserWindow): Promise<void> {
	await makeNew(browser, 'workflow');
	await browser.click(browser.at('canvas-plus-button'));
	await browser.at('node-creator-search-bar').waitFor();
}

/** Searches the nodes panel and opens the entry of that name. n8n shows a node and its trigger as one entry. */
export async function openEntry({ page, at, click }: BrowserWindow, words: string, name: string): Promise<void> {
	await at('node-creator-search-bar').fill(words);
	await click(at('item-iterator-item').filter({ has: page.getByText(name, { exact: true }), visible: true }));
}

/** The headings of the open entry, with the numbers of triggers and actions. */
export async function headings({ at }: BrowserWindow): Promise<string[]> {
	const shown = at('node-creator-category-item').filter({ visible: true });
	await shown.nth(1).waitFor();
	// The previous entry takes a moment to slide out.
	await shown.nth(2).waitFor({ state: 'detached' });
	return (await shown.allInnerTexts()).map((heading) => heading.trim());
}

/** Goes back to the search. */
export async function leaveEntry({ at, click }: BrowserWindow): Promise<void> {
	await click(at('nodes-list-header').getByRole('button').first());
	await at('node-creator-search-bar').waitFor();
}

/** Opens the form of a new credential from the open node, which has none yet. */
export async function newCredentialInNode({ at, click }: BrowserWindow): Promise<void> {
	await click(at('node-credentials-empty-state').getByRole('button'));
	await at('editCredential-modal').waitFor();
}

/** Saves a credential that was opened from a node. n8n closes its form by itself if the credential connects. */
export async function saveInNode({ at, click }: BrowserWindow): Promise<void> {
	await click(at('credential-save-button'));
	await at('editCredential-modal').waitFor({ state: 'hidden' });
}
