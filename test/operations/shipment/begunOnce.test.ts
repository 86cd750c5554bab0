/** What n8n's list of processed data knows of imports, when the memory of the process is gone. */
import { DataDeduplicationService } from 'n8n-core';
import type { IDataDeduplicator } from 'n8n-workflow';
import { passTime } from '../../helpers/clock';
import { jsonOf, textWith } from '../../helpers/exchangeNode';
import { importOf, shipmentNamed } from '../../helpers/shipment';
import { carriedOut, lost, refused, useSlowImports } from '../../helpers/slowImports';

const exchange = useSlowImports();
const quarter = 15 * 60_000;
/** The beginning of a quarter of an hour. */
const beginning = 2_000_000 * quarter;

/** As n8n's own, without its database. */
const list = new Set<unknown>();
let failures = 0;
const store: IDataDeduplicator = {
	checkProcessedAndRecord: (items) => {
		if (failures-- > 0) return Promise.reject(new Error('UNIQUE constraint failed'));
		const known = items.filter((item) => list.has(item));
		items.forEach((item) => list.add(item));
		return Promise.resolve({ new: items.filter((item) => !known.includes(item)), processed: known });
	},
	removeProcessed: (items) => {
		items.forEach((item) => list.delete(item));
		return Promise.resolve();
	},
	clearAllProcessedItems: () => Promise.resolve(),
	getProcessedDataCount: () => Promise.resolve(list.size),
};

beforeAll(() => DataDeduplicationService.init(store));
beforeEach(() => {
	list.clear();
	failures = 0;
	setTime(0);
});
afterEach(() => jest.restoreAllMocks());

const setTime = (ms: number) => jest.spyOn(Date, 'now').mockReturnValue(beginning + ms);

/** The process ends, and another one begins. */
function restart(): void {
	const registry: unknown = Reflect.get(globalThis, Symbol.for('n8n-nodes-cargo-exchange'));
	if (typeof registry === 'object' && registry !== null) Reflect.deleteProperty(registry, 'imports');
}

const notKnown = 'It is not known whether the shipment';

it.each([
	['at once', 0, 0],
	['at the end of the quarter of an hour', 0, quarter - 1],
	['at the end of the next one', 1, 2 * quarter - 1],
	['15 minutes after its end', quarter - 1, 2 * quarter - 1],
])('a shipment whose import has begun is not sent again after a restart: %s', async (_when, first, second) => {
	exchange.answersWith(lost);
	setTime(first);
	const reference = `BEGUN-${first}-${second}`;
	expect((await exchange.run(importOf(reference))).error?.message).toContain(notKnown);
	for (const ifPresent of ['fail', 'skip']) {
		restart();
		setTime(second);
		const { error } = await exchange.run(importOf(reference, { ifPresent }));
		expect(error?.message).toBe(`${notKnown} ${reference} was imported within the last 30 minutes`);
		expect(error?.description).toMatch(/If it is not there after 30 minutes, import it again\.$/);
	}
	expect(exchange.received).toHaveLength(1);
	exchange.answersWith(carriedOut);
	setTime(second + quarter + 1);
	restart();
	if (second >= quarter) expect(jsonOf(await exchange.run(importOf(reference)))).toMatchObject([{ imported: true }]);
});

it('a shipment that was imported is there if the search shows it, and not known if it does not yet', async () => {
	exchange.answersWith(carriedOut);
	await exchange.run(importOf('DONE'));
	restart();
	expect((await exchange.run(importOf('DONE'))).error?.message).toContain(notKnown);
	exchange.shown.set('DONE', '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4');
	expect((await exchange.run(importOf('DONE'))).error?.message).toContain('already has the shipment DONE');
	expect(exchange.received).toHaveLength(1);
});

