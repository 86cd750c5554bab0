/** n8n's editor in a real browser: what stands on the canvas, in the lists and beside the node, before and after a run. */
import type { Page } from 'playwright-core';
import { createCredential } from '../../scripts/n8n/rest/resources';
import { createWorkflow } from '../../scripts/n8n/rest/workflows';
import { apiAccount } from '../../scripts/demo/accounts';
import { openByDoubleClick, openPage } from '../../scripts/editor/browserWindow';
import { inEditor } from '../../scripts/screenshots/browser';
import { messySheet } from '../fixtures/messySheet';
import {
	action,
	chain,
	given,
	itemsNode,
	manualTrigger,
	openPlace,
	trigger,
	type Place,
	type WorkflowNode,
} from './place';

const testId = (id: string) => `[data-test-id="${id}"]`;

let place: Place;
beforeAll(async () => {
	place = await openPlace();
});
afterAll(() => place.close());

const editor = (work: Parameters<typeof inEditor>[1]) => inEditor(given('E2E_N8N_URL'), work);

const triggerWith = (parameters: Record<string, unknown>) =>
	trigger(place.queue.name, place.credentials.queue, parameters);

/** Saves nodes as a workflow and opens the panel of one of them, or the canvas. */
async function show(page: Page, nodes: WorkflowNode[], node?: string): Promise<void> {
	const { id } = await createWorkflow(
		place.session,
		chain(`editor ${nodes.map(({ name }) => name).join(', ')}`, nodes),
	);
	await openPage(page, `${given('E2E_N8N_URL')}/workflow/${id}`, page.locator(testId('canvas-node')).first());
	if (node === undefined) return;
	const drawn = page.locator(`${testId('canvas-node')}[data-node-name="${node}"]`);
	await openByDoubleClick(drawn, page.locator(testId('ndv')));
}

/** Presses "Execute step" and gives what the panel says: what happened, and below it what to try. */
async function panelAfterRun(
	{ page, connected }: { page: Page; connected: () => Promise<void> },
	nodes: WorkflowNode[],
	node: string,
): Promise<[string, string]> {
	await show(page, nodes, node);
	await connected();
	const button = page.locator(testId('ndv')).locator(testId('node-execute-button')).first();
	const message = page.locator(testId('node-error-message')).first();
	await button.click();
	return [await message.innerText(), await page.locator(testId('node-error-description')).first().innerText()];
}

it('words what each node does under it on the canvas', () =>
	editor(async (page) => {
		const download = action(place, { resource: 'document', operation: 'downloadAll' }, 'Download');
		await show(page, [
			triggerWith({ events: ['issued', 'signed'] }),
			action(place, { resource: 'set' }, 'Search'),
			download,
		]);
		for (const words of ['Issued, Signed', 'Search bills of lading', 'Download all documents'])
			await page.getByText(words, { exact: true }).waitFor();
	}));

