/** The first hour of a user, in a real browser and a new n8n with only the packed package in it. Nobody calls n8n's interface: clicks and typing only. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCleanup } from '../../scripts/demo/cleanup';
import { headings, leaveEntry, openEntry, openNodesPanel } from '../../scripts/editor/home';
import { steps } from '../../scripts/firstHour/steps';
import { openEnvironment, type Environment, startServices } from '../../scripts/firstHour/environment';
import { projectRoot } from '../../scripts/n8n/processes';
import { launchBrowser } from '../../scripts/screenshots/browser';
import { given } from './place';

const cleanup = createCleanup(120_000);
const guide = readFileSync(join(projectRoot, 'docs', 'first-hour.md'), 'utf8');

let environment: Environment;
let wentWrong: string | null = null;

beforeAll(async () => {
	const services = await startServices({
		step: (_title, work) => work(() => undefined),
		cleanup,
		brokerUrl: given('E2E_AMQP_URL'),
		build: false,
	});
	const browser = await launchBrowser();
	cleanup.add('The browser', () => browser.close());
	environment = await openEnvironment(browser, services, () => Promise.resolve());
});

afterAll(async () => {
	expect(await cleanup.run()).toEqual([]);
});

/** Each step needs the ones before it. Whoever reads about a fault is told where to see the screen of that moment. */
async function inOrder(title: string, work: () => Promise<void>): Promise<void> {
	if (wentWrong !== null) throw new Error(`Not tried, because this did not come about: ${wentWrong}`);
	try {
		await work();
	} catch (cause) {
		wentWrong = title;
		const { n8n, browser, exchange } = environment;
		const pictures: string[] = [];
		for (const [name, { page }] of Object.entries({ n8n: browser, exchange })) {
			const path = join(tmpdir(), `first-hour-${n8n.version}-${name}-${Date.now().toString(36)}.png`);
			await page.screenshot({ path });
			pictures.push(path);
		}
		throw new Error(`At ${browser.page.url()}, as ${pictures.join(' and ')} show`, { cause });
	}
}

describe('somebody who has never seen n8n', () => {
	it.each(steps)('can $title', ({ title, run }) => inOrder(title, () => run(environment)));

	it('gets every PDF that the exchange holds, with one e-mail', () => {
		const { mailbox, simulator, shipment } = environment;
		const { store } = simulator;
		const { shipmentId = '' } = store.shipments.all().find((each) => each.shipmentReference === shipment) ?? {};
		const sets = store.setsOfShipment(shipmentId);
		const names = sets.flatMap(({ setId }) => store.documentsOfSet(setId)).map(({ name }) => name);
		expect(names.length).toBeGreaterThan(1);
		expect(mailbox.mails.map(({ subject }) => subject)).toEqual(sets.map(({ parcelRef }) => `Issued: ${parcelRef}`));
		expect(environment.mail?.attachments.map(({ mimeType }) => mimeType)).toEqual(names.map(() => 'application/pdf'));
	});

	it('needs no more clicks and fields than docs/first-hour.md says', () => {
		const [n8n, exchange] = [environment.browser.counted(), environment.exchange.counted()];
		const [, clicks, fields] = /(\d+) clicks and (\d+) fields/.exec(guide) ?? [];
		// n8n 1 has no node that makes the table.
		const more = environment.major === 1 ? 12 : 0;
		expect(n8n.clicks + exchange.clicks).toBeLessThanOrEqual(Number(clicks) + more);
		expect(n8n.fields + exchange.fields).toBeLessThanOrEqual(Number(fields) + more);
	});
});

describe('the list of nodes', () => {
	it('shows the node and its trigger to whoever searches by a word of the trade', () =>
		inOrder('search the list of nodes', async () => {
			await openNodesPanel(environment.browser);
			for (const words of ['bill of lading', 'cargo', 'shipping documents', 'parcel']) {
				await openEntry(environment.browser, words, 'Cargo Exchange');
				const shown = await headings(environment.browser);
				expect([words, ...shown]).toEqual([words, 'Triggers (7)', expect.stringMatching(/^Actions \([1-9]\d*\)$/)]);
				await leaveEntry(environment.browser);
			}
		}));
});
