import type { Program } from '../demo/cleanup';
import { startServices } from '../demo/environment';
import { openWindows } from '../firstHour/environment';
import { steps } from '../firstHour/steps';
import { type Clip, launchBrowser, takePicture } from './browser';

/** The parts of a page that matter: a table is empty below its row, a canvas around its nodes, and a page blurred around its dialog; n8n leaves a piece of what was dragged at the edge. */
const clips: Record<string, Clip> = {
	'first-hour-table': { x: 0, y: 0, width: 1440, height: 230 },
	'first-hour-workflow': { x: 600, y: 370, width: 780, height: 250 },
	'first-hour-sign': { x: 330, y: 248, width: 780, height: 400 },
	'first-hour-email': { x: 14, y: 0, width: 1426, height: 900 },
};

/** A user's first hour, played in a new n8n. */
export async function firstHourPictures({ step, cleanup, signal }: Program): Promise<void> {
	const services = await startServices({ step, cleanup, signal });
	const browser = await launchBrowser();
	cleanup.add('The browser', () => browser.close());
	const hour = await openWindows(browser, services, async (name, { page }) => {
		const clip = clips[name];
		await takePicture(page, name, clip && (() => Promise.resolve(clip)));
	});
	for (const { title, run } of steps) await step(title, () => run(hour));
}
