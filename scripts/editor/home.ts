/** n8n outside its canvas: the owner's account, the + menu, the overview. */
import { owner } from '../n8n/rest/session';
import { type BrowserWindow, openPage } from './browserWindow';

/** Fills in the form that a new n8n shows to its owner. */
export async function setUpOwner({ page, at, type, click }: BrowserWindow, url: string): Promise<void> {
	await openPage(page, url, page.locator('input[name=email]'));
	for (const name of ['email', 'firstName', 'lastName', 'password'] as const)
		await type(page.locator(`input[name=${name}]`), owner[name]);
	await click(at('form-submit-button'));
	await at('universal-add').first().waitFor();
}

/** Creates a workflow or a credential with the + menu. */
export async function makeNew({ at, click }: BrowserWindow, what: 'workflow' | 'credential'): Promise<void> {
	await click(at('universal-add').first());
	await click(at('navigation-menu-item').filter({ hasText: `New ${what}` }));
}

/** Opens a tab of the overview. */
export async function goToTab(
	{ at, click }: BrowserWindow,
	tab: 'WorkflowsView' | 'CredentialsView' | 'data-tables',
): Promise<void> {
	await click(at('project-home-menu-item').first());
	await click(at(`tab-${tab}`));
}
