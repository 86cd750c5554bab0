import { draftOf } from '../../nodes/CargoExchange/shipment/draft';
import { fullShipment } from '../../test/fixtures/shipment';
import type { Program } from '../demo/cleanup';
import { launchBrowser, takePicture } from './browser';

/** The first bill of lading of a dry run's draft, as the browser shows it. */
export async function draftPicture({ cleanup }: Program): Promise<void> {
	const browser = await launchBrowser();
	cleanup.add('The browser', () => browser.close());
	const page = await browser.newPage({ viewport: { width: 780, height: 975 }, colorScheme: 'light' });
	await page.setContent(draftOf({ payload: fullShipment, notes: [], pdfNames: ['Packing List'] }));
	await takePicture(page, 'draft');
}
