import { request } from 'node:http';
import { startSimulator, type Simulator } from '../../simulator';
import { readMessage } from './caller';
import { fullShipment } from '../fixtures/shipment';
import { loggedIn, visitorOf, type Visitor } from './visitor';

let simulator: Simulator;
let visitor: Visitor;
beforeEach(async () => {
	simulator = await startSimulator();
	visitor = await loggedIn(simulator);
});
afterEach(() => simulator.stop());

const events = () => simulator.messages.map((message) => readMessage(message).newStatus);

function importShipment(): { path: string; setIds: string[] } {
	const { shipment, sets } = simulator.life.importShipment(fullShipment, 'REF-7');
	return { path: `/shipments/${shipment.shipmentId}`, setIds: sets.map(({ setId }) => setId) };
}

describe('the login', () => {
	it('is required by every page, and leads to the requested page', async () => {
		const stranger = visitorOf(simulator);
		for (const path of ['/inbox', '/filed', '/faults', importShipment().path]) {
			expect((await stranger.open(path)).location).toBe(`/app/login?next=${encodeURIComponent(path)}`);
		}
		const entered = await stranger.post('/login', { ...simulator.person, next: '/filed' });
		expect(entered.location).toBe('/app/filed');
		expect((await stranger.open('/filed')).status).toBe(200);
	});

	it('hides its cookie from scripts and other sites', async () => {
		const { headers } = await visitorOf(simulator).post('/login', simulator.person);
		expect(headers.get('set-cookie')).toMatch(/^exchange_session=\S{32}; Path=\/app; HttpOnly; SameSite=Lax$/);
	});

	it.each([
		['a wrong password', { username: 'ada.lindgren@meridian.example', password: 'wrong' }, 'not correct'],
		['a user for programs', { username: 'api@meridian.example', password: 'sailing-Ships:42' }, 'for programs'],
	])('rejects %s', async (_who, fields, words) => {
		const stranger = visitorOf(simulator);
		const { status, text } = await stranger.post('/login', fields);
		expect([status, stranger.cookie]).toEqual([403, '']);
		expect(text).toContain(words);
		expect(text).not.toContain(fields.password);
	});

	it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', ''])(
		'never leads to another site: %j',
		async (next) => {
			const { location } = await visitorOf(simulator).post('/login', { ...simulator.person, next });
			expect(location).toBe('/app/inbox');
		},
	);

	it('ends with Log out', async () => {
		const { cookie } = visitor;
		await visitor.post('/logout');
		const response = await fetch(`${simulator.pageUrl}/inbox`, { headers: { cookie }, redirect: 'manual' });
		expect(response.status).toBe(303);
	});
});

describe('the lists', () => {
	it('move a shipment from Inbox to Filed when all its sets are issued', async () => {
		const { path, setIds } = importShipment();
		const shows = async (list: string) => (await visitor.open(list)).text.includes(`href="/app${path}"`);
		expect([await shows('/inbox'), await shows('/filed')]).toEqual([true, false]);
		for (const [index, setId] of setIds.entries()) {
			simulator.life.sign(setId);
			await simulator.life.authorize(setId, simulator.person);
			await simulator.life.issue(setId, simulator.person);
			expect(await shows('/filed')).toBe(index === setIds.length - 1);
		}
		expect(await shows('/inbox')).toBe(false);
	});

	it('show a company only its own shipments', async () => {
		const stranger = simulator.store.counterparties.all()[2]?.customerId ?? '';
		const set = simulator.store.addSet({ transaction: { customerId: stranger, visibleTo: [stranger] } });
		expect((await visitor.open('/inbox')).text).not.toContain(set.shipmentRef);
		expect((await visitor.open(`/shipments/${set.shipmentId}`)).status).toBe(404);
		expect((await visitor.post(`/sets/${set.setId}/approve-draft`)).status).toBe(404);
		expect(events()).toEqual([]);
	});

	it('mark shipments that were imported under the same reference, and name no missing consignee', async () => {
		for (const setRef of ['A', 'B'])
			simulator.life.importShipment({ shipmentReference: `SHIP-${setRef}`, sets: [{ setRef }] }, 'MYIMPORT-1');
		const { text } = await visitor.open('/inbox');
		expect(text.match(/Imported more than once/g)).toHaveLength(2);
		expect(text).not.toMatch(/<small>to\s*<\/small>/);
	});
});

