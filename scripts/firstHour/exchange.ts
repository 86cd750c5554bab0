/** The exchange's own pages, as the person uses them who signs and issues. */
import type { Simulator } from '../../simulator';
import type { BrowserWindow } from '../editor/browserWindow';

type Person = Simulator['person'];

export async function logIn(browser: BrowserWindow, { pageUrl, person }: Simulator): Promise<void> {
	await browser.page.goto(`${pageUrl}/inbox`, { waitUntil: 'domcontentloaded' });
	await confirm(browser, person, 'Log in');
	await browser.page.getByRole('heading', { name: 'Inbox' }).waitFor();
}

/** Opens the shipment of the inbox that changed last, and gives its reference. */
export async function openNewest({ page, click }: BrowserWindow): Promise<string> {
	await click(page.getByRole('rowheader').getByRole('link').first());
	await page.getByRole('button', { name: 'Sign', exact: true }).waitFor();
	return (await page.title()).split(' · ')[0] ?? '';
}

/** Signs the shipment whose page is open. `asked` is called while the page asks for the password. */
export async function signShipment(browser: BrowserWindow, person: Person, asked: () => Promise<void>): Promise<void> {
	const { page, click } = browser;
	await click(page.getByRole('button', { name: 'Sign', exact: true }));
	await page.getByRole('dialog').waitFor();
	await asked();
	await confirm(browser, person, 'Sign now');
	await page.getByRole('status').getByText('is signed').waitFor();
}

/** Issues the shipment whose page is open to its consignee. */
export async function issueShipment(browser: BrowserWindow, person: Person): Promise<void> {
	const { page, click } = browser;
	await click(page.getByRole('link', { name: 'Issue', exact: true }));
	await click(page.getByRole('button', { name: 'Continue' }));
	await confirm(browser, person, 'Issue now');
	await page.getByRole('status').getByText('is issued').waitFor();
}

async function confirm(
	{ page, click, type }: BrowserWindow,
	{ username, password }: Person,
	button: string,
): Promise<void> {
	await type(page.getByLabel('User name'), username);
	await type(page.getByLabel('Password'), password);
	await click(page.getByRole('button', { name: button }));
}
