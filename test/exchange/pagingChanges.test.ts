import type { ExchangeClient } from '../../nodes/CargoExchange/exchange/client';
import type { SearchPage, SetRow } from '../../nodes/CargoExchange/schemas/search';
import { collect, pages } from '../helpers/pages';

describe('paging while sets change', () => {
	const setId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
	const rowsOf = (...numbers: number[]): SetRow[] => numbers.map((n) => ({ setId: setId(n), transactionId: 't' }));

	/** A service that gives these pages, one after the other, and then empty ones. */
	function giving(...given: Partial<SearchPage>[]) {
		const asked: number[] = [];
		const search: ExchangeClient['search'] = (_request, { offset }) => {
			asked.push(offset);
			return Promise.resolve({
				offset,
				limit: null,
				total: null,
				count: null,
				results: [],
				empty: 0,
				...given[asked.length - 1],
			});
		};
		return { search, asked };
	}
	const settings = { pageSize: 3 };
	const numbers = (rows: SetRow[]) => rows.map((row) => Number(row.setId.slice(-12)));

	it('leaves out a row that comes twice and counts it', async () => {
		const service = giving({ total: 5, results: rowsOf(1, 2, 3) }, { total: 6, results: rowsOf(3, 4, 5) });
		const { rows, notices } = await collect(service, settings);
		expect(numbers(rows)).toEqual([1, 2, 3, 4, 5]);
		expect(notices).toEqual(['One result arrived twice and was left out, because the sets changed during the search.']);
		// A row that came twice may have taken the place of another.
		expect(service.asked).toEqual([0, 3, 6]);
	});

	it('finds the last row of a service that counts its offsets from 1', async () => {
		const all = rowsOf(1, 2, 3, 4, 5, 6);
		const search: ExchangeClient['search'] = (_request, { offset, limit }) => {
			const results = all.slice(Math.max(0, offset - 1)).slice(0, limit);
			return Promise.resolve({ offset, limit, total: all.length, count: results.length, results, empty: 0 });
		};
		expect(numbers((await collect({ search }, settings)).rows)).toEqual([1, 2, 3, 4, 5, 6]);
	});

	it('stops when nothing comes after a full page: rows are missing', async () => {
		const service = giving({ total: 9, results: rowsOf(1, 2, 3) }, { total: 9, results: [] });
		await expect(collect(service, settings)).rejects.toMatchObject({
			message: 'The exchange reports 9 sets, but sends only the first 3',
			description: expect.stringContaining('a limit of at most 3') as string,
		});
		expect(
			numbers((await collect(giving({ total: 9, results: rowsOf(1, 2, 3) }), { ...settings, limit: 3 })).rows),
		).toEqual([1, 2, 3]);
	});

	it('stops before rows come twice when the service itself says that a page began elsewhere', async () => {
		const rows: SetRow[] = [];
		const service = giving({ total: 9, results: rowsOf(1, 2, 3) }, { offset: 0, total: 9, results: rowsOf(1, 2, 4) });
		const search = (async () => {
			for await (const row of pages(service, {}, settings)) rows.push(row);
		})();
		await expect(search).rejects.toMatchObject({ name: 'UnexpectedResponse', field: 'data.offset' });
		expect(numbers(rows)).toEqual([1, 2, 3]);
	});

	it('lets a service count its offsets in another way as long as the rows are new', async () => {
		const service = giving(
			{ offset: 0, total: 6, results: rowsOf(1, 2, 3) },
			{ offset: 1, total: 6, results: rowsOf(4, 5, 6) },
		);
		const { rows, notices } = await collect(service, settings);
		expect(numbers(rows)).toEqual([1, 2, 3, 4, 5, 6]);
		expect(notices).toEqual([]);
	});

	it('notices ignored paging by rows without an id as well', async () => {
		const nameless = [1, 2, 3].map((n) => ({ setId: '', parcelRef: `P-${n}` }));
		const service = giving({ total: 9, results: nameless }, { total: 9, results: nameless });
		await expect(collect(service, settings)).rejects.toMatchObject({ field: 'data.offset' });
	});

	it.each<[string, object, object]>([
		['of a set in two transactions', { setId: setId(1), transactionId: 'a' }, { setId: setId(1), transactionId: 'b' }],
		['of a set without a transaction that differ', { setId: setId(1) }, { setId: setId(1), status: 'issued' }],
		['without an ID', { setId: '', transactionId: null }, { setId: '', transactionId: null }],
	])('keeps both rows %s', async (_which, ...twice) => {
		const results = twice.map((row) => ({ setId: '', ...row }));
		expect(await collect(giving({ total: 2, results }), settings)).toMatchObject({ rows: results, notices: [] });
	});

	/** A service with these sets, of which some leave, or new ones come in front, before each further page. */
	function changing(count: number, change: (sets: SetRow[], page: number) => void) {
		const sets = rowsOf(...Array.from({ length: count }, (_, n) => n + 1));
		const asked: number[] = [];
		const search: ExchangeClient['search'] = (_request, { offset, limit }) => {
			if (asked.length > 0) change(sets, asked.length);
			asked.push(offset);
			const results = sets.slice(offset, offset + limit);
			return Promise.resolve({ offset, limit, total: sets.length, count: results.length, results, empty: 0 });
		};
		return { search, asked, sets };
	}

	// Where sets leave after each page, and how many.
	it.each([
		['the first of four after the first page', 4, 2, '0:1'],
		['40 of 100 after the first page', 100, 20, '0:40'],
		['some after each page', 50, 10, '0:3 5:4 0:1 2:6 0:2'],
		['all but the last', 9, 3, '0:8'],
		['the last ones', 9, 3, '6:3'],
		['one after another', 12, 3, '0:1 0:1 0:1 0:1 0:1 0:1 0:1'],
	])('loses no set that stays when others leave: %s', async (_what, count, pageSize, leaving) => {
		const steps = leaving.split(' ').map((step) => step.split(':').map(Number));
		const service = changing(count, (sets, page) => {
			const [from = 0, many = 0] = steps[page - 1] ?? [];
			sets.splice(from, many);
		});
		const { rows, notices } = await collect(service, { pageSize });
		expect(numbers(rows)).toEqual(expect.arrayContaining(numbers(service.sets)));
		expect(new Set(numbers(rows)).size).toBe(rows.length);
		expect(notices).toEqual([]);
		expect(service.asked.every((offset) => offset % pageSize === 0)).toBe(true);
	});

	it('says that a set may be missing if as many came before as left', async () => {
		const service = changing(6, (sets, page) => {
			if (page === 1) sets.push(...rowsOf(7, 8));
			if (page === 2) sets.splice(0, 2);
		});
		const { notices } = await collect(service, { pageSize: 2 });
		expect(notices).toEqual([expect.stringContaining('a set may be missing')]);
	});

	it('ends although replicas of the service count differently for ever', async () => {
		const all = rowsOf(...Array.from({ length: 100 }, (_, n) => n + 1));
		let asked = 0;
		const search: ExchangeClient['search'] = (_request, { offset, limit }) => {
			const results = all.slice(offset, offset + limit);
			return Promise.resolve({ offset, limit, total: asked++ % 2 ? 90 : 100, count: limit, results, empty: 0 });
		};
		expect(numbers((await collect({ search }, { pageSize: 10 })).rows)).toEqual(numbers(all));
		expect(asked).toBeLessThan(40);
	});

	it('counts empty rows, which are left out with a note', async () => {
		const service = giving({ total: 6, results: rowsOf(1, 2), empty: 1 }, { total: 6, results: rowsOf(4), empty: 2 });
		const { rows, notices } = await collect(service, settings);
		expect(numbers(rows)).toEqual([1, 2, 4]);
		expect(service.asked).toEqual([0, 3]);
		expect(notices).toEqual(['The exchange sent 3 empty results, which were left out.']);
	});

	it('takes a short first page without numbers for all if the service repeats it, and only then', async () => {
		const ignoring = giving({ results: rowsOf(1, 2) }, { results: rowsOf(1, 2) });
		expect(await collect(ignoring, settings)).toMatchObject({ rows: rowsOf(1, 2), notices: [] });
		const capping = giving({ results: rowsOf(1, 2) }, { results: rowsOf(3, 4) }, { results: rowsOf(5) });
		expect(numbers((await collect(capping, settings)).rows)).toEqual([1, 2, 3, 4, 5]);
		const full = giving({ results: rowsOf(1, 2, 3) }, { results: rowsOf(1, 2, 3) });
		await expect(collect(full, settings)).rejects.toMatchObject({ field: 'data.offset' });
	});

	it('believes the newest total: more rows than at first', async () => {
		const service = giving(
			{ total: 4, results: rowsOf(1, 2, 3) },
			{ total: 7, results: rowsOf(4, 5, 6) },
			{ total: 7, results: rowsOf(7) },
		);
		expect(numbers((await collect(service, settings)).rows)).toEqual([1, 2, 3, 4, 5, 6, 7]);
	});

	it('says so when fewer rows come than were counted', async () => {
		const { notices } = await collect(
			giving({ total: 9, results: rowsOf(1, 2, 3) }, { total: 9, results: rowsOf(4) }, { total: 9, results: [] }),
			settings,
		);
		expect(notices).toEqual([
			'The exchange reported 9 sets, but sent only 4 and then an empty page. If sets are missing, narrow the search.',
		]);
	});

	it('does not believe a total that is less than what came', async () => {
		const service = giving({ total: 0, results: rowsOf(1, 2, 3) }, { total: 0, results: rowsOf(4) });
		expect(numbers((await collect(service, settings)).rows)).toEqual([1, 2, 3, 4]);
		expect(service.asked).toEqual([0, 3, 4]);
	});

	it('pages without a total until an empty page, or one that does not fill the limit it names', async () => {
		const unlimited = giving({ results: rowsOf(1, 2, 3) }, { results: rowsOf(4) });
		expect(numbers((await collect(unlimited, settings)).rows)).toEqual([1, 2, 3, 4]);
		expect(unlimited.asked).toEqual([0, 3, 4]);
		const limited = giving({ limit: 3, results: rowsOf(1, 2, 3) }, { limit: 3, results: rowsOf(4) });
		await collect(limited, settings);
		expect(limited.asked).toEqual([0, 3]);
	});
});
