/** What the search after an import decides. */
import { passTime } from '../../helpers/clock';
import { jsonOf, textWith } from '../../helpers/exchangeNode';
import { importOf, shipmentNamed } from '../../helpers/shipment';
import { empty, ids, lost, sentence, useSlowImports } from '../../helpers/slowImports';

const exchange = useSlowImports();
beforeEach(() => {
	exchange.shown.set('ANOTHER', 'e1f0c6a4-7a55-4f0e-b0a9-3a1d2c4b5e6f');
});
afterEach(() => jest.restoreAllMocks());

const importing = async (reference: string, bills: number, more = {}) =>
	await exchange.run(importOf(reference, { payload: JSON.stringify(shipmentNamed(reference, bills)), ...more }));

/** The search shows these sets of a shipment from so many seconds after its import on. */
function showAfter(reference: string, seconds: number, setIds: readonly string[]): void {
	let from = Infinity;
	exchange.answersWith((response) => {
		from = performance.now() + seconds * 1_000;
		empty(response);
	});
	exchange.answersSearchWith(() => {
		if (performance.now() >= from) exchange.shown.set(reference, setIds);
		return false;
	});
}

describe('a shipment whose answer names no set', () => {
	it.each([
		[0, {}, 2],
		[20, {}, 6],
		[400, { waitSeconds: 600 }, 6],
	])('is imported if the search shows it %i seconds later, with %j', async (seconds, options, searches) => {
		showAfter('LAG', seconds, ids.slice(0, 2));
		expect(jsonOf(await importing('LAG', 2, { options: { validation: 'warn', ...options } }))).toMatchObject([
			{ imported: true, setIds: ids.slice(0, 2), httpStatus: 200, warnings: [] },
		]);
		expect(exchange.searched).toHaveLength(searches);
	});

	it('is imported, but not visible yet, if the search lags five minutes and nothing was said', async () => {
		showAfter('LAG-300', 300, ids.slice(0, 1));
		expect(jsonOf(await importing('LAG-300', 1))).toMatchObject([
			{ imported: true, setIds: [], warnings: [{ rule: 'notVisible', severity: 'note' }] },
		]);
		expect(exchange.searched).toHaveLength(7);
		const again = await importing('LAG-300', 1, { ifPresent: 'skip' });
		expect(jsonOf(again)).toMatchObject([
			{ imported: false, warnings: [{ advice: textWith('This n8n imported it') }] },
		]);
		expect(exchange.received).toHaveLength(1);
	});

	it('is not searched for with 0 seconds, and imported without a sign', async () => {
		const options = { validation: 'warn', waitSeconds: 0 };
		exchange.answersWith(sentence);
		expect(jsonOf(await importing('NO-WAIT', 2, { options }))).toMatchObject([
			{ imported: true, setIds: [], warnings: [{ rule: 'noSetId' }] },
		]);
		exchange.answersWith((response) => response.end('{"errors":["No"]}'));
		expect((await importing('NO-WAIT-2', 2, { options })).error?.message).toContain('It is not known');
		expect(exchange.searched).toEqual(['NO-WAIT', 'NO-WAIT-2']);
	});

	it('is searched for with the others of its execution, after all were sent', async () => {
		exchange.answersWith((response, reference) => {
			exchange.shown.set(reference, `${ids[0]?.slice(0, -4)}${reference.slice(-4)}`);
			empty(response);
		});
		const references = Array.from({ length: 5 }, (_, index) => `100${index}`);
		const outcome = await exchange.run(
			{ payload: '={{ $json }}' },
			{ items: references.map((reference) => ({ json: shipmentNamed(reference) })) },
		);
		expect(jsonOf(outcome)).toMatchObject(references.map((shipmentRef) => ({ imported: true, shipmentRef })));
		expect(exchange.searched.slice(5).toSorted()).toEqual(references);
	});
});

