/** n8n outside its canvas: the owner's account, the + menu, the overview, the nodes panel. */
import { type BrowserWindow, openPage } from './browserWindow';

export type Owner = { email: string; firstName: string; lastName: string; password: string };

/** Fills in the form that a new n8n shows to its owner. */
export async function setUpOwner({ page, at, type, click }: BrowserWindow, url: string, owner: Owner): Promise<void> {
	await openPage(page, url, page.locator('input[name=email]'));
	for (const name of ['email', 'firstName', 'lastName', 'password'] as const)
		await type(page.locator(`input[name=${name}]`), owner[name]);
	await click(at('form-submit-button'));
	await at('universal-add').first().waitFor();
}

/** Creates a workflow or a credential with the + menu. Its entries are "New credential" in n8n 2 and "Credential" in n8n 1. */
export async function makeNew({ at, click }: BrowserWindow, what: 'workflow' | 'credential'): Promise<void> {
	await click(at('universal-add').first());
	await click(at('navigation-menu-item').filter({ hasText: new RegExp(`^\\s*(New )?${what}`, 'i') }));
}

/** Opens a tab of the overview. */
export async function goToTab(
	{ at, click }: BrowserWindow,
	tab: 'WorkflowsView' | 'CredentialsView' | 'data-tables',
): Promise<void> {
	await click(at('project-home-menu-item').first());
	await click(at(`tab-${tab}`));
}

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
