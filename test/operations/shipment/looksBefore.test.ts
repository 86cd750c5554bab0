import { passTime } from '../../helpers/clock';
import { jsonOf, textLike } from '../../helpers/exchangeNode';
import { importOf, shipmentNamed } from '../../helpers/shipment';
import { empty, ids, sentence, useSlowImports } from '../../helpers/slowImports';

const exchange = useSlowImports();
beforeEach(() => {
	exchange.shown.set('ANOTHER', 'e1f0c6a4-7a55-4f0e-b0a9-3a1d2c4b5e6f');
});
afterEach(() => jest.restoreAllMocks());

const importing = async (reference: string, more = {}) => await exchange.run(importOf(reference, more));

describe('"Import Anyway"', () => {
	const ifPresent = 'import';

	it('does not take an old set for the new one', async () => {
		exchange.shown.set('OLD', ids.slice(0, 1));
		exchange.answersWith(sentence);
		expect((await importing('OLD', { ifPresent })).error?.message).toContain('It is not known');
		exchange.answersWith((response) => {
			exchange.shown.set('OLD', ids.slice(0, 2));
			sentence(response);
		});
		// Until then, a new set may be that of the import before.
		passTime(31 * 60_000);
		expect(jsonOf(await importing('OLD', { ifPresent }))).toMatchObject([{ imported: true, setIds: [ids[1]] }]);
	});

	it('does not take the ID of an old set in the answer for that of the new one', async () => {
		exchange.shown.set('OLD-2', ids.slice(0, 1));
		exchange.answersWith((response) => response.end(JSON.stringify({ setId: ids[0]?.toUpperCase() })));
		expect((await importing('OLD-2', { ifPresent })).error?.message).toContain('It is not known');
	});

	it('leaves an unclear end unknown if it cannot look', async () => {
		exchange.answersSearchWith((search) => {
			search.writeHead(403).end('{}');
			return true;
		});
		exchange.answersWith(sentence);
		const { error } = await importing('BLIND', { ifPresent });
		expect(error?.description).toMatch(/could not be searched for before it was sent/);
		exchange.answersWith((response) => response.end(JSON.stringify({ setId: ids[0] })));
		expect(jsonOf(await importing('BLIND-2', { ifPresent }))).toMatchObject([{ imported: true, setIds: [ids[0]] }]);
		exchange.answersWith(empty);
		expect(jsonOf(await importing('BLIND-3', { ifPresent }))).toMatchObject([
			{ imported: true, setIds: [], warnings: [{ advice: textLike(/could not be searched for before/) }] },
		]);
	});
});

it('a look-up that is older than ten minutes is repeated before the shipment is sent', async () => {
	exchange.answersWith((response, reference) => {
		passTime(11 * 60_000);
		exchange.shown.set('T-2', ids.slice(0, 1));
		response.end(JSON.stringify({ setId: `${ids[0]?.slice(0, -1)}${reference.slice(-1)}` }));
	});
	const rows = ['T-1', 'T-2'].map((reference) => ({ 'Shipment Reference': reference, 'B/L Number': reference }));
	const outcome = await exchange.run(
		{ inputMode: 'rows', ifPresent: 'skip', options: { validation: 'warn' } },
		{ items: rows.map((json) => ({ json })) },
	);
	expect(jsonOf(outcome)).toMatchObject([{ imported: true }, { imported: false, setIds: ids.slice(0, 1) }]);
	expect(exchange.received).toEqual(['T-1']);
});

it('a shipment whose import is not known does not hide why another shipment was refused', async () => {
	exchange.answersWith((response, reference) => {
		if (reference === 'D-1') sentence(response);
		else response.writeHead(422).end('{"message":"vessel missing"}');
	});
	const items = ['D-1', 'D-2', 'D-3'].map((reference) => ({ json: shipmentNamed(reference) }));
	const { error } = await exchange.run({ payload: '={{ $json }}' }, { items });
	expect(error?.message).toContain('It is not known whether the shipment with import reference D-1');
	expect(error?.description).toContain('Also: D-2: The exchange did not accept the shipment: vessel missing.');
	expect(error?.description).toContain('Not sent: D-3.');
});