it('words events and actions in the list of nodes', () =>
	editor(async (page) => {
		const add = page.locator(testId('canvas-add-button')).first();
		await openPage(page, `${given('E2E_N8N_URL')}/workflow/new`, add);
		await add.click();
		await page.locator(testId('node-creator-search-bar')).fill('bill of lading');
		await page.getByText('Cargo Exchange (Bill of Lading)', { exact: true }).first().click();
		for (const words of ['On bill of lading issued', 'On title held', 'On any other status', 'On any status event'])
			await page.getByText(words, { exact: true }).waitFor();
		await page
			.getByText(/^Actions \(/)
			.first()
			.click();
		for (const words of ['Search bills of lading (sets)', 'Download all documents of a set', 'Import a shipment'])
			await page.getByText(words, { exact: true }).waitFor();
	}));

it('shows what a search gives before its first run, so that its fields can be mapped', () =>
	editor(async (page) => {
		const next = action(place, { resource: 'document', operation: 'downloadAll' }, 'Download');
		await show(
			page,
			[manualTrigger, action(place, { resource: 'set', operation: 'search' }, 'Search'), next],
			'Download',
		);
		const input = page.locator(testId('ndv-input-panel'));
		for (const field of ['setId', 'shipmentRef', 'consigneeCompanyName'])
			await input.getByText(field, { exact: true }).waitFor();
	}));

it('shows the consequences of a choice, and options that exclude each other, in the panel', () =>
	editor(async (page) => {
		const options = { acknowledge: 'onReceipt', unreadable: 'discard', retries: 3 };
		await show(page, [triggerWith({ options })], 'Trigger');
		for (const words of [/^On Start: a message is removed/, /^Discard: a message/, /have no effect with/])
			await page.getByText(words).first().waitFor();

		const filters = { statuses: ['Issued'] };
		await show(
			page,
			[manualTrigger, action(place, { resource: 'set', operation: 'search', searchIn: 'ACTIVE', filters }, 'Search')],
			'Search',
		);
		await page.getByText(/^Issued sets are filed/).waitFor();
	}));

it('says in the panel what happened and what to try', () =>
	editor(async (page, connected) => {
		const shown = { page, connected };
		const wrongLogIn = await createCredential(place.session, 'Wrong', 'cargoExchangeApi', {
			...apiAccount(place.simulator),
			password: 'not-it',
		});
		const search = {
			resource: 'set',
			operation: 'search',
			allCustomers: false,
			customerIds: [place.simulator.customerId],
		};
		const refused = { ...action(place, search, 'Search'), credentials: { [wrongLogIn.type]: wrongLogIn } };
		const [message, advice] = await panelAfterRun(shown, [manualTrigger, refused], 'Search');
		expect(message).toMatch(/^The exchange refused the user name or password/);
		expect(advice).toContain('Check both in the credential');

		const download = action(place, { resource: 'document', operation: 'download' }, 'Download');
		const unnamed = await panelAfterRun(
			shown,
			[manualTrigger, itemsNode([{ subject: 'Hello' }]), download],
			'Download',
		);
		expect(unnamed[0]).toBe('Set ID: must be filled in');
		expect(unnamed[1]).toContain('check that the input item contains the field');

		const mistyped = await panelAfterRun(shown, [trigger('parcel-statuz', place.credentials.queue)], 'Trigger');
		expect(mistyped[0]).toMatch(/^There is no queue "parcel-statuz"/);
		expect(mistyped[1]).toContain('case-sensitive');
	}));

it('lists every correction that a messy sheet needs, with its row and column', () =>
	editor(async (page, connected) => {
		const importing = {
			resource: 'shipment',
			operation: 'import',
			inputMode: 'rows',
			options: { validation: 'strict' },
		};
		const nodes = [manualTrigger, itemsNode(messySheet), action(place, importing, 'Import')];
		const [message, corrections] = await panelAfterRun({ page, connected }, nodes, 'Import');
		expect(message).toBe('The sheet needs 10 corrections; nothing was imported');
		for (const words of ['Row 2, BL Date: "05/06/2026"', 'Row 7, Gross Wt (kg): "n/a"', 'Home > Find & Select'])
			expect(corrections).toContain(words);
		expect(corrections.split('\n').length).toBeGreaterThan(10);
	}));

it('runs a sample event in a new trigger, and says what anything else needs', () =>
	editor(async (page, connected) => {
		const type = 'n8n-nodes-cargo-exchange.cargoExchangeTrigger';
		const untouched = { name: 'Trigger', type, typeVersion: 1, parameters: {} };
		const [message, advice] = await panelAfterRun({ page, connected }, [untouched], 'Trigger');
		// n8n chooses the only credential by itself.
		expect(message).toMatch(/^(No Cargo Exchange Queue credential was chosen|Queue: must be filled in)$/);
		expect(advice).toContain('set "Test With" to "Sample Event"');

		await show(page, [{ ...untouched, parameters: { testWith: 'sampleEvent' } }], 'Trigger');
		await connected();
		await page.locator(testId('ndv')).locator(testId('node-execute-button')).first().click();
		await page.locator(testId('output-panel')).getByText('SET-0101-1').first().waitFor();
	}));
