import { startSimulator } from '../../simulator';
import type { Program } from '../demo/cleanup';
import { openBrowserWindow } from '../editor/browserWindow';
import { logIn } from '../firstHour/exchange';
import { launchBrowser, takePicture } from './browser';

/** The exchange application. */
export async function exchangePictures({ cleanup }: Program): Promise<void> {
	const simulator = await startSimulator();
	cleanup.add('The exchange', () => simulator.stop());
	const { pageUrl, store } = simulator;
	const browser = await launchBrowser();
	cleanup.add('The browser', () => browser.close());
	const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
	await logIn(await openBrowserWindow(page), simulator);
	await takePicture(page, 'exchange-inbox');

	const [first] = store.shipments.all();
	await page.goto(`${pageUrl}/shipments/${first?.shipmentId ?? ''}`);
	await takePicture(page, 'exchange-shipment');

	await page.goto(`${pageUrl}/faults`);
	await page.selectOption('#target', 'pdf');
	await page.selectOption('#fault', 'truncated');
	await page.click('text=Plan it');
	await page.getByRole('status').waitFor();
	await takePicture(page, 'exchange-faults');
}
