import type { Locator, Page } from 'playwright-core';

/** A person at the screen: clicks, types, and counts both. Every call waits until what it touches is there and ready. */
export type Hand = {
	page: Page;
	/** What n8n marks with this test id. */
	at: (testId: string) => Locator;
	click: (target: Locator) => Promise<void>;
	doubleClick: (target: Locator) => Promise<void>;
	/** Puts the text into a field, instead of what stood in it, and leaves the field. */
	type: (field: Locator, text: string) => Promise<void>;
	/** Puts words into a search field and stays there. */
	search: (field: Locator, words: string) => Promise<void>;
	/** Clicks what opens the browser's file dialog, and chooses the file there. */
	chooseFile: (opener: Locator, file: string) => Promise<void>;
	/** Clicks (a double click is one) and fields filled so far. */
	counted: () => { clicks: number; fields: number };
};

export function createHand(page: Page): Hand {
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
		async doubleClick(target) {
			await target.dblclick();
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
		counted: () => ({ clicks, fields }),
	};
}
