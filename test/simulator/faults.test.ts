import { startSimulator, type Fault, type Simulator } from '../../simulator';
import { until } from '../helpers/until';
import { logIn, type Caller } from './caller';

let simulator: Simulator;
let caller: Caller;
let pdf: { setId: string; documentId: string; bytes: Buffer };
beforeEach(async () => {
	simulator = await startSimulator({ seed: 'empty' });
	caller = await logIn(simulator);
	const { setId } = simulator.store.addSet();
	const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(100_000, 'cargo')]);
	pdf = { ...simulator.store.addDocument({ setId, bytes }), bytes };
});
afterEach(() => simulator.stop());

const plan = (fault: Fault) => {
	simulator.faults.next({ match: { path: /get-single-pdf/ }, fault });
};

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** The client's tests show what the other faults do. After these, the client has nothing to report. */
describe('a planned fault', () => {
	it('can skip requests first, apply to several, and be limited to a method', async () => {
		simulator.faults.next({ match: { method: 'get' }, fault: { kind: 'status', status: 503 }, after: 1, times: 2 });
		expect((await caller.search({ customerIds: [simulator.customerId] })).status).toBe(200);
		const statuses = [];
		for (let round = 0; round < 4; round++) statuses.push((await caller.get('/v3/common/counterparties')).status);
		expect(statuses).toEqual([200, 503, 503, 200]);
	});

	it.each([
		[false, 0],
		[true, 1],
	])('closes the connection before the response to an import; carried out: %s', async (processed, shipments) => {
		const before = simulator.store.shipments.size;
		simulator.faults.next({ match: { path: /shipments/ }, fault: { kind: 'resetBeforeHeaders', processed } });
		await expect(caller.import({ sets: [{}] })).rejects.toThrow();
		expect(simulator.store.shipments.size - before).toBe(shipments);
	});

	it('delays a body that is complete in the end', async () => {
		plan({ kind: 'slowBody', delayMs: 100 });
		const began = performance.now();
		expect((await bytesOf(await caller.pdf(pdf))).equals(pdf.bytes)).toBe(true);
		expect(performance.now() - began).toBeGreaterThan(250);
	});

	it('does not prevent the exchange from stopping while a response is delayed', async () => {
		plan({ kind: 'slowHeaders', delayMs: 3_600_000 });
		const held = expect(caller.pdf(pdf)).rejects.toThrow();
		await until(() => simulator.requests.some(({ path }) => path.includes('get-single-pdf')));
		await simulator.stop();
		await held;
		simulator = await startSimulator();
	});

	it('compresses the response', async () => {
		plan({ kind: 'gzip' });
		const response = await caller.pdf(pdf);
		expect(response.headers.get('content-encoding')).toBe('gzip');
		expect((await bytesOf(response)).equals(pdf.bytes)).toBe(true);
	});

	it('leaves out the length of the response', async () => {
		plan({ kind: 'chunked' });
		const response = await caller.pdf(pdf);
		expect(response.headers.get('content-length')).toBeNull();
		expect((await bytesOf(response)).equals(pdf.bytes)).toBe(true);
	});
});