describe('the review of a shipment', () => {
	it('shows all that was imported', async () => {
		const { text } = await visitor.open(importShipment().path);
		const words = [
			...[
				'BL-0101-1',
				'SET-0101-2',
				'Example Brokers Pte',
				'1 Quay Street',
				'EXAU1000003',
				'SL123457',
				'Example Agencies',
			],
			...['Basic ocean freight', '1250.5', '402E', 'LOT 7', 'CARTONS', '24,000.500 kg'],
		];
		for (const word of words) expect(text).toContain(word);
	});

	it('shows a PDF in the page and offers it as a file, with the bytes of the service', async () => {
		const { path, setIds } = importShipment();
		const [document] = simulator.store.documentsOfSet(setIds[0] ?? '');
		const address = `/documents/${setIds[0] ?? ''}/${document?.documentId ?? ''}`;
		expect((await visitor.open(path)).text).toContain(`src="/app${address}#`);
		const shown = await visitor.open(address);
		expect(shown.headers.get('content-disposition')).toMatch(/^inline; filename="Bill of Lading\.pdf"/);
		expect(shown.text).toMatch(/^%PDF-/);
		const saved = await visitor.open(`${address}?download=1`);
		expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
		expect(saved.text).toBe(shown.text);
	});

	it('escapes every text of an import', async () => {
		const evil = '"><script>alert(1)</script>';
		const sets = [{ setRef: evil, blNumber: evil, blDocumentName: evil, shipper: { name: evil, address: evil } }];
		const { shipment } = simulator.life.importShipment({ shipmentReference: evil, voyageReference: evil, sets }, evil);
		for (const path of ['/inbox', `/shipments/${shipment.shipmentId}`]) {
			const { text } = await visitor.open(path);
			expect(text).toContain('&lt;script&gt;alert(1)');
			expect(text).not.toContain('<script>alert');
		}
	});

	it('answers 404 with an explanation for a shipment that does not exist', async () => {
		const { status, text } = await visitor.open('/shipments/nothing');
		expect([status, text.includes('There is no such shipment')]).toEqual([404, true]);
	});
});

describe('a request that a browser sends', () => {
	/** The status of the response to a page, requested with these headers. */
	const statusFor = (headers: Record<string, string>) =>
		new Promise<number | undefined>((resolve, reject) => {
			const sent = request(`${simulator.pageUrl}/login`, { headers }, (response) => {
				response.resume();
				resolve(response.statusCode);
			});
			sent.on('error', reject).end();
		});

	it.each([
		['a page of another site', { origin: 'https://elsewhere.example' }],
		['a page without an origin', { origin: 'null' }],
		['a name that another site points at this computer', { host: 'elsewhere.example' }],
		['such a name with the right port', { host: 'elsewhere.example:8080', origin: 'http://elsewhere.example:8080' }],
	])('is rejected from %s', async (_who, headers) => {
		expect(await statusFor(headers)).toBe(403);
	});

	it.each(['localhost:8080', '127.0.0.1', '[::1]:8080', '192.168.0.7:8080'])(
		'the page is served at the address %s',
		async (host) => {
			expect(await statusFor({ host })).toBe(200);
			expect(await statusFor({ host, origin: `http://${host}` })).toBe(200);
		},
	);
});

describe('forms', () => {
	it('are rejected if another site sends them', async () => {
		const { path, setIds } = importShipment();
		for (const origin of ['https://elsewhere.example', 'null']) {
			expect((await visitor.post(`${path}/sign`, {}, { origin })).status).toBe(403);
		}
		expect(simulator.store.sets.get(setIds[0] ?? '')?.stage).toBe('Imported');
		const { origin } = new URL(simulator.url);
		expect((await visitor.post(`${path}/sign`, {}, { origin })).status).toBe(303);
	});

	it('do not affect the service: it still accepts no forms and requires a token', async () => {
		const body = new URLSearchParams({ status: 'ACTIVE' });
		const response = await fetch(`${simulator.url}/v3/common/sets/search`, {
			method: 'POST',
			body,
			headers: { cookie: visitor.cookie },
		});
		expect(response.status).toBe(401);
	});
});
