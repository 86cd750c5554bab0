import { moveClockAhead } from '../../helpers/clock';
import { jsonOf } from '../../helpers/exchangeNode';
import { shipmentNamed } from '../../helpers/shipment';
import { carriedOut, lost, useSlowImports } from '../../helpers/slowImports';

const exchange = useSlowImports();
afterEach(() => jest.restoreAllMocks());

describe('a shipment without a reference', () => {
	const payload = { ...shipmentNamed('NONE'), shipmentReference: undefined };
	const unnamed = {
		inputMode: 'json',
		importRef: '={{ "IMP-" + Math.random() }}',
		payload: JSON.stringify(payload),
		ifPresent: 'import',
		options: { validation: 'warn' },
	};

	it('is sent for each item that has it', async () => {
		exchange.answersWith(carriedOut);
		const items = [{ json: {} }, { json: {} }];
		const outcome = await exchange.run(
			{ ...unnamed, payload: JSON.stringify({ ...payload, locale: 'FRENCH' }) },
			{ items },
		);
		expect(jsonOf(outcome)).toMatchObject([{ imported: true }, { imported: true }]);
	});

	it('is not sent by "Retry On Fail" or the next execution if it may have arrived, but may be after 30 minutes', async () => {
		exchange.answersWith(lost);
		const content = { ...unnamed, payload: JSON.stringify({ ...payload, locale: 'DUTCH' }) };
		const message = async (tries = 1) => (await exchange.run(content, { tries })).error?.message;
		expect(await message(3)).toContain('It is not known whether the shipment with import reference');
		expect(exchange.received).toHaveLength(1);
		moveClockAhead(14 * 60_000);
		expect(await message()).toContain('It is not known whether the shipment without a reference was imported');
		expect(exchange.received).toHaveLength(1);
		moveClockAhead(31 * 60_000);
		exchange.answersWith(carriedOut);
		expect(await message()).toBeUndefined();
		expect(exchange.received).toHaveLength(2);
	});

	it('is sent by each execution, and none waits for another one', async () => {
		const content = { ...unnamed, payload: JSON.stringify({ ...payload, locale: 'GERMAN' }) };
		const runs = [exchange.run(content), exchange.run(content)];
		await exchange.arrived(2);
		exchange.answersWith(carriedOut);
		exchange.answer();
		const outcomes = [...(await Promise.all(runs)), await exchange.run(content)];
		expect(outcomes.map(jsonOf)).toMatchObject(outcomes.map(() => [{ imported: true }]));
	});
});
