import { request, type IncomingMessage } from 'node:http';

import { startSimulator, type Fault, type Simulator } from '../../simulator';
import { until } from '../helpers/until';
import { errorMessage, logIn, type Caller } from './caller';

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

/** A response as a plain socket receives it, and whether it was complete. */
async function raw(): Promise<{
	status: number;
	headers: IncomingMessage['headers'];
	bytes: Buffer;
	complete: boolean;
}> {
	const address = `${simulator.url}/v3/common/sets/${pdf.setId}/get-single-pdf/${pdf.documentId}`;
	return await new Promise((resolve, reject) => {
		const sent = request(address, { headers: { authorization: `Bearer ${caller.token}` } }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('error', () => undefined);
			response.on('close', () => {
				const { statusCode = 0, headers, complete } = response;
				resolve({ status: statusCode, headers, bytes: Buffer.concat(chunks), complete });
			});
		});
		sent.on('error', reject);
		sent.end();
	});
}

describe('a planned fault', () => {
	it('applies to the next matching request only', async () => {
		plan({ kind: 'status', status: 500 });
		expect((await caller.get('/v3/common/counterparties')).status).toBe(200);
		expect([(await raw()).status, (await raw()).status]).toEqual([500, 200]);
	});

	it('can skip requests first, apply to several, and be limited to a method', async () => {
		simulator.faults.next({ match: { method: 'get' }, fault: { kind: 'status', status: 503 }, after: 1, times: 2 });
		expect((await caller.search({ customerIds: [simulator.customerId] })).status).toBe(200);
		const statuses = [];
		for (let round = 0; round < 4; round++) statuses.push((await caller.get('/v3/common/counterparties')).status);
		expect(statuses).toEqual([200, 503, 503, 200]);
	});

	it('can apply until it is cleared', async () => {
		simulator.faults.next({ fault: { kind: 'status', status: 401 }, times: Infinity });
		for (let round = 0; round < 3; round++) expect((await raw()).status).toBe(401);
		simulator.faults.clear();
		expect((await raw()).status).toBe(200);
	});

	it('shows in the record of requests', async () => {
		plan({ kind: 'status', status: 502 });
		await raw();
		expect(simulator.requests.at(-1)).toMatchObject({ status: 502 });
	});
});

