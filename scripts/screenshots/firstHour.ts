/** `npx tsx scripts/screenshots/firstHour.ts`: plays a user's first hour in a new n8n and takes its pictures, into docs/images. */
import { join } from 'node:path';
import { startBroker } from '../broker';
import { createCleanup } from '../demo/cleanup';
import { createTerminal } from '../demo/terminal';
import { scenes } from '../firstHour/scenes';
import { startSetting } from '../firstHour/setting';
import { openStage, type Look } from '../firstHour/stage';
import { projectRoot } from '../n8n/processes';
import { launchBrowser } from './browser';
import { endProgram } from './program';

const terminal = createTerminal(process.stdout);
const { step } = terminal;
const cleanup = createCleanup();

const pictures = [
	'first-hour-credential',
	'first-hour-import',
	'first-hour-trigger',
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

async function takePictures(): Promise<void> {
	const broker = await step('Start a RabbitMQ', (tell) => startBroker({ onProgress: tell }));
	cleanup.add('The broker', () => broker.stop());
	const setting = await startSetting({
		step,
		cleanup,
		brokerUrl: broker.url,
		build: true,
	});
	const browser = await launchBrowser();
	cleanup.add('The browser', () => browser.close());
	const stage = await openStage(browser, setting, take);
	for (const { title, play } of scenes) await step(title, () => play(stage));
	const missing = pictures.filter((name) => !taken.has(name));
	if (missing.length > 0) throw new Error(`No scene shows ${missing.join(', ')}`);
}

void endProgram(takePictures(), cleanup, terminal);
