import type { Browser } from 'playwright-core';
import type { Simulator } from '../../simulator';
import type { Mail, Mailbox } from '../demo/mailbox';
import type { Queue } from '../demo/queue';
import { createHand, type Hand } from '../editor/hand';
import type { Major } from '../editor/workflow';

/** Where the first hour plays: a new n8n with nothing but the package in it, the exchange, the queue and a mail server. */
export type Setting = {
	n8n: { url: string; version: string };
	simulator: Simulator;
	queue: Queue;
	mailbox: Mailbox;
};

/** The setting with somebody in front of it, who has n8n in one window and the exchange in another. */
export type Stage = Setting & {
	major: Major;
	hand: Hand;
	exchange: Hand;
	/** Takes a picture under this name where pictures are wanted. */
	look: (name: string, hand?: Hand) => Promise<void>;
	/** The reference of the shipment, as soon as it is known. */
	shipment: string;
	/** The mail with its PDFs, as soon as it is there. */
	mail: Mail | null;
};

/** Names a picture of a window. */
export type Look = (name: string, hand: Hand) => Promise<void>;

const patienceMs = 180_000;

export async function openStage(browser: Browser, setting: Setting, look: Look): Promise<Stage> {
	// A window for each: a browser hardly draws a tab that lies behind another one.
	const inWindow = async () => {
		const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
		context.setDefaultTimeout(patienceMs);
		return await createHand(await context.newPage());
	};
	const hand = await inWindow();
	const exchange = await inWindow();
	return {
		...setting,
		major: setting.n8n.version.startsWith('1.') ? 1 : 2,
		hand,
		exchange,
		look: (name, by = hand) => look(name, by),
		shipment: '',
		mail: null,
	};
}
