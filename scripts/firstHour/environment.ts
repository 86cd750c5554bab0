import type { Browser } from 'playwright-core';
import { type Simulator, startSimulator } from '../../simulator';
import { type Mail, type Mailbox, startMailbox } from '../demo/mailbox';
import { makeQueue, type Queue, removeQueue } from '../demo/queue';
import { openBrowserWindow, type BrowserWindow } from '../editor/browserWindow';
import type { Major } from '../editor/workflow';
import { temporaryFolder, type Cleanup } from '../demo/cleanup';
import type { Step } from '../demo/terminal';
import { n8nVersion } from '../n8n/install';
import { startN8nWithPackage } from '../n8n/package';

/** Where the first hour plays: a new n8n with nothing but the package in it, the exchange, the queue and a mail server. */
export type Services = {
	n8n: { url: string; version: string };
	simulator: Simulator;
	queue: Queue;
	mailbox: Mailbox;
};

/** The services with somebody in front of it, who has n8n in one window and the exchange in another. */
export type Environment = Services & {
	major: Major;
	browser: BrowserWindow;
	exchange: BrowserWindow;
	/** Takes a picture under this name where pictures are wanted. */
	look: (name: string, browser?: BrowserWindow) => Promise<void>;
	/** The reference of the shipment, as soon as it is known. */
	shipment: string;
	/** The mail with its PDFs, as soon as it is there. */
	mail: Mail | null;
};

/** Names a picture of a window. */
export type Look = (name: string, browser: BrowserWindow) => Promise<void>;

const patienceMs = 180_000;

export async function openEnvironment(chromium: Browser, services: Services, look: Look): Promise<Environment> {
	// A window for each: a browser hardly draws a tab that lies behind another one.
	const inWindow = async () => {
		const context = await chromium.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
		context.setDefaultTimeout(patienceMs);
		return await openBrowserWindow(await context.newPage());
	};
	const browser = await inWindow();
	const exchange = await inWindow();
	return {
		...services,
		major: services.n8n.version.startsWith('1.') ? 1 : 2,
		browser,
		exchange,
		look: (name, by = browser) => look(name, by),
		shipment: '',
		mail: null,
	};
}

/** Starts all that the first hour plays in, on free ports of this machine. `build` is false where dist/ has just been built. */
export async function startServices(options: {
	step: Step;
	cleanup: Cleanup;
	brokerUrl: string;
	build: boolean;
}): Promise<Services> {
	const { step, cleanup, brokerUrl, build } = options;
	const folder = await temporaryFolder(cleanup);
	const { n8n } = await startN8nWithPackage({ step, cleanup, folder, build });
	const queue = { url: brokerUrl, name: `parcel-status-${Date.now().toString(36)}` };
	await makeQueue(queue);
	cleanup.add('The queue', () => removeQueue(queue));
	const simulator = await startSimulator({ queue });
	cleanup.add('The exchange', () => simulator.stop());
	const mailbox = await startMailbox();
	cleanup.add('The mail server', () => mailbox.stop());
	return { n8n: { url: n8n.url, version: n8nVersion }, simulator, queue, mailbox };
}
