import { pages } from '../../nodes/CargoExchange/exchange/paging';
import { readSearch } from '../../nodes/CargoExchange/schemas/search';
import { median, processorMs, rangeOf } from './measure';
import type { Bar, Comparison } from './page';

const pageSize = 100;
const uuid = (kind: number, number: number) =>
	`${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** One reply as docs/service.md 2.4 to 2.6 shows it. */
function replyText(page: number, total: number): string {
	const results = Array.from({ length: pageSize }, (_, index) => {
		const number = page * pageSize + index;
		return {
			setId: uuid(1, number),
			transactionId: uuid(2, number),
			parcelRef: `PRCL-${number}`,
			shipmentRef: `SHIP-${number}`,
			status: 'issued',
			destinationName: 'Felixstowe',
			destinationCountry: 'United Kingdom',
			cargoName: 'Green coffee in bags',
			modifiedDate: '12 May 2022 14:05',
			fromParty: null,
			fromPartyId: null,
			documents: [{ name: `BL-${number}`, documentId: uuid(3, number), docType: 'Bill of Lading', xmlContent: null }],
			actions: null,
			billOfLadingDate: '2022-05-10',
			signature: '2 of 2',
			quantity: '19,200.000 KGM',
			consignorCompanyName: 'Consignor Ltd',
			consigneeCompanyName: 'Consignee Ltd',
			loadPort: 'Santos',
			vesselName: null,
			links: [],
		};
	});
	return JSON.stringify({
		code: 200,
		status: 'OK',
		data: { offset: page * pageSize, limit: pageSize, total, count: pageSize, results },
		links: [],
	});
}

/** 100,000 results in pages of 100: what reading and checking costs on top of JSON.parse, in processor time. */
export async function measureReading(rounds: number): Promise<Comparison> {
	const total = 100_000;
	const texts = Array.from({ length: total / pageSize }, (_, page) => replyText(page, total));
	const parsing: number[] = [];
	const reading: number[] = [];
	const paging: number[] = [];
	for (let round = -1; round < rounds; round++) {
		const parsed = costOf(() => {
			for (const text of texts) JSON.parse(text);
		});
		const read = costOf(() => {
			for (const text of texts) readSearch(JSON.parse(text));
		});
		const before = processorMs();
		let rows = 0;
		for await (const row of pages(
			serviceOf(texts),
			{},
			{ paging: { mode: 'query', offsetName: 'offset', limitName: 'limit' }, pageSize },
		)) {
			if (row.setId !== '') rows++;
		}
		if (rows !== total) throw new Error(`${rows} of ${total} rows`);
		const paged = processorMs() - before;
		if (round < 0) continue;
		parsing.push(parsed);
		reading.push(read);
		paging.push(paged);
	}
	const alone = median(parsing);
	const bar = (name: string, list: number[], ours: boolean): Bar => ({
		name,
		value: median(list),
		range: rangeOf(list),
		ours,
	});
	return {
		id: 'search-reading',
		title: 'Reading search results',
		how: '100,000 results in pages of 100: processor time',
		unit: 'ms',
		better: 'less',
		bars: [
			bar('JSON.parse alone', parsing, false),
			bar('with reading and checking', reading, true),
			bar('with paging as well: each set and transaction once', paging, true),
		],
		versions: {},
		notes: [
			`reading and checking: ×${(median(reading) / alone).toFixed(2)} of JSON.parse`,
			`with paging as well: ×${(median(paging) / alone).toFixed(2)}`,
		],
	};
}

/** Whether the memory held after many pages is more than after few, when only some rows are wanted. */
export async function measureHeldMemory(): Promise<Comparison> {
	const held = async (pagesBehind: number) => {
		const total = 1_000_000;
		const service = {
			search: (_request: object, { offset }: { offset: number }) => pageOf(replyText(offset / pageSize, total)),
		};
		const limit = pagesBehind * pageSize;
		const rows = pages(
			service,
			{},
			{ paging: { mode: 'query', offsetName: 'offset', limitName: 'limit' }, pageSize, limit },
		);
		globalThis.gc?.();
		const before = memoryHeld();
		for (let count = 0; count < limit - 1; count++) await rows.next();
		globalThis.gc?.();
		const after = memoryHeld();
		await rows.return();
		return (after - before) / 1e6;
	};
	await held(10);
	return {
		id: 'search-memory',
		title: 'Memory held while searching',
		how: 'Rows taken one by one from a search of 10,000 pages',
		unit: 'MB',
		better: 'less',
		bars: [
			{ name: 'after 10 pages', value: await held(10), ours: true },
			{ name: 'after 500 pages', value: await held(500), ours: true },
		],
		versions: {},
		notes: [],
	};
}

function serviceOf(texts: string[]) {
	return { search: (_request: object, { offset }: { offset: number }) => pageOf(texts[offset / pageSize] ?? '') };
}

function pageOf(text: string) {
	const reading = readSearch(JSON.parse(text));
	if (reading.kind !== 'page') throw new Error('The measurement makes pages that cannot be read');
	return Promise.resolve(reading.page);
}

function memoryHeld(): number {
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return heapUsed + arrayBuffers;
}

function costOf(work: () => void): number {
	const before = processorMs();
	work();
	return processorMs() - before;
}
