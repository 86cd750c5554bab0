/** The first hour of a user, in a real browser and a new n8n with only the packed package in it. Nobody calls n8n's interface: clicks and typing only. */
import { join } from 'node:path';
import { z } from 'zod/v4';
import { apiAccount } from '../../scripts/demo/accounts';
import { createCleanup } from '../../scripts/demo/cleanup';
import { startServices } from '../../scripts/demo/environment';
import { openPage } from '../../scripts/editor/browserWindow';
import { fillIn } from '../../scripts/editor/credentials';
import { steps } from '../../scripts/firstHour/steps';
import { openWindows, type FirstHour } from '../../scripts/firstHour/environment';
import { n8nVersion } from '../../scripts/n8n/install';
import { projectRoot } from '../../scripts/n8n/processes';
import { signIn } from '../../scripts/n8n/rest/session';
import { launchBrowser } from '../../scripts/screenshots/browser';
import { headings, leaveEntry, newCredentialInNode, openEntry, openNodesPanel, saveInNode } from './editorSteps';
import { given } from './place';

const cleanup = createCleanup(120_000);
/** Of the whole of docs/first-hour.md, in n8n 2.41. */
const most = { clicks: 87, fields: 32 };

let environment: FirstHour;
let wentWrong: string | null = null;

beforeAll(async () => {
	process.env['AMQP_URL'] = given('E2E_AMQP_URL');
	const services = await startServices({ step: (_title, work) => work(() => undefined), cleanup, build: false });
	const browser = await launchBrowser();
	cleanup.add('The browser', () => browser.close());
	environment = await openWindows(browser, services, () => Promise.resolve());
});

afterAll(async () => {
	expect(await cleanup.run()).toEqual([]);
});

/** Each step needs the ones before it. An error names the pictures of the screen at that moment. */
async function inOrder(title: string, work: () => Promise<void>): Promise<void> {
	if (wentWrong !== null) throw new Error(`Not tried, because this did not come about: ${wentWrong}`);
	try {
		await work();
	} catch (cause) {
		wentWrong = title;
		const { browser, exchange } = environment;
		const pictures: string[] = [];
		for (const [name, { page }] of Object.entries({ n8n: browser, exchange })) {
			const path = join(projectRoot, 'demo-output', `first-hour-${n8nVersion}-${name}-${Date.now().toString(36)}.png`);
			await page.screenshot({ path });
			pictures.push(path);
		}
		throw new Error(`At ${browser.page.url()}, as ${pictures.join(' and ')} show`, { cause });
	}
}

describe('somebody who has never seen n8n', () => {
	it.each(steps)('can $title', ({ title, run }) => inOrder(title, () => run(environment)));

	it('gets every PDF that the exchange holds, with one email', () => {
		const { mailbox, simulator, shipment } = environment;
		const { store } = simulator;
		const { shipmentId = '' } = store.shipments.all().find((each) => each.shipmentReference === shipment) ?? {};
		const sets = store.setsOfShipment(shipmentId);
		const names = sets.flatMap(({ setId }) => store.documentsOfSet(setId)).map(({ name }) => name);
		expect(names.length).toBeGreaterThan(1);
		expect(mailbox.mails.map(({ subject }) => subject)).toEqual(sets.map(({ parcelRef }) => `Issued: ${parcelRef}`));
		expect(environment.mail?.attachments.map(({ mimeType }) => mimeType)).toEqual(names.map(() => 'application/pdf'));
	});

	it('needs no more clicks and fields than before', () => {
		const [n8n, exchange] = [environment.browser.counted(), environment.exchange.counted()];
		expect(n8n.clicks + exchange.clicks).toBeLessThanOrEqual(most.clicks);
		expect(n8n.fields + exchange.fields).toBeLessThanOrEqual(most.fields);
	});
});

describe('the list of nodes', () => {
	it('shows the node and its trigger to users who search by a word of the trade', () =>
		inOrder('search the list of nodes', async () => {
			await openNodesPanel(environment.browser);
			for (const words of [
				'bill of lading',
				'cargo',
				'shipping documents',
				'parcel',
				'rabbitmq',
				'issued',
				'excel to bill of lading',
			]) {
				await openEntry(environment.browser, words, 'Cargo Exchange (Bill of Lading)');
				const shown = await headings(environment.browser);
				expect([words, ...shown]).toEqual([words, 'Triggers (7)', expect.stringMatching(/^Actions \([1-9]\d*\)$/)]);
				await leaveEntry(environment.browser);
			}
		}));
});

describe('the list of customers in a new workflow', () => {
	it('offers nothing before the credential is set, and all customers afterwards', () =>
		inOrder('open the list of customers', async () => {
			const { browser, n8n, simulator } = environment;
			const { page, at, click } = browser;
			await deleteCredentials(n8n.url);
			await openPage(page, `${n8n.url}/workflow/new`, at('canvas-plus-button'));
			await click(at('canvas-plus-button'));
			await openEntry(browser, 'cargo', 'Cargo Exchange (Bill of Lading)');
			const answered = page.waitForResponse((response) => response.url().includes('dynamic-node-parameters'));
			await click(page.getByText(/^Actions \(/).first());
			await click(page.getByText('Search bills of lading (sets)', { exact: true }));
			await click(at('parameter-input-allCustomers'));
			await answered;
			const list = at('parameter-input-customerIds');
			const offered = page.locator('.el-select-dropdown__item:visible');
			await click(list);
			expect(await offered.allInnerTexts()).toEqual([]);

			await newCredentialInNode(browser);
			const { baseUrl, username, password } = apiAccount(simulator);
			await fillIn(browser, { baseUrl: String(baseUrl), username: String(username), password: String(password) });
			await saveInNode(browser);
			await click(list);
			await offered.first().waitFor();
			const customers = simulator.store.counterparties.all().map(({ customerName }) => customerName);
			expect((await offered.allInnerTexts()).sort()).toEqual(customers.sort());
		}));
});

async function deleteCredentials(url: string): Promise<void> {
	const session = await signIn(url);
	const listed = z.array(z.looseObject({ id: z.string() }));
	for (const { id } of await session.call('GET', '/credentials', listed))
		await session.call('DELETE', `/credentials/${id}`, z.unknown());
}
