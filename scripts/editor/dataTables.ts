import { appears, type BrowserWindow } from './browserWindow';
import { goToTab } from './home';

/** Opens a data table from the overview. */
export async function openTable(browser: BrowserWindow, name: string): Promise<void> {
	await goToTab(browser, 'data-tables');
	await browser.click(browser.at('data-table-card').filter({ hasText: name }));
	await browser.at('data-table-details-view').waitFor();
}

const timeoutMs = 300_000;

/** Waits until a row of the open table has all these texts. n8n shows new rows only after a reload. */
export async function waitForRow({ page }: BrowserWindow, texts: readonly string[]): Promise<void> {
	const rows = page.locator('[data-test-id=data-table-grid] [role=row]');
	const row = texts.reduce((found, text) => found.filter({ hasText: text }), rows);
	const until = Date.now() + timeoutMs;
	for (let waitMs = 2_000; ; waitMs *= 2) {
		await rows.first().waitFor();
		if (await appears(row.first(), waitMs)) return;
		if (Date.now() > until) throw new Error(`No row of the table has ${texts.join(', ')}`);
		await page.reload({ waitUntil: 'domcontentloaded' });
	}
}
