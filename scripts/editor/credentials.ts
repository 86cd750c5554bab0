import type { BrowserWindow } from './browserWindow';
import { makeNew } from './home';

/** What to put into a credential: texts by field, and the switches to turn over. */
export type CredentialForm = { type: string; texts: Record<string, string>; switches: readonly string[] };

/** Opens the form of a new credential and fills it in. */
export async function fillInCredential(
	browser: BrowserWindow,
	{ type, texts, switches }: CredentialForm,
): Promise<void> {
	const { at, click, page } = browser;
	await makeNew(browser, 'credential');
	await browser.search(at('new-credential-type-select').locator('input'), type);
	await click(at('new-credential-type-select-option').filter({ has: page.getByText(type, { exact: true }) }));
	await click(at('new-credential-type-button'));
	await fillIn(browser, texts);
	for (const field of switches) await turnOver(browser, field);
}

/** Types into the fields of the open credential. */
export async function fillIn({ at, type }: BrowserWindow, texts: Record<string, string>): Promise<void> {
	for (const [field, text] of Object.entries(texts)) await type(at(`parameter-input-${field}`).locator('input'), text);
}

export async function turnOver({ at, click }: BrowserWindow, field: string): Promise<void> {
	await click(at(`parameter-input-${field}`).locator('.el-switch'));
}

/** Saves the credential, on which n8n tests it, and waits until n8n says that it connected. */
export async function saveAndConnect({ at, click }: BrowserWindow): Promise<void> {
	const form = at('editCredential-modal');
	await click(at('credential-save-button'));
	await form
		.getByText('Connection tested successfully')
		.filter({ visible: true })
		.waitFor()
		.catch(async () => {
			throw new Error(`n8n did not say that it connected, but: ${await form.innerText()}`);
		});
}

/** Saves a credential that does not fit, and waits until n8n gives this reason. It hides reasons behind "More details". */
export async function saveAndReadError({ at, click }: BrowserWindow, reason: string): Promise<void> {
	const form = at('editCredential-modal');
	await click(at('credential-save-button'));
	await click(form.getByText('More details').filter({ visible: true }));
	await form.getByText(reason).filter({ visible: true }).waitFor();
}

export async function closeCredential({ at, click }: BrowserWindow): Promise<void> {
	const form = at('editCredential-modal');
	await click(form.getByLabel('Close this dialog'));
	await form.waitFor({ state: 'hidden' });
}
