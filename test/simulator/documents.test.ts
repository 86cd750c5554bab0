import { inflateSync } from 'node:zlib';

import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator';
import { errorMessage, logIn, type Caller } from './caller';

let simulator: Simulator;
let caller: Caller;
const start = async (options: SimulatorOptions = {}) => {
	simulator = await startSimulator({ seed: 'empty', ...options });
	caller = await logIn(simulator);
};
afterEach(() => simulator.stop());

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** The text of the page: pdfkit compresses the page's operators and writes their text in hexadecimal. */
function wordsIn(pdf: Buffer): string {
	let words = '';
	for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
		if (pdf.subarray(at - 3, at).toString() === 'end') continue;
		const orders = inflateSync(pdf.subarray(at + 7, pdf.indexOf('\nendstream', at))).toString('latin1');
		for (const line of orders.matchAll(/\[(.*)\] TJ/g)) {
			for (const [, hex] of (line[1] ?? '').matchAll(/<([0-9a-f]+)>/g))
				words += Buffer.from(hex ?? '', 'hex').toString('latin1');
			words += '\n';
		}
	}
	return words;
}

describe('a single PDF', () => {
	it('is a complete PDF with the data of the set', async () => {
		await start();
		const set = simulator.store.addSet({
			cargoName: 'Lemons, fresh',
			blNumber: 'MOLU7788',
			vesselName: 'Meridian Aurora',
		});
		const document = simulator.store.addDocument({ setId: set.setId });
		const response = await caller.pdf(document);
		const pdf = await bytesOf(response);
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe('application/pdf');
		expect(response.headers.get('content-disposition')).toBe('attachment; filename="Bill of Lading.pdf"');
		expect(Number(response.headers.get('content-length'))).toBe(pdf.length);
		expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
		expect(pdf.subarray(-6).toString()).toBe('%%EOF\n');
		const words = wordsIn(pdf);
		for (const text of ['Bill of Lading', 'Lemons, fresh', 'MOLU7788', 'Meridian Aurora', set.setId])
			expect(words).toContain(text);
	});

	it('is marked ORIGINAL for the title holder, and COPY for everyone else or if a copy is requested', async () => {
		await start();
		const other = simulator.store.addCounterparty('Harbour Bank').customerId;
		const { setId } = simulator.store.addSet();
		const document = simulator.store.addDocument({ setId });
		const mark = async (query: string) => {
			const words = wordsIn(await bytesOf(await caller.pdf(document, query))).split('\n');
			return words.filter((word) => word === 'ORIGINAL' || word === 'COPY');
		};
		expect(await mark('')).toEqual([]);
		expect(await mark(`?customerId=${simulator.customerId}`)).toEqual(['ORIGINAL']);
		expect(await mark(`?customerId=${other}`)).toEqual(['COPY']);
		expect(await mark(`?customerId=${simulator.customerId}&copy=true`)).toEqual(['COPY']);
		expect(await mark('?copy=true')).toEqual(['COPY']);
	});

	it('has a correct cross-reference table in a synthetic one of any size', async () => {
		await start();
		const { setId } = simulator.store.addSet();
		for (const size of [505, 999, 1_000, 9_999, 10_000]) {
			const document = simulator.store.addDocument({ setId, bytes: size });
			const pdf = (await bytesOf(await caller.pdf(document))).toString('latin1');
			expect(pdf.indexOf('xref\n')).toBe(Number(/startxref\n(\d+)/.exec(pdf)?.[1]));
			const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
			expect(offsets.map((offset) => pdf.slice(offset, offset + 7))).toEqual(['1 0 obj', '2 0 obj', '3 0 obj']);
		}
	});

	it('has a question mark for each letter that its fonts lack', async () => {
		await start();
		const { setId } = simulator.store.addSet({ cargoName: 'Zürich – Łódź 茶' });
		expect(wordsIn(await bytesOf(await caller.pdf(simulator.store.addDocument({ setId }))))).toContain('?ód? ?');
	});

	it('has a file name beyond ASCII in both forms of the header', async () => {
		await start();
		const { setId } = simulator.store.addSet();
		const response = await caller.pdf(simulator.store.addDocument({ setId, name: 'Konnossement Nº "7".pdf' }));
		expect(response.headers.get('content-disposition')).toBe(
			`attachment; filename="Konnossement N? \\"7\\".pdf"; filename*=UTF-8''Konnossement%20N%C2%BA%20%227%22.pdf`,
		);
	});

	it('is answered with an error if the IDs do not belong together', async () => {
		await start();
		const [mine, other] = [simulator.store.addSet(), simulator.store.addSet()];
		const { documentId } = simulator.store.addDocument({ setId: mine.setId });
		const unknown = '00000000-0000-4000-8000-000000000000';
		const statuses = [
			await caller.pdf({ setId: 'abc', documentId }),
			await caller.pdf({ setId: unknown, documentId }),
			await caller.pdf({ setId: mine.setId, documentId: unknown }),
			await caller.pdf({ setId: other.setId, documentId }),
			await caller.pdf({ setId: mine.setId, documentId }, '?customerId=abc'),
		];
		expect(statuses.map(({ status }) => status)).toEqual([400, 404, 404, 404, 400]);
		for (const response of statuses) expect(await errorMessage(response)).not.toBe('');
	});
});
