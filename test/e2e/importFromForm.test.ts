import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import writeWorkbook from 'write-excel-file/node';
import { z } from 'zod/v4';
import { fill, readExample } from '../../scripts/demo/examples';
import { projectRoot } from '../../scripts/n8n/processes';
import { executionsOf } from '../../scripts/n8n/rest/executions';
import { createCredential } from '../../scripts/n8n/rest/resources';
import { activate, createWorkflow, workflowFile, type StoredWorkflow } from '../../scripts/n8n/rest/workflows';
import { launchBrowser } from '../../scripts/screenshots/browser';
import { containerNumberDoubt } from '../../nodes/CargoExchange/shipment/fields/containerNumber';
import { openPlace, until, type Place } from './place';

const login = { user: 'sender', password: 'by-form' };

let place: Place;
let workflow: StoredWorkflow;
/** The same with another path, and a second instead of an hour for each page. */
let impatient: StoredWorkflow;
beforeAll(async () => {
	place = await openPlace({ seed: 'demo' });
	const { session, queue, outputFolder: folder } = place;
	const form = await createCredential(session, 'Form', 'httpBasicAuth', login);
	const fillIn = { credentials: place.credentials, logins: [form], queue: queue.name, folder };
	const file = fill(await readExample('import-from-form'), fillIn);
	workflow = await createWorkflow(session, file);
	const changed = JSON.stringify(file.nodes)
		.replaceAll('"hours"', '"seconds"')
		.replaceAll('import-shipments', 'impatient');
	const nodes = workflowFile.shape.nodes.parse(JSON.parse(changed));
	impatient = await createWorkflow(session, {
		...file,
		nodes: nodes.map((node) => ({ ...node, webhookId: undefined })),
	});
	for (const each of [workflow, impatient]) await activate(session, each);
	// n8n looks every minute for executions that have waited long enough: the last test sees what has become of these.
	await new Visitor('impatient').upload(await workbook(await sampleRows('CLOSED')), { closes: true });
	await new Visitor('impatient').upload(await workbook([['Shipment Reference']]), { closes: true });
});
afterAll(() => place.close());

const imported = () => place.simulator.store.shipments.size;

/** The next container number that is right. */
function containerNumber(): string {
	const start = `EXAU${200_000 + containers++}`;
	return Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find((one) => !containerNumberDoubt(one)) ?? '';
}
let containers = 0;

/** The rows of the sample sheet, as often as wanted, with references and containers of their own in each copy. */
async function sampleRows(reference: string, copies = 1): Promise<string[][]> {
	const sheet = await readFile(join(projectRoot, 'examples', 'import-from-spreadsheet.csv'), 'utf8');
	const [headers = [], ...rows] = sheet.trimEnd().split('\n').map(cellsOf);
	const own = (text: string, copy: number) =>
		text
			.replace(/^(SHP-2026|SHEET|BL)-/, `$1-${reference}-${copy}-`)
			.replace(/^(CSQU|EXAU)\d+$/, containerNumber)
			.replace(/^SL\d+$/, `$&${reference}${copy}`);
	const copied = Array.from({ length: copies }, (_, copy) => rows.map((row) => row.map((text) => own(text, copy))));
	return [headers, ...copied.flat()];
}

