import { searchPages } from '../../nodes/CargoExchange/exchange/client';
import { readSearch } from '../../nodes/CargoExchange/schemas/search';
import { median, race, rangeOf } from './measure';
import type { Comparison } from './page';

/** Every row that a search finds. */
async function* pages(...search: Parameters<typeof searchPages>) {
	for await (const { rows } of searchPages(...search)) yield* rows;
}

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

/** 100,000 results in pages of 100: the cost of parsing and validation in addition to JSON.parse, in CPU time. */
export async function measureReading(rounds: number): Promise<Comparison> {
	const total = 100_000;
	const texts = Array.from({ length: total / pageSize }, (_, page) => replyText(page, total));
	const names = {
		parsing: 'JSON.parse alone',
		reading: 'with parsing and validation',
		paging: 'with paging and removal of duplicates',
	};
	const settings = { paging: { mode: 'query', offsetName: 'offset', limitName: 'limit' }, pageSize } as const;
	const costs = await race(
		[
			{
				name: names.parsing,
				run: () => {
					for (const text of texts) JSON.parse(text);
				},
			},
			{
				name: names.reading,
				run: () => {
					for (const text of texts) readSearch(JSON.parse(text));
				},
			},
			{
				name: names.paging,
				run: async () => {
					let rows = 0;
					for await (const page of searchPages(serviceOf(texts), {}, settings))
						for (const row of page.rows) if (row.setId !== '') rows++;
					if (rows !== total) throw new Error(`${rows} of ${total} rows`);
				},
			},
		],
		rounds,
	);
	const times = (name: string) => costs.get(name)?.rounds.map(({ processorMs }) => processorMs) ?? [];
	const perParse = (name: string) => (median(times(name)) / median(times(names.parsing))).toFixed(2);
	return {
		id: 'search-reading',
		title: 'Reading search results',
		how: 'CPU time for 100,000 results in pages of 100',
		unit: 'ms',
		better: 'less',
		bars: [...costs.keys()].map((name) => ({
			name,
			value: median(times(name)),
			range: rangeOf(times(name)),
			ours: name !== names.parsing,
		})),
		versions: {},
		notes: [
			`parsing and validation: ×${perParse(names.reading)} of JSON.parse`,
			`with paging and removal of duplicates: ×${perParse(names.paging)}`,
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
		title: 'Memory for large searches',
		how: 'Memory in use while results are read one at a time from a search with 10,000 pages',
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
