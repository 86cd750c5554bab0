import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

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