const cellsOf = (line: string) =>
	[...`,${line}`.matchAll(/,(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

async function workbook(rows: string[][]): Promise<Buffer> {
	return await writeWorkbook(rows.map((row) => row.map((value) => ({ value })))).toBuffer();
}

/** Somebody at the form, whose browser does what n8n's pages have it do. */
class Visitor {
	#page = new URL('about:blank');

	constructor(readonly path = 'import-shipments') {}

	async upload(content: Buffer, { closes = false, name = 'sheet.xlsx' } = {}): Promise<string> {
		const body = new FormData();
		body.set('field-0', new File([new Uint8Array(content)], name));
		body.set('field-1', 'Alta Mira Coffee');
		const authorization = `Basic ${btoa(`${login.user}:${login.password}`)}`;
		const reply = await fetch(`${place.session.url}/form/${this.path}`, {
			method: 'POST',
			headers: { authorization },
			body,
		});
		this.#page = new URL(z.object({ formWaitingUrl: z.url() }).parse(await reply.json()).formWaitingUrl);
		return closes ? '' : await this.#nextPage();
	}

	async choose(decision: string): Promise<string> {
		const body = new FormData();
		body.set('field-0', 'the drafts');
		body.set('field-1', decision);
		await fetch(this.#page, { method: 'POST', body });
		return await this.#nextPage();
	}

	async #nextPage(): Promise<string> {
		const status = new URL(this.#page);
		status.pathname += '/n8n-execution-status';
		await until(async () => {
			const text = await (await fetch(status)).text();
			if (text === 'error') throw new Error('The page would say: Problem submitting response');
			return text === 'form-waiting';
		});
		const html = await (await fetch(this.#page)).text();
		// A last page ends the execution by itself.
		if (!/id=.n8n-form./.test(html)) await fetch(this.#page, { method: 'POST', body: new FormData() });
		return html;
	}
}

/** A page without tags and scripts, as somebody reads it. */
const textOf = (html: string) =>
	html
		.replace(/^[^]*<body>|<(script|svg)\b[^]*?<\/\1>|<input type="hidden"[^>]*>/g, '')
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();

it('lists the corrections, shows the drafts of the corrected sheet, imports them once chosen, and leaves them out the next time', async () => {
	const rows = await sampleRows('FIRST');
	const before = imported();
	const wrong = rows.map((row, index) =>
		row.map((text) => (index === 2 ? text.replace(/^EXAU\d+$/, 'EXAU1000004') : text)),
	);
	const corrections = await new Visitor().upload(await workbook(wrong));
	expect(textOf(corrections)).toMatch(
		/Nothing was imported: corrections needed \(1\) .*Rows Column Value What to correct 3 Container Number EXAU1000004 The check digit/,
	);
	expect(corrections).toContain('<a href="../form/import-shipments">');

	const visitor = new Visitor();
	const drafts = await visitor.upload(await workbook(rows));
	expect(textOf(drafts)).toMatch(
		/Shipments to import: 2 Nothing has been imported yet.*BL-FIRST-0-0101-1.*BL-FIRST-0-0102-1/,
	);
	expect(imported()).toBe(before);
	const results = textOf(await visitor.choose('Import'));
	expect(results).toMatch(
		/^Imported: 2 of 2 Shipment Outcome Set IDs SHP-2026-FIRST-0-0101 imported [0-9a-f-]{36} SHP-2026-FIRST-0-0102 imported [0-9a-f-]{36} /,
	);
	expect(imported()).toBe(before + 2);

	expect(textOf(await new Visitor().upload(await workbook(rows)))).toMatch(
		/^Nothing was imported: the exchange has these shipments already .*FIRST-0-0101: set [0-9a-f-]{36}.*FIRST-0-0102: /,
	);
	const more = [...rows, ...(await sampleRows('SECOND')).slice(1)];
	const mixed = textOf(await new Visitor().upload(await workbook(more)));
	expect(mixed).toMatch(
		/^Shipments to import: 2 .* as the exchange has them already: SHP-2026-FIRST-0-0101, SHP-2026-FIRST-0-0102\. /,
	);
	expect(new Set(mixed.match(/BL-[A-Z]+-0-010\d-1/g))).toEqual(new Set(['BL-SECOND-0-0101-1', 'BL-SECOND-0-0102-1']));
	expect(imported()).toBe(before + 2);
});

/** Somebody with a browser of their own at the form. */
async function openForm(browser: Browser) {
	const context = await browser.newContext({ httpCredentials: { username: login.user, password: login.password } });
	const page = await context.newPage();
	page.setDefaultTimeout(120_000);
	const read = async (beginning: string) => {
		await page.getByText(beginning).first().waitFor();
		return await page.locator('body').innerText();
	};
	const upload = async (rows: string[][]) => {
		await page.locator('#field-0').setInputFiles({ name: 'sheet.xlsx', mimeType: '', buffer: await workbook(rows) });
		await page.locator('#field-1').fill('Alta Mira Coffee');
		await page.locator('#submit-btn').click();
	};
	const decide = async (decision: string) => {
		await page.locator('#field-1').selectOption(decision);
		await page.locator('#submit-btn').click();
	};
	const again = async (link: string) => {
		await page.getByRole('link', { name: link }).click();
		await page.locator('input[type=file]').waitFor();
	};
	await page.goto(`${place.session.url}/form/import-shipments`);
	return { read, upload, decide, again };
}

it('shows two people in two browsers each their own pages, and imports once what both have', async () => {
	const browser = await launchBrowser();
	try {
		const before = imported();
		const [one, other] = [await openForm(browser), await openForm(browser)];
		const [wrong, right] = [await sampleRows('ONE'), await sampleRows('OTHER')];
		const column = wrong[0]?.indexOf('Container Number') ?? 0;
		const mended = wrong.map((row) => [...row]);
		wrong[1]?.splice(column, 1, 'EXAU1000004');
		await Promise.all([one.upload(wrong), other.upload(right)]);
		expect(await one.read('corrections needed (1)')).toMatch(/EXAU1000004/);
		const drafts = await other.read('Shipments to import: 2');
		expect(drafts).not.toContain('Left out');
		expect(drafts).toContain('BL-OTHER-0-0101-1');
		expect(drafts).not.toContain('-ONE-');
		await Promise.all([one.again('upload it again').then(() => one.upload(mended)), other.decide('Import')]);
		expect(await one.read('Shipments to import: 2')).not.toContain('-OTHER-');
		await one.decide('Import');
		for (const [person, name] of [
			[one, 'ONE'],
			[other, 'OTHER'],
		] as const)
			expect((await person.read('Imported: 2 of 2')).match(/SHP-2026-\w+-/g)).toEqual(
				Array(2).fill(`SHP-2026-${name}-`),
			);
		expect(imported()).toBe(before + 4);

		const same = await sampleRows('BOTH');
		const people = [one, other];
		await Promise.all(people.map((person) => person.again('Upload another sheet').then(() => person.upload(same))));
		await Promise.all(people.map((person) => person.read('Shipments to import: 2')));
		await Promise.all(people.map((person) => person.decide('Import')));
		const results = await Promise.all(people.map((person) => person.read('Imported: ')));
		const reported = results.join(' ').match(/SHP-2026-BOTH-0-010\d\s+imported\s+[0-9a-f-]{36}/g) ?? [];
		expect(new Set(reported.map((each) => each.slice(0, 20))).size).toBe(2);
		expect(reported).toHaveLength(2);
		expect(results.join(' ')).not.toMatch(/another execution It/);
		expect(imported()).toBe(before + 6);
	} finally {
		await browser.close();
	}
});

it('takes a sheet only from somebody with the password', async () => {
	const address = `${place.session.url}/form/import-shipments`;
	expect((await fetch(address)).status).toBe(401);
	expect((await fetch(address, { method: 'POST', body: new FormData() })).status).toBe(401);
});

it('imports nothing after Do not import', async () => {
	const before = imported();
	const visitor = new Visitor();
	await visitor.upload(await workbook(await sampleRows('NOT')));
	expect(textOf(await visitor.choose('Do not import'))).toMatch(/^Nothing was imported /);
	expect(imported()).toBe(before);
});

it.each([
	[
		'a PDF called .xlsx',
		async () => await readFile(join(projectRoot, 'examples', 'SHP-2026-0101 Packing List.pdf')),
		'This sheet has no column Shipment Reference',
	],
	[
		'a text called .xlsx',
		() => Buffer.from('Dear all,\nthe sheet follows.\n'),
		'This sheet has no column Shipment Reference',
	],
	[
		'a workbook without rows',
		async () => await workbook((await sampleRows('EMPTY')).slice(0, 1)),
		'the sheet has no rows The first sheet of the file has nothing below its headers. Fill in the rows there',
	],
	[
		'half a workbook',
		async () => (await workbook(await sampleRows('HALF'))).subarray(0, 3000),
		'the file is not a sheet',
	],
])('says that it imported nothing from %s', async (_name, content, reason) => {
	const before = imported();
	const page = textOf(await new Visitor().upload(await content()));
	expect(page).toMatch(/^Nothing was imported: /);
	expect(page).toContain(reason);
	expect(imported()).toBe(before);
});

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const inTags = (rows: string[][], [row, cell]: [string, (text: string) => string]) =>
	rows.map((cells) => `<${row}>${cells.map((text) => cell(xml(text))).join('')}</${row}>`).join('');

/** The same rows as programs save and portals export them. */
const kinds: [name: string, save: (rows: string[][]) => Buffer | Promise<Buffer>][] = [
	['sheet.xlsx', workbook],
	[
		'a web page.xls',
		(rows) => Buffer.from(`<html><table>${inTags(rows, ['tr', (text) => `<td>${text}</td>`])}</table></html>`),
	],
	[
		'semicolons.csv',
		(rows) =>
			Buffer.from(rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(';')).join('\r\n')),
	],
	[
		'sheet.ods',
		(rows) => {
			const cell = (text: string) =>
				`<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
			const table = `<table:table table:name="S">${inTags(rows, ['table:table-row', cell])}</table:table>`;
			const content = `<office:document-content><office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document-content>`;
			const files = { 'META-INF/manifest.xml': '<manifest:manifest/>', 'styles.xml': '', 'content.xml': content };
			const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
			return Buffer.from(zipSync(Object.fromEntries(bytes)));
		},
	],
];

it.each(kinds)('reads %s, with each value as it is written', async (name, save) => {
	const [reference, container] = [`KIND-${name}`, containerNumber()];
	const cells = {
		...{ 'Shipment Reference': reference, 'B/L Number': '0012345', Shipper: 'Müller & Söhne', Consignee: 'Nordhavn' },
		...{ 'Port of Loading': 'Hamburg', 'Port of Discharge': 'Copenhagen', Goods: '20" pipes; new' },
		...{ 'Container Number': container, Seal: '12E5', Bundles: '1.200', 'Gross Weight (kg)': '16.500', CBM: '30,250' },
	};
	const visitor = new Visitor();
	const drafts = await visitor.upload(await save([Object.keys(cells), Object.values(cells)]), { name });
	expect(textOf(drafts)).toMatch(/^Shipments to import: 1 /);
	expect(textOf(await visitor.choose('Import'))).toMatch(/^Imported: 1 of 1 /);
	const imports = place.simulator.requests.filter(({ path }) => path.endsWith('/shipments'));
	expect(imports.at(-1)?.body).toMatchObject({
		shipmentReference: reference,
		sets: [
			{
				...{ blNumber: '0012345', shipper: { name: 'Müller & Söhne' }, cargos: [{ cargoName: '20" pipes; new' }] },
				containers: [
					{
						...{ containerNumber: container, sealNumber: '12E5', totalNumberOfPackingItems: 1200 },
						...{ containerQuantity: { quantityGross: 16500 }, containerVolume: { quantityGross: 30.25 } },
					},
				],
			},
		],
	});
});

it('imports a sheet of 300 rows', async () => {
	const before = imported();
	const visitor = new Visitor();
	const page = await visitor.upload(await workbook(await sampleRows('BIG', 43)));
	expect(textOf(page)).toMatch(/^Shipments to import: 86 /);
	expect(textOf(await visitor.choose('Import'))).toMatch(/^Imported: 86 of 86 /);
	expect(imported()).toBe(before + 86);
});

it('imports nothing, and ends, if the page with the drafts is closed, or the last one', async () => {
	const closed = async () => await executionsOf(place.session, impatient.id);
	await until(async () => (await closed()).filter(({ status }) => status === 'success').length === 2);
	const runs = await closed();
	expect(runs.map((run) => run.items('One list').length)).toEqual([1, 0]);
	expect(runs.flatMap((run) => run.items('The shown shipments'))).toEqual([]);
	expect(place.simulator.store.shipments.all().filter((each) => JSON.stringify(each).includes('CLOSED'))).toEqual([]);
});
