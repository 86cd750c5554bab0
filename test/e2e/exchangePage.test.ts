/** The exchange application in a real browser: what axe finds, what a keyboard reaches, what fits on a narrow screen. */
import { readFileSync } from 'node:fs';

import type { Browser, Page } from 'playwright-core';
import { z } from 'zod/v4';

import { startSimulator, type Simulator } from '../../simulator';
import { launchBrowser } from '../../scripts/screenshots/browser';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const rule = z.object({
	id: z.string(),
	impact: z.string().nullish(),
	nodes: z.array(z.object({ target: z.array(z.string()) })),
});
const axeResult = z.object({ violations: z.array(rule), passes: z.array(z.object({ id: z.string() })) });
const narrow = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };

let browser: Browser;
let simulator: Simulator;
beforeAll(async () => {
	browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
	simulator = await startSimulator();
});
afterEach(() => simulator.stop());

async function enter(options: {
	colorScheme: 'light' | 'dark';
	viewport: typeof wide;
	javaScriptEnabled?: boolean;
}): Promise<Page> {
	// A button that is changing its colour has none that could be judged.
	const page = await browser.newPage({ bypassCSP: true, reducedMotion: 'reduce', ...options });
	page.setDefaultTimeout(180_000);
	await page.goto(`${simulator.pageUrl}/inbox`);
	await page.fill('#username', simulator.person.username);
	await page.fill('#password', simulator.person.password);
	await page.click('main button');
	await page.waitForURL(/inbox$/);
	return page;
}

/** A dialog takes the focus by itself, a moment after it shows; its keys count once the page's script has run. */
async function untilFocusOn(page: Page, field: string): Promise<void> {
	await page.locator(`${field}:focus`).waitFor();
	await page.waitForLoadState('domcontentloaded');
}

/** What axe calls serious or critical, with where it is. */
async function seriousFindings(page: Page): Promise<string[]> {
	await page.evaluate(axe);
	const { violations, passes } = axeResult.parse(await page.evaluate('axe.run(document, { iframes: false })'));
	// A run that found nothing to check would find nothing wrong either.
	expect(passes.map(({ id }) => id)).toEqual(expect.arrayContaining(['color-contrast', 'document-title']));
	return violations
		.filter(({ impact }) => impact === 'serious' || impact === 'critical')
		.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

const shipmentAt = (stage: string) => simulator.store.sets.all().find((set) => set.stage === stage)?.shipmentId ?? '';

describe.each([
	['light', 'wide', wide],
	['dark', 'narrow', narrow],
] as const)('the exchange application, %s and %s', (colorScheme, _size, viewport) => {
	it('gives axe nothing serious to find, and never scrolls sideways', async () => {
		const { setId } = simulator.store.addSet();
		await simulator.life.approveDraft(setId);
		simulator.faults.next({ fault: { kind: 'html' } });
		const page = await enter({ colorScheme, viewport });
		const paths = [
			'/inbox',
			'/filed',
			'/faults',
			`/shipments/${shipmentAt('Imported')}`,
			`/shipments/${shipmentAt('Signing')}?step=authorize`,
			`/shipments/${shipmentAt('Signed')}?step=issue`,
			`/shipments/${shipmentAt('Signed')}?step=confirm`,
			`/shipments/${shipmentAt('Issued')}`,
			'/nowhere',
			'/login',
		];
		const found: string[] = [];
		for (const path of paths) {
			await page.goto(simulator.pageUrl + path, { waitUntil: 'domcontentloaded' });
			await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
			found.push(...(await seriousFindings(page)).map((finding) => `${path} ${finding}`));
			const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
			if (sideways > 0) found.push(`${path} is ${sideways} pixels too wide`);
		}
		expect(found).toEqual([]);
		await page.close();
	});
});

describe('a keyboard', () => {
	it('signs a shipment without a mouse, and Escape leaves a dialog', async () => {
		const page = await enter({ colorScheme: 'light', viewport: wide });
		const shipmentId = shipmentAt('Imported');
		await page.goto(`${simulator.pageUrl}/shipments/${shipmentId}`, { waitUntil: 'domcontentloaded' });
		await page.getByRole('button', { name: 'Sign', exact: true }).focus();
		await page.keyboard.press('Enter');
		await untilFocusOn(page, 'dialog #username');
		await page.keyboard.press('Escape');
		await page.waitForURL((url) => url.search === '');
		await page.getByRole('link', { name: 'Authorize the signature' }).focus();
		await page.keyboard.press('Enter');
		await untilFocusOn(page, 'dialog #username');
		await page.keyboard.type(simulator.person.username);
		await page.keyboard.press('Tab');
		await page.keyboard.type(simulator.person.password);
		await page.keyboard.press('Enter');
		await page.getByRole('status').getByText('is signed').waitFor();
		await page.close();
	});
});

describe('a browser without scripts', () => {
	it('signs and issues as well', async () => {
		const page = await enter({ colorScheme: 'light', viewport: wide, javaScriptEnabled: false });
		await page.goto(`${simulator.pageUrl}/shipments/${shipmentAt('Imported')}`, { waitUntil: 'domcontentloaded' });
		const authorize = async (button: string) => {
			await page.fill('dialog #username', simulator.person.username);
			await page.fill('dialog #password', simulator.person.password);
			await page.click(`dialog button:has-text("${button}")`);
		};
		await page.click('button:text-is("Sign")');
		await authorize('Sign now');
		await page.click('a:text-is("Issue")');
		await page.click('dialog >> text=Harbour Bank');
		await page.click('dialog >> text=Continue');
		await authorize('Issue now');
		await page.getByText('is issued and filed').waitFor();
		await page.close();
	});
});
