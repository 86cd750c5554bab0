/** n8n outside its canvas: the account of its owner, the + at the top left, the overview. */
import type { Hand } from './hand';
import { openPage } from './openPage';

export type Owner = { email: string; firstName: string; lastName: string; password: string };

/** Fills in the form with which a new n8n greets its first visitor. */
export async function setUpOwner({ page, at, type, click }: Hand, url: string, owner: Owner): Promise<void> {
	await openPage(page, url, page.locator('input[name=email]'));
	for (const name of ['email', 'firstName', 'lastName', 'password'] as const)
		await type(page.locator(`input[name=${name}]`), owner[name]);
	await click(at('form-submit-button'));
	await at('universal-add').first().waitFor();
}

/** Opens the menu of the + and chooses what to make. n8n 2 calls them "New credential", n8n 1 "Credential". */
export async function makeNew({ at, click }: Hand, what: 'workflow' | 'credential'): Promise<void> {
	await click(at('universal-add').first());
	await click(at('navigation-menu-item').filter({ hasText: new RegExp(`^\\s*(New )?${what}`, 'i') }));
}

/** Goes to the overview and one of its tabs. */
export async function goToTab(
	{ at, click }: Hand,
	tab: 'WorkflowsView' | 'CredentialsView' | 'data-tables',
): Promise<void> {
	await click(at('project-home-menu-item').first());
	await click(at(`tab-${tab}`));
}
