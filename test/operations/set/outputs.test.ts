import { jsonOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';

const exchange = useExchangeNode({ seed: 'empty' });

type View = { status: 'drafted' | 'signed' | 'issued' | 'title_held' | 'imported'; modifiedAt: string };

/** A set that several transactions show, in this order. */
function addSet(shipmentRef: string, [first, ...others]: View[]): void {
	const { store } = exchange.simulator;
	const viewOf = ({ status, modifiedAt }: View) => ({ status, modifiedAt: new Date(modifiedAt) });
	const set = store.addSet({ shipmentRef, transaction: first ? viewOf(first) : {} });
	for (const other of others) store.addTransaction({ setId: set.setId, ...viewOf(other) });
}

const search = async (parameters: Parameters<typeof exchange.run>[1] = {}) =>
	await exchange.run('set.search', { returnAll: true, onePerSet: true, ...parameters });
const found = (outcome: Parameters<typeof jsonOf>[0]) =>
	jsonOf(outcome).map(({ shipmentRef, status }) => [shipmentRef, status]);

beforeAll(() => {
	addSet('CHANGED-LAST', [
		{ status: 'title_held', modifiedAt: '2022-05-02T10:00:00Z' },
		{ status: 'issued', modifiedAt: '2022-05-03T10:00:00Z' },
		{ status: 'signed', modifiedAt: '2022-05-01T10:00:00Z' },
	]);
	addSet('TIE', [
		{ status: 'issued', modifiedAt: '2022-05-02T10:00:00Z' },
		{ status: 'title_held', modifiedAt: '2022-05-02T10:00:00Z' },
		{ status: 'drafted', modifiedAt: '2022-05-02T10:00:00Z' },
	]);
	addSet('ALONE', [{ status: 'imported', modifiedAt: '2022-05-02T10:00:00Z' }]);
});

it('gives each set once, in the transaction that changed last, or of two at the same time in the later status', async () => {
	expect(found(await search())).toEqual([
		['CHANGED-LAST', 'Issued'],
		['TIE', 'Title Held'],
		['ALONE', 'Imported'],
	]);
	expect(found(await search({ onePerSet: false }))).toHaveLength(7);
});

it('chooses among the transactions that pass the filters', async () => {
	expect(found(await search({ filters: { statuses: ['Drafted', 'Signed'] } }))).toEqual([
		['CHANGED-LAST', 'Signed'],
		['TIE', 'Drafted'],
	]);
});

it('reads all pages before the limit counts, so that a later page cannot change the result', async () => {
	const pages = exchange.withProfile({ paging: { size: 1 } });
	const outcome = await exchange.run('set.search', { onePerSet: true, returnAll: false, limit: 1 }, pages);
	expect(found(outcome)).toEqual([['CHANGED-LAST', 'Issued']]);
});

it('a table has few flat columns, and none that a search cannot know', async () => {
	const [row] = jsonOf(await search({ output: 'table' }));
	expect(Object.entries(row ?? {})).toEqual([
		['parcelRef', textWith('SET-')],
		['status', 'Issued'],
		['changedAt', '2022-05-03T10:00:00.000Z'],
		['shipmentRef', 'CHANGED-LAST'],
		['event', 'issued'],
		['setId', expect.any(String)],
		['transactionId', expect.any(String)],
	]);
});

it('says after twenty pages how to read fewer', async () => {
	const { store } = exchange.simulator;
	for (let count = 0; count < 20; count++) store.addSet();
	const outcome = await exchange.run('set.search', { returnAll: true }, exchange.withProfile({ paging: { size: 1 } }));
	expect(outcome.hints).toMatchObject([{ message: textWith('20 pages') }, { message: textWith('"One per Set"') }]);
});
