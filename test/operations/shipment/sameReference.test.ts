import { jsonOf } from '../../helpers/exchangeNode';
import { importOf } from '../../helpers/shipment';
import { setId, useSlowImports } from '../../helpers/slowImports';

const exchange = useSlowImports();

/** One reference in two spellings that look the same. */
const sameReferences: [string, string, string][] = [
	['a letter and an accent', 'SA\u0303O-1'.normalize('NFC'), 'SA\u0303O-1'],
	['a space without a width', 'ZERO-1', 'ZE\u200bRO-\u20601'],
	['a byte order mark', 'MARK-1', '\ufeffMARK-1'],
	['marks of direction', 'BIDI-1', '\u200eBIDI-1\u202c'],
	['no-break spaces', 'NO BREAK 1', 'NO\u00a0BREAK\u202f 1\u00a0'],
];

describe('a shipment whose reference is written in two ways that look the same', () => {
	it.each(sameReferences)('is sent once by two executions at the same time: %s', async (_what, one, other) => {
		const first = exchange.run(importOf(one));
		await exchange.arrived(1);
		const { error } = await exchange.run(importOf(other));
		expect(error?.message).toContain('is being imported by another execution');
		exchange.answer();
		await first;
		expect(exchange.received).toEqual([one]);
	});

	it.each(sameReferences)('is there if the search shows it: %s', async (_what, one, other) => {
		exchange.shown.set(other, setId);
		const outcome = await exchange.run(importOf(one, { ifPresent: 'skip' }));
		expect(jsonOf(outcome)).toMatchObject([{ imported: false, setIds: [setId] }]);
	});
});
