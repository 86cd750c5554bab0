/** Answers of status 2xx of each kind: whether a shipment is there is a matter of the search, not of their words. */
import { gzipSync } from 'node:zlib';
import { jsonOf } from '../../helpers/exchangeNode';
import { importOf } from '../../helpers/shipment';
import { useSlowImports } from '../../helpers/slowImports';

const exchange = useSlowImports();
beforeEach(() => {
	exchange.shown.set('ANOTHER', 'e1f0c6a4-7a55-4f0e-b0a9-3a1d2c4b5e6f');
});
afterEach(() => jest.restoreAllMocks());

const setId = '5d1b7c1e-2f64-4a53-9a0e-6a4c3b8f7e21';
type Answer = string | Buffer | object;
const written = (answer: Answer) =>
	typeof answer === 'string' || Buffer.isBuffer(answer) ? answer : JSON.stringify(answer);
const xml = (content: string) => `<?xml version="1.0"?><answer>${content}</answer>`;

/** None of them names every set of the shipment without a sign, and none says nothing. */
const refusals: Answer[] = [
	{ success: false, setId },
	{ errors: [{ field: 'consignee', text: 'unknown' }], setId },
	{ status: 'ABGELEHNT', grund: 'Empfänger unbekannt' },
	{ setId, status: 'FAILED' },
	{ sets: [{ setId, status: 'rejected by customs' }] },
	'Die Sendung wurde nicht importiert.',
	'<html><title>Sign in</title></html>',
	xml('<Fault><faultstring>Consignee unknown</faultstring></Fault>'),
	xml(`<setId>${setId}</setId><result>NOK</result>`),
	gzipSync('{"success":false}'),
	`{"setId":"${setId}"`,
];

/** Some of them look like refusals. */
const successes: Answer[] = [
	'',
	setId,
	'<html><body>Thank you</body></html>',
	{ code: 200, status: 'OK', data: { setIds: [setId] }, links: [] },
	{ status: 'Created', setId },
	{ success: true, setId, errors: ['HS code missing, ignored'] },
	{ message: 'No errors found. Nothing was rejected.' },
	xml('<ImportResult>SUCCESS</ImportResult>'),
	Buffer.from([0xff, 0xfe, 0x00, 0x01]),
];

async function importing(reference: string, answer: Answer) {
	exchange.answersWith((response) => {
		response.end(written(answer));
	});
	return await exchange.run(importOf(reference));
}

it.each(refusals.map((answer, index) => [index, answer] as const))(
	'an answer that says no confirms nothing, and nothing is sent twice: %i',
	async (index, answer) => {
		const { error, items } = await importing(`NO-${index}`, answer);
		expect(items).toEqual([]);
		expect(error?.message).toContain(
			`It is not known whether the shipment with import reference NO-${index} was imported`,
		);
		expect(error?.description).toMatch(/The search did not show it within 30 seconds\.$/);
		expect(error?.description).not.toContain('Import Anyway');
		expect((await importing(`NO-${index}`, answer)).error?.message).toContain('It is not known');
		expect(exchange.received).toHaveLength(1);
		// Once to look it up and six times after it was sent; once again by the second execution.
		expect(exchange.searched).toHaveLength(8);
	},
);

it.each(successes.map((answer, index) => [index, answer] as const))(
	'an answer that says yes oddly is believed if the search shows the shipment: %i',
	async (index, answer) => {
		exchange.answersSearchWith((_response, searches) => {
			if (searches > 3) exchange.shown.set(`YES-${index}`, setId);
			return false;
		});
		expect(jsonOf(await importing(`YES-${index}`, answer))).toMatchObject([{ imported: true, setIds: [setId] }]);
		expect(exchange.received).toHaveLength(1);
	},
);
