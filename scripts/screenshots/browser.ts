import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { install, mayInstall } from '../apt';
import { connectionOf, openPage } from '../editor/browserWindow';
import { owner } from '../n8n/rest/session';

const program = '/usr/bin/chromium';

/** Makes sure that Debian's Chromium is installed; installs it if that is allowed. */
export async function provideBrowser(tell: (line: string) => void = () => undefined): Promise<void> {
	if (existsSync(program)) return;
	if (!mayInstall()) throw new Error("Debian's chromium is not installed. Run: apt-get install chromium");
	tell('installing chromium');
	await install(['chromium'], { tell });
}

/** Starts the browser without its own requests to other machines. */
export async function launchBrowser(): Promise<Browser> {
	await provideBrowser();
	const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
	const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet];
	return await chromium.launch({ executablePath: program, args });
}

/** Logs in to n8n's editor as the owner and calls `work` with the page. `connected` resolves once the page is connected to n8n. Closes the browser at the end. */
export async function inEditor(
	url: string,
	work: (page: Page, connected: () => Promise<void>) => Promise<void>,
): Promise<void> {
	const browser = await launchBrowser();
	try {
		const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
		page.setDefaultTimeout(180_000);
		const connected = await connectionOf(page);
		await openPage(page, `${url}/signin`, page.locator('input[name=emailOrLdapLoginId]'));
		await page.fill('input[name=emailOrLdapLoginId]', owner.email);
		await page.fill('input[name=password]', owner.password);
		await page.click('[data-test-id=form-submit-button]');
		await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
		await work(page, connected);
	} finally {
		await browser.close();
	}
}