describe('a shipment whose import has an unclear end', () => {
	it('and a search that lags five minutes is not known, sent once, and present afterwards', async () => {
		exchange.answersWith(lost);
		const { error } = await importing('LOST', 1);
		expect(error?.message).toContain('It is not known whether the shipment with import reference LOST was imported');
		expect(error?.description).toMatch(/The search did not show it within 30 seconds\.$/);
		passTime(270_000);
		exchange.shown.set('LOST', ids[0]!);
		expect(jsonOf(await importing('LOST', 1, { ifPresent: 'skip' }))).toMatchObject([
			{ imported: false, setIds: [ids[0]], warnings: [{ rule: 'alreadyThere' }] },
		]);
		expect(exchange.received).toHaveLength(1);
	});

	it.each([
		['no answer', lost, null],
		['a status of 503', (response: Parameters<typeof lost>[0]) => response.writeHead(503).end(), 503],
		[
			'a refusal that names a set',
			(response: Parameters<typeof lost>[0]) => response.writeHead(422).end(`{"setId":"${ids[7]}"}`),
			422,
		],
		['errors', (response: Parameters<typeof lost>[0]) => response.end('{"errors":["No PDF"]}'), 200],
	])('is imported with a note if the search shows it: %s', async (what, answer, httpStatus) => {
		exchange.answersWith((response, reference) => {
			exchange.shown.set(reference, ids.slice(0, 1));
			void answer(response, reference);
		});
		expect(jsonOf(await importing(`FOUND-${what}`, 1))).toMatchObject([
			{ imported: true, setIds: ids.slice(0, 1), httpStatus, warnings: [{ rule: 'unclearResponse' }] },
		]);
	});

	it('stops if only one of two bills of lading is there, and is never sent as a whole again', async () => {
		exchange.answersWith((response, reference) => {
			exchange.shown.set(reference, ids.slice(0, 1));
			response.writeHead(500).end();
		});
		const { error } = await importing('HALF', 2, { ifPresent: 'skip' });
		expect(error?.message).toBe(
			`The exchange shows only 1 of 2 bills of lading of the shipment HALF after its import: set ${ids[0]} (Consignor Ltd)`,
		);
		expect(error?.description).toMatch(
			/^Nothing was sent again\..*import only this shipment: remove the other rows.*for this execution only/,
		);
		const again = async () => (await importing('HALF', 2, { ifPresent: 'skip' })).error?.message;
		expect(await again()).toContain('only 1 of 2');
		// Even if the search does not show it any more.
		exchange.shown.delete('HALF');
		passTime(31 * 60_000);
		expect(await again()).toContain('only 1 of 2');
		expect(exchange.received).toEqual(['HALF']);
	});

	it('is imported if the search shows its bills of lading in turn, as behind replicas', async () => {
		exchange.answersWith(sentence);
		exchange.answersSearchWith((_, searches) => {
			if (exchange.received.length > 0) exchange.shown.set('WAVER', ids.slice(searches % 2, (searches % 2) + 1));
			return false;
		});
		const [item] = jsonOf(await importing('WAVER', 2));
		expect(item).toMatchObject({ imported: true });
		expect(item?.['setIds']).toHaveLength(2);
	});

	it('is not known if the search is refused, which the message says', async () => {
		exchange.answersWith((response) => {
			exchange.answersSearchWith((search) => {
				search.writeHead(403).end('{}');
				return true;
			});
			sentence(response);
		});
		const { error } = await importing('DENIED', 1);
		expect(error?.message).toContain('It is not known');
		expect(error?.description).toMatch(/The search for it did not work: The exchange does not allow/);
	});

	it('is not known if it has no reference', async () => {
		exchange.answersWith(sentence);
		const payload = JSON.stringify({ ...shipmentNamed('X'), shipmentReference: undefined });
		const { error } = await exchange.run({
			...{ payload, importRef: 'NAMELESS', ifPresent: 'import', options: { validation: 'warn' } },
		});
		expect(error?.description).toMatch(/It has no shipment reference, so it could not be searched for\.$/);
	});

	it('ends the sending: what was not sent is named, and so is what was imported before it', async () => {
		exchange.answersWith((response, reference) => {
			if (reference === 'C-3') response.writeHead(500).end();
			else {
				exchange.shown.set(reference, ids.slice(0, 1));
				empty(response);
			}
		});
		const items = ['C-1', 'C-2', 'C-3', 'C-4', 'C-5'].map((reference) => ({ json: shipmentNamed(reference) }));
		const { error } = await exchange.run({ payload: '={{ $json }}' }, { items });
		expect(error).toMatchObject({ message: textWith('import reference C-3'), context: { itemIndex: 2 } });
		expect(error?.description).toMatch(
			/Already imported in this execution: C-1, C-2\. Not sent: C-4, C-5\. To import the rest: take/,
		);
		expect(exchange.received).toEqual(['C-1', 'C-2', 'C-3']);
		const all = await exchange.run(
			{ payload: '={{ $json }}', ifPresent: 'skip' },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(jsonOf(all)).toMatchObject([
			{ imported: false },
			{ imported: false },
			{ error: textWith('It is not known whether the shipment C-3') },
			{ imported: true },
			{ imported: true },
		]);
	});

	it('is searched for again, not sent again, if n8n tries the node again', async () => {
		exchange.answersWith(lost);
		exchange.answersSearchWith((_response, searches) => {
			if (searches > 8) exchange.shown.set('RETRY', ids.slice(0, 1));
			return false;
		});
		const outcome = await exchange.run(importOf('RETRY'), { tries: 2 });
		expect(jsonOf(outcome)).toMatchObject([
			{ imported: true, setIds: ids.slice(0, 1), warnings: [{ rule: 'notSentAgain' }, { rule: 'unclearResponse' }] },
		]);
		expect(exchange.received).toHaveLength(1);
	});
});

it('a shipment that the search has shown is not searched for again if n8n tries the node again for another one', async () => {
	exchange.answersWith((response, reference) => {
		if (reference === 'SHOWN') exchange.shown.set(reference, ids.slice(0, 1));
		response.writeHead(reference === 'SHOWN' ? 200 : 400).end();
	});
	const items = ['SHOWN', 'REFUSED'].map((reference) => ({ json: shipmentNamed(reference) }));
	await exchange.run({ payload: '={{ $json }}' }, { items, tries: 2 });
	expect(exchange.received).toEqual(['SHOWN', 'REFUSED', 'REFUSED']);
	expect(exchange.searched).toEqual(['SHOWN', 'REFUSED', 'SHOWN', 'REFUSED']);
});

it('an exchange that names every set gets one search and one import for each shipment', async () => {
	exchange.answersWith((response) => response.end(JSON.stringify({ sets: ids.slice(0, 2).map((id) => ({ id })) })));
	expect(jsonOf(await importing('NAMED', 2))).toMatchObject([{ imported: true, setIds: ids.slice(0, 2) }]);
	expect([exchange.searched, exchange.received]).toEqual([['NAMED'], ['NAMED']]);
});
