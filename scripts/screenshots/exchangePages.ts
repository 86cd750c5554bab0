/** `npx tsx scripts/screenshots/exchangePages.ts`: takes the pictures of the exchange application into docs/images. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startSimulator, type Simulator } from '../../simulator';
import { projectRoot } from '../n8n/processes';
import { launchBrowser } from './browser';

async function takePictures({ pageUrl, person, store }: Simulator, page: Page): Promise<void> {
	const take = (file: string) => page.screenshot({ path: join(projectRoot, 'docs', 'images', file) });
	await page.goto(`${pageUrl}/inbox`);
	await page.fill('#username', person.username);
	await page.fill('#password', person.password);
	await page.click('main button');
	await page.waitForURL(/inbox$/);
	await take('exchange-inbox.png');

	const [first] = store.shipments.all();
	await page.goto(`${pageUrl}/shipments/${first?.shipmentId ?? ''}`);
	// Chromium's PDF viewer has no event for the end of drawing.
	await page.waitForTimeout(3000);
	await take('exchange-shipment.png');

	await page.goto(`${pageUrl}/faults`);
	await page.selectOption('#target', 'pdf');
	await page.selectOption('#fault', 'truncated');
	await page.click('text=Plan it');
	await page.getByRole('status').waitFor();
	await take('exchange-faults.png');
}

async function main(): Promise<void> {
	const simulator = await startSimulator();
	const browser = await launchBrowser();
	try {
		const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
		await takePictures(simulator, page);
	} finally {
		await browser.close();
		await simulator.stop();
	}
}

void main();
