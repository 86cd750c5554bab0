import type { Locator, Page, Request } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';

/** A person at the screen: clicks, types, and counts both. Every call waits until what it touches is there and ready. */
export type BrowserWindow = {
	page: Page;
	/** What n8n marks with this test id. */
	at: (testId: string) => Locator;
	click: (target: Locator) => Promise<void>;
	/** Double-clicks what opens something, until that is open. */
	open: (target: Locator, opened: Locator) => Promise<void>;
	/** Puts the text into a field, instead of what stood in it, and leaves the field. */
	type: (field: Locator, text: string) => Promise<void>;
	/** Puts words into a search field and stays there. */
	search: (field: Locator, words: string) => Promise<void>;
	/** Clicks what opens the browser's file dialog, and chooses the file there. */
	chooseFile: (opener: Locator, file: string) => Promise<void>;
	/** Resolves once the page is connected to n8n. */
	connected: () => Promise<void>;
	drag: (source: Locator, target: Locator) => Promise<void>;
	/** Clicks (a double click is one, a drag too) and fields filled so far. */
	counted: () => { clicks: number; fields: number };
};

export async function openBrowserWindow(page: Page): Promise<BrowserWindow> {
	// n8n 2.35 opens it by itself over its menu when a workflow has been published.
	const checklist = page.getByRole('dialog').filter({ hasText: 'Production Checklist' });
	await page.addLocatorHandler(checklist, () => page.keyboard.press('Escape'));
	let clicks = 0;
	let fields = 0;
	const click = async (target: Locator) => {
		await target.click();
		clicks += 1;
	};
	return {
		page,
		at: (testId) => page.locator(`[data-test-id="${testId}"]`),
		click,
		async open(target, opened) {
			await openByDoubleClick(target, opened);
			clicks += 1;
		},
		async drag(source, target) {
			await source.hover();
			await page.mouse.down();
			// n8n starts the drag at the first move, and highlights the target at the second one over it.
			await target.hover();
			await target.hover({ position: { x: 12, y: 12 } });
			await page.mouse.up();
			clicks += 1;
		},
		async type(field, text) {
			await field.fill(text);
			// n8n takes a field over a moment after the last key; leaving it is what people do as well.
			await field.press('Tab');
			fields += 1;
		},
		async search(field, words) {
			await field.fill(words);
			fields += 1;
		},
		async chooseFile(opener, file) {
			const opened = page.waitForEvent('filechooser');
			await click(opener);
			await (await opened).setFiles(file);
			clicks += 1;
		},
		connected: await connectionOf(page),
		counted: () => ({ clicks, fields }),
	};
}

const noticedWithinMs = 20_000;

/** n8n moves the canvas while it draws a workflow, and a double click whose second half meets another place opens nothing: people try again. */
export async function openByDoubleClick(target: Locator, opened: Locator): Promise<void> {
	await target.waitFor();
	for (let tries = 1; ; tries++) {
		try {
			await target.dblclick({ timeout: noticedWithinMs });
			await opened.waitFor({ timeout: noticedWithinMs });
			return;
		} catch (cause) {
			// A click that finds its way barred comes too late: by what the one before has opened.
			if (await opened.isVisible()) return;
			if (tries === 5) throw cause;
		}
	}
}

const patienceMs = 180_000;

/**
 * Resolves once the page is connected to n8n, which a page is a moment after it shows: n8n refuses to run anything for one that is not,
 * and leaves its buttons waiting for ever. Sees connections from now on only, so it is made before the page opens anything.
 */
export async function connectionOf(page: Page): Promise<() => Promise<void>> {
	const open = new Set<string>();
	const browser = await page.context().newCDPSession(page);
	browser.on('Network.webSocketHandshakeResponseReceived', ({ requestId, response }) => {
		if (response.status === 101) open.add(requestId);
	});
	browser.on('Network.webSocketClosed', ({ requestId }) => open.delete(requestId));
	page.on('request', (request) => {
		if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
	});
	await browser.send('Network.enable');
	return async () => {
		const limit = Date.now() + patienceMs;
		while (open.size === 0) {
			if (Date.now() > limit) throw new Error(`The page ${page.url()} did not connect to n8n`);
			await sleep(100);
		}
	};
}

/** Whether the target is shown before the time is over. */
export async function appears(target: Locator, timeout: number): Promise<boolean> {
	return await target.waitFor({ timeout }).then(
		() => true,
		() => false,
	);
}

/** How long a page may take to show what it is opened for, try by try. */
const patiencesMs = [60_000, 120_000, 180_000];

/** Opens a page of n8n and waits until it shows something. A blank page is opened again: n8n's editor loads a hundred files and retries none of them. */
export async function openPage(page: Page, url: string, shows: Locator): Promise<void> {
	const lost: string[] = [];
	const note = (request: Request) => void lost.push(`${request.url()}: ${request.failure()?.errorText ?? ''}`);
	page.on('requestfailed', note);
	try {
		for (const timeout of patiencesMs) {
			await page.goto(url, { waitUntil: 'domcontentloaded' });
			if (await appears(shows, timeout)) return;
		}
	} finally {
		page.off('requestfailed', note);
	}
	throw new Error(
		`${url} did not show ${String(shows)}. What the browser did not get: ${lost.join(', ') || 'nothing'}`,
	);
}
