/** What becomes of the other shipments if it is not known whether one of them was imported. */
import { passTime } from '../../helpers/clock';
import { jsonOf, textLike } from '../../helpers/exchangeNode';
import { importOf, rowOf, shipmentNamed } from '../../helpers/shipment';
import { empty, ids, useSlowImports } from '../../helpers/slowImports';

const exchange = useSlowImports();
beforeEach(() => {
	exchange.shown.set('ANOTHER', 'e1f0c6a4-7a55-4f0e-b0a9-3a1d2c4b5e6f');
});
afterEach(() => jest.restoreAllMocks());

/** The exchange fails at one shipment, and imports and shows each other. */
function carryOutAllBut(doubtful: string): void {
	exchange.answersWith((response, reference) => {
		if (reference === doubtful) response.writeHead(500).end();
		else {
			exchange.shown.set(reference, `${ids[0]?.slice(0, -3)}${reference}`.replace(/D-/, '00'));
			empty(response);
		}
	});
}

const references = ['D-1', 'D-2', 'D-3', 'D-4'];
const ways = {
	items: (names: readonly string[]) => ({
		parameters: { payload: '={{ $json }}' },
		items: names.map((name) => ({ json: shipmentNamed(name) })),
	}),
	rows: (names: readonly string[]) => ({
		parameters: { inputMode: 'rows' },
		items: names.map((name) => rowOf(name)),
	}),
};

const unsent =
	/Not sent: D-3, D-4\. To import the rest: take the rows or the item of this shipment out, or wait until \d\d:\d\d UTC; then run the workflow again with "If Shipment Exists" set to "Skip"\./;

describe.each(['items', 'rows'] as const)('of several shipments (%s), one is in doubt', (way) => {
	beforeEach(() => {
		carryOutAllBut('D-2');
	});
	const run = async (names: readonly string[], more = {}) => {
		const { parameters, items } = ways[way](names);
		return await exchange.run({ ...parameters, ...more }, { items });
	};

	it('and those that were not sent are named, also by the next run, which stops at it again', async () => {
		const first = await run(references);
		expect(first.error?.message).toContain('It is not known whether the shipment with import reference D-2');
		expect(first.error?.description).toMatch(/Already imported in this execution: D-1\./);
		expect(first.error?.description).toMatch(unsent);
		const second = await run(references, { ifPresent: 'skip' });
		expect(second.error?.message).toContain('It is not known whether the shipment D-2 was imported');
		expect(second.error?.description).toMatch(unsent);
		expect(exchange.received).toEqual(['D-1', 'D-2']);
	});

	it('and if the search shows it, the others are imported, too', async () => {
		exchange.answersWith((response, reference) => {
			exchange.shown.set(reference, `${ids[0]?.slice(0, -3)}${reference}`.replace(/D-/, '00'));
			if (reference === 'D-2') response.writeHead(500).end();
			else empty(response);
		});
		const { items, error } = await run(references);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json['shipmentRef'], json['outcome']])).toEqual(
			references.map((reference) => [reference, 'imported']),
		);
		expect(exchange.received).toEqual(references);
	});

	it('and without it, "Skip" imports the rest', async () => {
		await run(references);
		const without = references.filter((name) => name !== 'D-2');
		expect(jsonOf(await run(without, { ifPresent: 'skip' }))).toMatchObject([
			{ outcome: 'skipped', imported: false },
			{ outcome: 'imported', imported: true },
			{ outcome: 'imported', imported: true },
		]);
		expect(exchange.received).toEqual(['D-1', 'D-2', 'D-3', 'D-4']);
	});

	it('and after the time, "Skip" imports the rest and what the search does not show', async () => {
		await run(references);
		carryOutAllBut('');
		passTime(31 * 60_000);
		expect(jsonOf(await run(references, { ifPresent: 'skip' })).map(({ outcome }) => outcome)).toEqual([
			'skipped',
			'imported',
			'imported',
			'imported',
		]);
	});

	it('and of one that is there in part, waiting is no way', async () => {
		exchange.answersWith((response, reference) => {
			exchange.shown.set(reference, ids.slice(0, 1));
			empty(response);
		});
		const { items } = ways.items(['D-2', 'D-3']);
		items[0]!.json = shipmentNamed('D-2', 2);
		for (const ifPresent of ['fail', 'skip']) {
			const { error } = await exchange.run({ payload: '={{ $json }}', ifPresent }, { items });
			expect(error?.message).toContain('only 1 of 2 bills of lading of the shipment D-2');
			if (ifPresent === 'skip')
				expect(error?.description).toMatch(
					/Not sent: D-3\. To import the rest: take the rows or the item of this shipment out; then/,
				);
		}
	});
});

it('"Import Anyway", which would send a whole sheet again, is advised for one shipment alone', async () => {
	exchange.shown.set('', ids[1]!);
	const { parameters, items } = ways.rows(['D-3']);
	const { error } = await exchange.run({ ...parameters, ifPresent: 'skip' }, { items });
	expect(error?.description).toContain(
		'import only this shipment: remove the other rows or items, and set "If Shipment Exists" to "Import Anyway" for this execution only.',
	);
});

it('many that were not sent are shortened', async () => {
	carryOutAllBut('D-2');
	const many = ['D-2', ...Array.from({ length: 103 }, (_, index) => `D-${index + 100}`)];
	const { error } = await exchange.run(ways.rows(many).parameters, { items: ways.rows(many).items });
	expect(error?.description).toMatch(/Not sent: D-100, .*, D-199 and 3 more\./);
});

it('a shipment that another execution is sending is not there yet', async () => {
	const first = exchange.run(importOf('SENT'));
	await exchange.arrived(1);
	expect(jsonOf(await exchange.run(importOf('SENT', { ifPresent: 'skip' })))).toMatchObject([
		{
			outcome: 'notKnown',
			imported: false,
			setIds: [],
			warnings: [
				{
					rule: 'beingImported',
					advice: textLike(/^Is being sent by another execution; whether it arrives is not known yet\./),
				},
			],
		},
	]);
	exchange.answer();
	expect(jsonOf(await first)).toMatchObject([{ outcome: 'imported' }]);
});
