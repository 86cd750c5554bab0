import { parseCredential, searchPages } from '../../nodes/CargoExchange/exchange/client';
import { readSearch } from '../../nodes/CargoExchange/schemas/search';
import { searchReply, searchRow } from '../../test/fixtures/searchReply';
import { barOf, median, race } from './measure';
import type { Comparison } from './results';

const total = 100_000;
const pageSize = 100;

/** A page of rows with IDs of their own, as the service sends it. */
function replyText(page: number): string {
	const offset = page * pageSize;
	const results = Array.from({ length: pageSize }, (_, index) => {
		const digits = String(offset + index).padStart(12, '0');
		return {
			...searchRow,
			setId: `01234567-89ab-cdef-0123-${digits}`,
			transactionId: `01234567-89ab-cdef-0124-${digits}`,
		};
	});
	return JSON.stringify(searchReply({ offset, limit: pageSize, total, count: pageSize, results }));
}

/** 100,000 results in pages of 100: the cost of parsing and validation in addition to JSON.parse, in CPU time. */
export async function measureReading(rounds: number): Promise<Comparison> {
	const texts = Array.from({ length: total / pageSize }, (_, page) => replyText(page));
	const service = {
		specifics: { ...parseCredential({}).specifics, pageSize },
		search(_request: object, { offset }: { offset: number }) {
			const reading = readSearch(JSON.parse(texts[offset / pageSize] ?? ''));
			if (reading.kind !== 'page') throw new Error('The measurement makes pages that cannot be read');
			return Promise.resolve(reading.page);
		},
	};
	const readPages = async () => {
		let found = 0;
		for await (const { rows } of searchPages(service, {})) found += rows.length;
		if (found !== total) throw new Error(`${found} of ${total} rows`);
	};
	const names = {
		parsing: 'JSON.parse alone',
		reading: 'with parsing and validation',
		paging: 'with paging and removal of duplicates',
	};
	const costs = await race(
		[
			{
				name: names.parsing,
				run: () => {
					texts.forEach((text) => void JSON.parse(text));
				},
			},
			{
				name: names.reading,
				run: () => {
					texts.forEach((text) => void readSearch(JSON.parse(text)));
				},
			},
			{ name: names.paging, run: readPages },
		],
		rounds,
	);
	const times = (name: string) => costs.get(name)?.map(({ processorMs }) => processorMs) ?? [];
	const perParse = (name: string) => (median(times(name)) / median(times(names.parsing))).toFixed(2);
	return {
		id: 'search-reading',
		title: 'Reading search results',
		how: 'CPU time for 100,000 results in pages of 100',
		unit: 'ms',
		better: 'less',
		bars: [...costs.keys()].map((name) => barOf(name, times(name))),
		versions: {},
		notes: [
			`parsing and validation: ×${perParse(names.reading)} of JSON.parse`,
			`with paging and removal of duplicates: ×${perParse(names.paging)}`,
		],
	};
}
