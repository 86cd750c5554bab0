import type { Locator, Page } from 'playwright-core';
import { connectionOf } from './connection';

/** A person at the screen: clicks, types, and counts both. Every call waits until what it touches is there and ready. */
export type Hand = {
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
	/** Clicks (a double click is one) and fields filled so far. */
	counted: () => { clicks: number; fields: number };
};

export async function createHand(page: Page): Promise<Hand> {
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
