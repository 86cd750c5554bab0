import { startSimulator, type Simulator } from '../../simulator';
import { startGuide, type Guide } from '../../scripts/demo/guide';
import { formsToType } from '../../scripts/demo/guide/sources';
import type { Mail } from '../../scripts/demo/mailbox';

let simulator: Simulator;
let guide: Guide;
let mails: Mail[];
let rows: Array<Record<string, unknown>>;
let imports: number;
beforeEach(async () => {
	simulator = await startSimulator();
	[mails, rows, imports] = [[], [], 0];
	guide = await startGuide({
		simulator,
		mails,
		rows: () => Promise.resolve(rows),
		importShipment: () => Promise.resolve((imports += 1)),
		n8n: {
			url: 'http://127.0.0.1:5678',
			workflows: [{ label: 'Import', url: 'http://127.0.0.1:5678/workflow/1' }],
			others: [{ label: 'Archive', url: 'http://127.0.0.1:5678/workflow/2' }],
			email: 'owner@example.com',
			password: 'secret',
		},
		queue: 'parcel-status-7',
		forms: formsToType({
			simulator,
			mailbox: { host: '127.0.0.1', port: 2525 },
			queue: { url: 'amqp://reader:turtle@127.0.0.1:5672/acme', name: 'parcel-status-7' },
		}),
	});
});
afterEach(async () => {
	await guide.stop();
	await simulator.stop();
});

const page = async (path = '/arrivals') => await (await fetch(guide.url + path)).text();
const stepsDone = async () =>
	[...(await page()).matchAll(/<li class="(done|ahead)"/g)].map(([, state]) => state === 'done');

describe('the guide of the demo', () => {
	it('leads to n8n and to the exchange, with what is typed there', async () => {
		const text = await page('/');
		for (const word of [
			'http://127.0.0.1:5678/workflow/1',
			'http://127.0.0.1:5678/workflow/2',
			`${simulator.pageUrl}/inbox`,
			simulator.person.username,
			simulator.person.password,
		]) {
			expect(text).toContain(word);
		}
	});

	it("lists what to type into credentials of one's own, each value with a button that copies it", async () => {
		const text = await page('/');
		const typed = [...text.matchAll(/<dt>([^<]+)<\/dt><dd>(?:<code>)?([^<]*)<\/(?:code|dd)>/g)].map(([, ...pair]) =>
			pair.join(': '),
		);
		expect(typed).toEqual(
			expect.arrayContaining([
				`Base URL: ${simulator.url}`,
				`Import URL: ${simulator.importUrl}`,
				`Password: ${simulator.accounts[0]?.password}`,
				'Host Name: 127.0.0.1',
				'SSL: off',
				'Virtual Host: acme',
				'User Name: reader',
				'Queue: parcel-status-7',
				'Port: 2525',
			]),
		);
		const switches = typed.filter((line) => /: (on|off)$/.test(line));
		expect(switches.length).toBeGreaterThan(0);
		expect(text.match(/data-copy="/g)?.length).toBe(typed.length - switches.length);
	});

	it('ticks the steps of the latest import, and none for what was there before', async () => {
		expect(await stepsDone()).toEqual([false, false, false]);
		const { shipment, sets } = simulator.life.importShipment({ sets: [{ setRef: 'S-1' }, { setRef: 'S-2' }] }, 'REF');
		expect(await stepsDone()).toEqual([true, false, false]);
		expect(await page()).toContain(`${simulator.pageUrl}/shipments/${shipment.shipmentId}`);
		for (const { setId } of sets) {
			expect(await stepsDone()).toEqual([true, false, false]);
			simulator.life.sign(setId);
			await simulator.life.authorize(setId, simulator.person);
		}
		expect(await stepsDone()).toEqual([true, true, false]);
		for (const { setId } of sets) await simulator.life.issue(setId, simulator.person);
		expect(await stepsDone()).toEqual([true, true, true]);
		simulator.life.importShipment({ sets: [{ setRef: 'S-3' }] }, 'REF-2');
		expect(await stepsDone()).toEqual([true, false, false]);
	});

	it('shows mails with their attachments, and the rows of the spreadsheet', async () => {
		const attachment = { fileName: 'B&L <1>.pdf', mimeType: 'application/pdf', bytes: Buffer.from('%PDF-1.4') };
		const active = { fileName: 'page.html', mimeType: 'text/html', bytes: Buffer.from('<script>') };
		mails.push({
			subject: 'Issued <b>',
			to: ['docs@example.com'],
			at: new Date('2022-05-13T08:09:10Z'),
			text: 'The documents are attached.',
			html: '',
			attachments: [attachment, active],
		});
		rows.push({
			parcelRef: 'SET-1',
			status: 'Issued',
			changedAt: '2022-05-12T10:20:30.000Z',
			changedBy: 'Ada',
			company: null,
		});
		const text = await page();
		for (const word of [
			'Issued &lt;b&gt;',
			'B&amp;L &lt;1&gt;.pdf',
			'docs@example.com',
			'2022-05-13 08:09:10',
			'SET-1',
			'2022-05-12 10:20:30',
		])
			expect(text).toContain(word);
		const file = await fetch(`${guide.url}/mails/0/0`);
		expect([file.headers.get('content-type'), await file.text()]).toEqual(['application/pdf', '%PDF-1.4']);
		expect((await fetch(`${guide.url}/mails/0/1`)).headers.get('content-type')).toBe('application/octet-stream');
		expect((await fetch(`${guide.url}/mails/1/0`)).status).toBe(404);
		expect(text).not.toContain('Show the email');
	});

	it('shows a mail with a button as its own page, without its scripts', async () => {
		const html = '<a href="http://127.0.0.1:5678/webhook-waiting/1">Approve</a><script>alert(1)</script>';
		mails.push({
			subject: 'Please approve',
			to: ['boss@example.com'],
			at: new Date(),
			text: '',
			html,
			attachments: [],
		});
		expect(await page()).toContain('<a href="/mails/0"');
		const mail = await fetch(`${guide.url}/mails/0`);
		expect(await mail.text()).toBe(html);
		expect(mail.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/);
		expect((await fetch(`${guide.url}/mails/1`)).status).toBe(404);
	});

	it('has n8n import a shipment when its own button asks, not when another site does', async () => {
		const press = async (headers: Record<string, string>) =>
			(await fetch(`${guide.url}/import`, { method: 'POST', body: new URLSearchParams(), headers, redirect: 'manual' }))
				.status;
		expect(await press({ origin: 'https://elsewhere.example' })).toBe(403);
		expect(imports).toBe(0);
		expect(await press({ origin: guide.url })).toBe(303);
		expect(imports).toBe(1);
	});
});