it('a shipment that was refused leaves nothing', async () => {
	exchange.answersWith(refused);
	await exchange.run(importOf('REFUSED'));
	expect(list.size).toBe(0);
	restart();
	exchange.answersWith(carriedOut);
	expect(jsonOf(await exchange.run(importOf('REFUSED')))).toMatchObject([{ imported: true }]);
});

it('"Import Anyway" is not held back, but holds others back', async () => {
	exchange.answersWith(carriedOut);
	for (let time = 0; time < 2; time++) {
		expect(jsonOf(await exchange.run(importOf('ANYWAY', { ifPresent: 'import' })))).toMatchObject([{ imported: true }]);
		restart();
	}
	exchange.answersWith(refused);
	await exchange.run(importOf('ANYWAY', { ifPresent: 'import' }));
	restart();
	expect((await exchange.run(importOf('ANYWAY'))).error?.message).toContain(notKnown);
});

it('a dry run notes nothing', async () => {
	await exchange.run(importOf('DRY', { dryRun: true }));
	expect(list.size).toBe(0);
});

it('a shipment without a reference is held back only by an import whose outcome is not known', async () => {
	const payload = JSON.stringify({ ...shipmentNamed('X'), shipmentReference: undefined });
	const options = { validation: 'warn' };
	const nameless = { inputMode: 'json', payload, importRef: 'R', ifPresent: 'import', options };
	exchange.answersWith(carriedOut);
	await exchange.run(nameless);
	expect(list.size).toBe(0);
	exchange.answersWith(lost);
	await exchange.run(nameless);
	restart();
	const { error } = await exchange.run(nameless);
	expect(error?.message).toBe(`${notKnown} without a reference was imported within the last 30 minutes`);
});

it('of several shipments, only the one that has begun is not sent', async () => {
	exchange.answersWith(lost);
	await exchange.run(importOf('SECOND'));
	restart();
	exchange.answersWith(carriedOut);
	const items = ['FIRST', 'SECOND', 'THIRD'].map((reference) => ({ json: shipmentNamed(reference) }));
	const outcome = await exchange.run({ payload: '={{ $json }}' }, { items, onError: 'continueRegularOutput' });
	expect(jsonOf(outcome)).toMatchObject([{ imported: true }, { error: textWith(notKnown) }, { imported: true }]);
	expect(exchange.received).toEqual(['SECOND', 'FIRST', 'THIRD']);
});

it.each([
	['another worker', 1, '08:30', 2 * quarter],
	['this one', 0, '08:45', 3 * quarter],
])('the time that the advice names is late enough for what %s has begun', async (_who, restarts, time, over) => {
	const items = ['LATE', 'OTHER'].map((reference) => ({ json: shipmentNamed(`${reference}-${restarts}`) }));
	const run = async () => await exchange.run({ payload: '={{ $json }}', ifPresent: 'skip' }, { items });
	exchange.answersWith(lost);
	setTime(quarter - 1);
	expect((await run()).error?.description).toContain('wait until 08:45 UTC; then');
	if (restarts > 0) restart();
	setTime(2 * quarter - 1);
	passTime(quarter);
	expect((await run()).error?.description).toMatch(
		new RegExp(`Not sent: OTHER-\\d\\. .* wait until ${time} UTC; then`),
	);
	exchange.answersWith(carriedOut);
	setTime(over);
	passTime(over - 2 * quarter + 1);
	expect(jsonOf(await run())).toMatchObject([{ imported: true }, { imported: true }]);
});

it.each([
	['once, as at the first entry of two processes', 1, 2],
	['always', Infinity, 0],
])('a list that fails %s stops no import', async (_when, times, size) => {
	failures = times;
	exchange.answersWith(carriedOut);
	const reference = `FAILS-${times}`;
	expect(jsonOf(await exchange.run(importOf(reference)))).toMatchObject([{ imported: true }]);
	expect(list.size).toBe(size);
	// What the process knows decides alone.
	expect((await exchange.run(importOf(reference))).error?.description).toContain(
		'This n8n imported it within the last day',
	);
});
