/** `npx tsx scripts/screenshots/firstHour.ts`: plays a user's first hour in a new n8n and takes its pictures, into docs/images. */
import { join } from 'node:path';
import { startBroker } from '../broker';
import { runProgram, type Program } from '../demo/cleanup';
import { steps } from '../firstHour/steps';
import { type Look, openEnvironment, startServices } from '../firstHour/environment';
import { projectRoot } from '../n8n/processes';
import { launchBrowser } from './browser';

const pictures = [
	'first-hour-credential',
	'first-hour-trigger',
	'first-hour-email',
	'first-hour-workflow',
	'first-hour-import',
	'first-hour-sign',
	'first-hour-table',
];
const taken = new Set<string>();

const take: Look = async (name, { page }) => {
	// The pointer would leave a tooltip, a panel still sliding in a blur.
	await page.mouse.move(720, 5);
	await page.waitForTimeout(1_000);
	await page.screenshot({ path: join(projectRoot, 'docs', 'images', `${name}.png`), animations: 'disabled' });
	taken.add(name);
};

async function takePictures({ step, cleanup }: Program): Promise<void> {
	const broker = await step('Start a RabbitMQ', (tell) => startBroker({ onProgress: tell }));
	cleanup.add('The broker', () => broker.stop());
	const services = await startServices({ step, cleanup, brokerUrl: broker.url, build: true });
	const browser = await launchBrowser();
	cleanup.add('The browser', () => browser.close());
	const environment = await openEnvironment(browser, services, take);
	for (const { title, run } of steps) await step(title, () => run(environment));
	const missing = pictures.filter((name) => !taken.has(name));
	if (missing.length > 0) throw new Error(`No step shows ${missing.join(', ')}`);
}

void runProgram(takePictures);
