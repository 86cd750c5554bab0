import type { Program } from '../demo/cleanup';
import { startServices } from '../demo/environment';
import { openWindows } from '../firstHour/environment';
import { steps } from '../firstHour/steps';
import { launchBrowser, takePicture } from './browser';

/** A user's first hour, played in a new n8n. */
export async function firstHourPictures({ step, cleanup, signal }: Program): Promise<void> {
	const services = await startServices({ step, cleanup, signal });
	const browser = await launchBrowser();
	cleanup.add('The browser', () => browser.close());
	const hour = await openWindows(browser, services, (name, { page }) => takePicture(page, name));
	for (const { title, run } of steps) await step(title, () => run(hour));
}
