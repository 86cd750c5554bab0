import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { searchRow as row } from '../fixtures/searchReply';
import { accountAt, quickTries, useExchange } from '../helpers/exchangeClient';

const serve = useExchange();

const rowsOf = (...results: unknown[]) => ({
	offset: 0,
	limit: 100,
	total: results.length,
	count: results.length,
	results,
});

const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message : '');

/** Searches once for each of these answers. Returns how many sets were found, or the message. */
async function found(...answers: object[]): Promise<Array<number | string>> {
	let next = 0;
	const { url } = await serve((_request, response) => {
		response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[next++]));
	});
	const client = createClient(accountAt(url), quickTries);
	const outcomes: Array<number | string> = [];
	for (let asked = 0; asked < answers.length; asked++) {
		const [outcome] = await Promise.allSettled([client.search({}, { offset: 0, limit: 100 })]);
		outcomes.push(outcome.status === 'fulfilled' ? outcome.value.results.length : messageOf(outcome.reason));
	}
	return outcomes;
}

describe('an empty page of a search', () => {
	it.each([['OK'], ['success'], [200], ['204'], [undefined]])(
		'means that there is nothing if its status is %p',
		async (status) => {
			expect(await found({ code: 200, status, data: rowsOf() })).toEqual([0]);
		},
	);

	it.each([
		['ERROR', 'The exchange sent no sets, and did not say that the search has succeeded (ERROR: No database)'],
		['FAILED', 'The exchange sent no sets, and did not say that the search has succeeded (FAILED: No database)'],
		['Completed', 'The exchange sent no sets, and did not say that the search has succeeded (Completed: No database)'],
	])('is not taken for "nothing there" if its status is %s', async (status, message) => {
		for (const data of [rowsOf(), null])
			expect(await found({ code: 200, status, message: 'No database', data })).toEqual([message]);
	});

	it('may be status 204', async () => {
		const { url } = await serve((_request, response) => response.writeHead(204).end());
		const client = createClient(accountAt(url), quickTries);
		expect(await client.search({}, { offset: 0, limit: 100 })).toMatchObject({ results: [], total: 0 });
	});

	it('without a code and a status says nothing', async () => {
		expect(await found({ data: rowsOf() })).toEqual([
			'The exchange sent no sets, and did not say that the search has succeeded',
		]);
	});

	it('may have the status with which the exchange sends sets', async () => {
		const empty = { code: 200, status: 'Completed' };
		for (const data of [rowsOf(), null, {}])
			expect(await found({ ...empty, data: rowsOf(row) }, { ...empty, data })).toEqual([1, 0]);
		expect(await found({ data: rowsOf(row) }, { data: rowsOf() })).toEqual([1, 0]);
	});

	it('does not succeed by a status that differs from set to set', async () => {
		const answers = ['Completed', 'Partial', 'Completed'].map((status) => ({ status, data: rowsOf(row) }));
		const [, , , last] = await found(...answers, { status: 'Completed', data: rowsOf() });
		expect(last).toContain('did not say that the search has succeeded (Completed)');
	});

	it('teaches nothing about another login', async () => {
		const status = 'Completed';
		expect(await found({ status, data: rowsOf(row) })).toEqual([1]);
		expect(await found({ status, data: rowsOf() })).toEqual([expect.stringContaining('(Completed)')]);
	});
});
