import type { Locator, Page, Request } from 'playwright-core';

/** How long a page may take to show what it is opened for, try by try. */
const patiencesMs = [60_000, 120_000, 180_000];

/** Opens a page of n8n and waits until it shows something. One that stays blank is opened anew: its hundred files come one by one, and n8n's editor does not ask twice. */
export async function openPage(page: Page, url: string, shows: Locator): Promise<void> {
	const lost: string[] = [];
	const note = (request: Request) => void lost.push(`${request.url()}: ${request.failure()?.errorText ?? ''}`);
	page.on('requestfailed', note);
	try {
		for (const timeout of patiencesMs) {
			await page.goto(url, { waitUntil: 'domcontentloaded' });
			const shown = await shows.waitFor({ timeout }).then(
				() => true,
				() => false,
			);
			if (shown) return;
		}
	} finally {
		page.off('requestfailed', note);
	}
	throw new Error(
		`${url} did not show ${String(shows)}. What the browser did not get: ${lost.join(', ') || 'nothing'}`,
	);
}