describe('faults that replace the response', () => {
	it('have the service’s message', async () => {
		plan({ kind: 'status', status: 403, message: 'Access denied' });
		expect(await errorMessage(await caller.pdf(pdf))).toBe('Access denied');
	});

	it.each([
		['an HTML page', { kind: 'status', status: 500, body: 'html' }, 500, 'text/html', /^<!DOCTYPE html>/],
		['no body', { kind: 'status', status: 502, body: 'empty' }, 502, '', /^$/],
		['HTML with 200', { kind: 'html' }, 200, 'text/html', /^<!DOCTYPE html>/],
		['JSON with 200', { kind: 'json' }, 200, 'application/json', /^{"errorMessage"/],
		['nothing with 200', { kind: 'emptyBody' }, 200, '', /^$/],
		['this many bytes', { kind: 'largeBody', bytes: 200_000 }, 200, 'application/octet-stream', /^x{200000}$/],
	] satisfies [string, Fault, number, string, RegExp][])('give %s', async (_what, fault, status, type, body) => {
		plan(fault);
		const response = await raw();
		expect(response.status).toBe(status);
		expect(response.headers['content-type'] ?? '').toContain(type);
		expect(response.bytes.toString()).toMatch(body);
		expect(response.complete).toBe(true);
	});

	it.each([7, 'Fri, 20 Nov 2026 10:00:00 GMT'])('carry Retry-After: %s', async (retryAfter) => {
		plan({ kind: 'status', status: 429, retryAfter });
		expect((await raw()).headers['retry-after']).toBe(String(retryAfter));
	});

	it('redirect to another address', async () => {
		plan({ kind: 'redirect', to: 'http://127.0.0.1:9/elsewhere' });
		expect(await raw()).toMatchObject({ status: 302, headers: { location: 'http://127.0.0.1:9/elsewhere' } });
	});
});

describe('faults of the connection', () => {
	it('close it before the response', async () => {
		plan({ kind: 'resetBeforeHeaders' });
		await expect(raw()).rejects.toThrow();
	});

	it.each([
		[false, 0],
		[true, 1],
	])('close it before the response to an import; carried out: %s', async (processed, shipments) => {
		const before = simulator.store.shipments.size;
		simulator.faults.next({ match: { path: /shipments/ }, fault: { kind: 'resetBeforeHeaders', processed } });
		await expect(caller.import({ sets: [{}] })).rejects.toThrow();
		expect(simulator.store.shipments.size - before).toBe(shipments);
	});

	it('reset it during the body', async () => {
		plan({ kind: 'resetDuringBody' });
		const { status, bytes, complete } = await raw();
		expect([status, bytes.length, complete]).toEqual([200, Math.floor(pdf.bytes.length / 2), false]);
	});

	it('end the body early', async () => {
		plan({ kind: 'truncated' });
		const { headers, bytes, complete } = await raw();
		expect([Number(headers['content-length']), bytes.length, complete]).toEqual([
			pdf.bytes.length,
			Math.floor(pdf.bytes.length / 2),
			false,
		]);
	});

	it('announce a length that is too large', async () => {
		plan({ kind: 'wrongLength', contentLength: pdf.bytes.length + 5 });
		const { bytes, complete } = await raw();
		expect([bytes.length, complete]).toEqual([pdf.bytes.length, false]);
	});

	it('delay the headers', async () => {
		plan({ kind: 'slowHeaders', delayMs: 300 });
		const began = performance.now();
		expect((await raw()).bytes.equals(pdf.bytes)).toBe(true);
		expect(performance.now() - began).toBeGreaterThan(250);
	});

	it('delay a body that is complete in the end', async () => {
		plan({ kind: 'slowBody', delayMs: 100 });
		const began = performance.now();
		expect((await raw()).bytes.equals(pdf.bytes)).toBe(true);
		expect(performance.now() - began).toBeGreaterThan(250);
	});

	it('do not prevent the exchange from stopping while a response is delayed', async () => {
		plan({ kind: 'slowHeaders', delayMs: 3_600_000 });
		const held = expect(raw()).rejects.toThrow();
		await until(() => simulator.requests.some(({ path }) => path.includes('get-single-pdf')));
		await simulator.stop();
		await held;
		simulator = await startSimulator();
	});
});

describe('other encodings of the same response', () => {
	it('is gzip', async () => {
		plan({ kind: 'gzip' });
		const response = await caller.pdf(pdf);
		expect(response.headers.get('content-encoding')).toBe('gzip');
		expect(Buffer.from(await response.arrayBuffer()).equals(pdf.bytes)).toBe(true);
	});

	it('is a body of unknown length', async () => {
		plan({ kind: 'chunked' });
		const { headers, bytes, complete } = await raw();
		expect(headers['content-length']).toBeUndefined();
		expect(headers['transfer-encoding']).toBe('chunked');
		expect(bytes.equals(pdf.bytes) && complete).toBe(true);
	});
});

describe('faults of the search', () => {
	it('report in the envelope what HTTP does not', async () => {
		simulator.faults.next({ fault: { kind: 'envelope', code: 500, status: 'INTERNAL_SERVER_ERROR' } });
		const response = await caller.search({ customerIds: [simulator.customerId] });
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({ code: 500, status: 'INTERNAL_SERVER_ERROR', data: null, links: [] });
	});

	it('return the first page again', async () => {
		for (let number = 0; number < 3; number++) simulator.store.addSet();
		simulator.faults.next({ fault: { kind: 'pagingIgnored' } });
		expect(await caller.found({}, '?offset=2&limit=2')).toMatchObject({ offset: 0, limit: 2, count: 2, total: 4 });
		expect(await caller.found({}, '?offset=2&limit=2')).toMatchObject({ offset: 2 });
	});
});
