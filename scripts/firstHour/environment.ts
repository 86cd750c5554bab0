import type { Browser } from 'playwright-core';
import type { Services } from '../demo/environment';
import type { Mail } from '../demo/mailbox';
import { openBrowserWindow, type BrowserWindow } from '../editor/browserWindow';

/** The services with somebody in front of them, who has n8n in one window and the exchange in another. */
export type FirstHour = Services & {
	browser: BrowserWindow;
	exchange: BrowserWindow;
	/** Takes a picture under this name where pictures are wanted. */
	look: (name: string, browser?: BrowserWindow) => Promise<void>;
	/** The reference of the shipment, as soon as it is known. */
	shipment: string;
	/** The mail with its PDFs, as soon as it is there. */
	mail: Mail | null;
};

const patienceMs = 180_000;

export async function openWindows(
	chromium: Browser,
	services: Services,
	look: (name: string, browser: BrowserWindow) => Promise<void>,
): Promise<FirstHour> {
	// A window for each: a browser hardly draws a tab that lies behind another one.
	const inWindow = async () => {
		const context = await chromium.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
		context.setDefaultTimeout(patienceMs);
		return await openBrowserWindow(await context.newPage());
	};
	const browser = await inWindow();
	const exchange = await inWindow();
	return {
		...services,
		browser,
		exchange,
		look: (name, by = browser) => look(name, by),
		shipment: '',
		mail: null,
	};
}
