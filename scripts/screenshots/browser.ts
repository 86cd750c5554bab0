import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { install } from '../apt';
import { connectionOf, openPage } from '../editor/browserWindow';
import { projectRoot } from '../n8n/processes';
import { owner } from '../n8n/rest/session';

const program = '/usr/bin/chromium';

/** Makes sure that Debian's Chromium is installed; installs it if that is allowed. */
export async function provideBrowser(tell: (line: string) => void = () => undefined): Promise<void> {
	if (existsSync(program)) return;
	await install(['chromium'], { lack: "Debian's chromium is not installed.", onProgress: tell });
}

/** Starts the browser without its own requests to other machines. */
export async function launchBrowser(): Promise<Browser> {
	await provideBrowser();
	const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
	const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet];
	return await chromium.launch({ executablePath: program, args });
}

/** Saves a picture of the page, or of a part of it, in docs/images. */
export async function takePicture(page: Page, name: string, clip?: () => Promise<Clip>): Promise<void> {
	// The pointer would leave a tooltip, a panel or canvas that still moves a blur, a PDF that is not drawn yet a dark box.
	await page.mouse.move(720, 5);
	await page.waitForTimeout((await page.getByTitle('PDF: ').count()) === 0 ? 1_000 : 3_000);
	const path = join(projectRoot, 'docs', 'images', `${name}.png`);
	await page.screenshot({ path, animations: 'disabled', ...(clip && { clip: await clip() }) });
}

export type Clip = { x: number; y: number; width: number; height: number };

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
