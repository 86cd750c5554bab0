import { jsonOf, textWith } from '../../helpers/exchangeNode';
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

describe('two shipments with one reference that "Import Anyway" sends in one execution', () => {
	const ids = [setId, setId.replace(/^./, 'f')];
	const items = ['IMPORT-1', 'IMPORT-2'].map((json) => ({ json: { importRef: json } }));
	const importBoth = async (shipmentReference: string) => {
		const importRef = '={{ $json.importRef }}';
		const parameters = importOf(shipmentReference, { importRef, ifPresent: 'import' });
		return await exchange.run(parameters, { items, onError: 'continueRegularOutput' });
	};
	/** What the search shows after each import, and what the exchange answers to it. */
	const answering = (reference: string, steps: Array<{ shown: string[]; answer?: string }>) => {
		exchange.answersWith((response) => {
			const { shown, answer = '' } = steps[exchange.received.length - 1] ?? { shown: [] };
			exchange.shown.set(reference, shown);
			response.end(answer);
		});
	};

	it('each have their own sets', async () => {
		answering('PAIR-1', [{ shown: ids.slice(0, 1) }, { shown: ids }]);
		expect(jsonOf(await importBoth('PAIR-1'))).toMatchObject([
			{ imported: true, setIds: ids.slice(0, 1) },
			{ imported: true, setIds: ids.slice(1) },
		]);
		expect(exchange.received).toHaveLength(2);
	});

	it('are not both confirmed by the one set that is there', async () => {
		const answer = '{"message":"Thank you"}';
		answering('PAIR-2', [
			{ shown: ids.slice(0, 1), answer },
			{ shown: ids.slice(0, 1), answer },
		]);
		expect(jsonOf(await importBoth('PAIR-2'))).toMatchObject([
			{ imported: true, setIds: ids.slice(0, 1) },
			{ error: textWith('It is not known whether the shipment with import reference IMPORT-2 was imported') },
		]);
	});

	it('are not confirmed by a set that the response to the other one has named', async () => {
		const answer = '{"message":"Thank you"}';
		answering('PAIR-3', [
			{ shown: [], answer: JSON.stringify({ setId }) },
			{ shown: ids.slice(0, 1), answer },
		]);
		expect(jsonOf(await importBoth('PAIR-3'))).toMatchObject([
			{ imported: true, setIds: [setId] },
			{ error: textWith('It is not known') },
		]);
	});

	it('are not confirmed by a set that may be that of one which is not visible yet', async () => {
		answering('PAIR-4', [{ shown: [] }, { shown: ids.slice(0, 1) }]);
		expect(jsonOf(await importBoth('PAIR-4'))).toMatchObject([
			{ imported: true, setIds: [], warnings: [{ rule: 'notVisible' }] },
			{ imported: true, setIds: [], warnings: [{ rule: 'notVisible' }] },
		]);
	});

	it('end with the first if that is not known', async () => {
		answering('PAIR-5', [{ shown: [], answer: '{"message":"Thank you"}' }, { shown: [] }]);
		const parameters = importOf('PAIR-5', { importRef: '={{ $json.importRef }}', ifPresent: 'import' });
		const { error } = await exchange.run(parameters, { items });
		expect(error?.message).toContain('It is not known');
		expect(error?.description).toContain('Not sent: PAIR-5.');
		expect(exchange.received).toHaveLength(1);
	});
});
