import { asReceived, readSearch, rowTexts } from '../../nodes/CargoExchange/schemas/search';
import { searchReply as reply, searchRow as row } from '../fixtures/searchReply';

const page = (results: unknown[], more: object = {}) =>
	reply({ offset: 0, limit: 100, total: 1, count: 1, results, ...more });

describe('a search response', () => {
	it('is read as specified, and a valid result is not copied', () => {
		const reading = readSearch(page([row]));
		expect(reading).toEqual({
			kind: 'page',
			status: 'OK',
			saysSuccess: true,
			page: { offset: 0, limit: 100, total: 1, count: 1, results: [row], empty: 0 },
		});
		expect(reading.kind === 'page' && reading.page.results[0]).toBe(row);
	});

	it('is read without the nulls among its results, which are counted', () => {
		expect(readSearch(page([null, row, null]))).toMatchObject({ page: { results: [row], empty: 2 } });
		expect(readSearch(page([null, 'x']))).toEqual({ kind: 'unlike', field: 'data.results[1]' });
	});

	it.each([
		'"__proto__":{"x":1}',
		'"more":[{"__proto__":{"x":1}}]',
		'"documents":[{"documentId":"d","__proto__":{"x":1}}]',
		`"more":${'[{"a":'.repeat(300)}1${'}]'.repeat(300)}`,
		`"documents":[{"documentId":"d","more":${'{"a":'.repeat(300)}1${'}'.repeat(300)}}]`,
	])('has no results that cannot be copied or stored, however they were sent: %s', (sent) => {
		const reading = readSearch(JSON.parse(`{"data":{"results":[{"setId":"s",${sent}}]}}`));
		const [read] = reading.kind === 'page' ? reading.page.results : [];
		for (const one of [read!, asReceived(read!)]) {
			const stored = JSON.stringify(one);
			expect(one.setId).toBe('s');
			expect(stored).not.toContain('__proto__');
			// The depth is text.
			expect(stored.includes('{\\"a\\":')).toBe(sent.length > 300);
		}
	});

	it('keeps unknown fields and unknown statuses', () => {
		const odd = { setId: 'x', status: 'sent_by_pigeon', colour: { r: 1 } };
		expect(readSearch(page([odd]))).toMatchObject({ page: { results: [odd] } });
	});

	it('accepts a code as text, no code, and numbers as text or missing', () => {
		expect(readSearch({ ...page([row]), code: '200' }).kind).toBe('page');
		expect(readSearch({ data: { results: [row] } })).toMatchObject({
			page: { offset: null, limit: null, total: null, count: null },
		});
		expect(readSearch(page([row], { total: '250', limit: -1 }))).toMatchObject({ page: { total: 250, limit: null } });
	});

	it('accepts null for an empty list if the total is 0', () => {
		expect(readSearch(reply({ total: 0, results: null }))).toMatchObject({ page: { results: [] } });
		expect(readSearch(reply({ total: 0, count: 0 }))).toMatchObject({ page: { results: [] } });
		expect(readSearch(reply({ total: 5, results: null }))).toEqual({ kind: 'unlike', field: 'data.results' });
	});

	it('reads nothing at all as no results if there is a status, which has to say that the search has succeeded', () => {
		for (const data of [null, {}]) {
			for (const status of ['OK', 'ERROR', 'Completed'])
				expect(readSearch({ code: 200, status, data })).toMatchObject({
					...{ kind: 'page', saysSuccess: status === 'OK', page: { results: [], total: 0 } },
				});
			expect(readSearch({ code: 200, data }).kind).toBe('unlike');
			expect(readSearch({ code: 200, status: 'OK', errors: ['no'], data }).kind).toBe('unlike');
		}
		expect(readSearch({ code: 200, status: 'OK' }).kind).toBe('unlike');
		expect(readSearch({ code: 200, status: 'OK', data: { rows: [row] } }).kind).toBe('unlike');
	});

	it.each([
		['a row without a set id', { setId: undefined }, { setId: '' }],
		['a number as set id', { setId: 12 }, { setId: '12' }],
		['other types', { quantity: 19_200, status: true }, { quantity: '19200', status: 'true' }],
		[
			'ids that are missing or numbers',
			{ documents: [{ documentId: 5 }, {}] },
			{ documents: [{ documentId: '5' }, { documentId: '' }] },
		],
		['documents that are no list', { documents: 'none' }, { documents: undefined }],
		['what is no document', { documents: [null, 'x', { documentId: 'd' }] }, { documents: [{ documentId: 'd' }] }],
		['ids of documents', { documents: [row.setId, 'x'] }, { documents: [{ documentId: row.setId }] }],
		['a document without a list', { documents: { documentId: 'd' } }, { documents: [{ documentId: 'd' }] }],
		['an object in place of documents', { documents: { count: 0 } }, { documents: undefined }],
	])('reads %s as far as possible, and keeps the original result', (_what, odd, read) => {
		const received = { ...row, ...odd };
		const reading = readSearch(page([row, received]));
		expect(reading).toMatchObject({ kind: 'page', page: { results: [row, { ...row, ...read }] } });
		expect(reading.kind === 'page' && reading.page.results.map(asReceived)).toEqual([row, received]);
	});

	it.each([
		['no object', [], 'body'],
		['null', null, 'body'],
		['another code than 200', reply({ results: [] }, { code: 202 }), 'code'],
		['a code that is no number', reply({ results: [] }, { code: 'DENIED' }), 'code'],
		['no data', { code: 200, status: 'OK' }, 'data'],
		['a success that is none', { ...page([]), success: false }, 'status'],
		['errors beside a code of success', { ...page([]), errors: ['No database'] }, 'status'],
		['data that is a list', reply([]), 'data'],
		['no results', reply({ offset: 0 }), 'data.results'],
		['results that are no list', reply({ results: {} }), 'data.results'],
		['a row that is no object', page([row, 'x']), 'data.results[1]'],
	])('with %s is reported with the field', (_what, body, field) => {
		expect(readSearch(body)).toEqual({ kind: 'unlike', field });
	});

	it.each([...rowTexts, 'setId', 'documents'])('is read with any type of value as %s', (name) => {
		for (const value of [undefined, null, 'text', '', 0, true, {}, [], [null], [{ documentId: 'd' }], [row.setId]]) {
			const received = { ...row, [name]: value };
			const reading = readSearch(page([received]));
			const [read] = reading.kind === 'page' ? reading.page.results : [];
			if (read === undefined) throw new Error(`${name} as ${JSON.stringify(value)} costs the page`);
			for (const field of rowTexts) expect(['string', 'undefined']).toContain(typeof (read[field] ?? undefined));
			expect(typeof read.setId).toBe('string');
			expect(read.documents ?? []).toBeInstanceOf(Array);
			expect(asReceived(read)).toBe(received);
		}
	});
});
