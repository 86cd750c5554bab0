import type { Program } from '../demo/cleanup';
import { startServices } from '../demo/environment';
import { openWindows } from '../firstHour/environment';
import { steps } from '../firstHour/steps';
import { launchBrowser, takePicture } from './browser';

/** The part of the page with the row: below it, a table is empty. */
const rows = { x: 0, y: 0, width: 1440, height: 230 };

/** A user's first hour, played in a new n8n. */
export async function firstHourPictures({ step, cleanup, signal }: Program): Promise<void> {
	const services = await startServices({ step, cleanup, signal });
	const browser = await launchBrowser();
	cleanup.add('The browser', () => browser.close());
	const hour = await openWindows(browser, services, (name, { page }) =>
		takePicture(page, name, name === 'first-hour-table' ? () => Promise.resolve(rows) : undefined),
	);
	for (const { title, run } of steps) await step(title, () => run(hour));
}
