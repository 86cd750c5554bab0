/** `npx tsx scripts/screenshots/exchangePages.ts`: takes the pictures of the exchange application into docs/images. */
import { join } from 'node:path';
import { startSimulator } from '../../simulator';
import { runProgram, type Program } from '../demo/cleanup';
import { projectRoot } from '../n8n/processes';
import { launchBrowser } from './browser';

async function takePictures({ cleanup }: Program): Promise<void> {
	const simulator = await startSimulator();
	cleanup.add('The exchange', () => simulator.stop());
	const { pageUrl, person, store } = simulator;
	const browser = await launchBrowser();
	cleanup.add('The browser', () => browser.close());
	const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
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

void runProgram(takePictures);
