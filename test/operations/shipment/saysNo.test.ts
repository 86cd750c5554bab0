/** Answers of status 2xx, in many shapes and languages: whether a shipment is there is a matter of the search, not of their words. */
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
	{ success: false, message: 'Consignee not found' },
	{ success: false, setId },
	{ ok: false },
	{ result: { ok: false, id: setId } },
	{ errors: [{ field: 'consignee', text: 'unknown' }], setId },
	{ error: 'Consignee unknown' },
	{ error: { code: 17 }, sets: [{ id: setId }] },
	{ fault: { detail: 'Consignee unknown' } },
	{ Faults: ['F-12'] },
	{ errorMessage: 'Consignee unknown' },
	{ errorCode: 'E-12', errorText: 'Consignee unknown' },
	{ code: 400, message: 'Bad data' },
	{ code: '400', message: 'Bad data' },
	{ statusCode: 422 },
	{ status: 409, setId },
	{ status: 0, message: 'consignee unknown' },
	{ status: 'REJECTED' },
	{ status: 'FEHLER' },
	{ status: 'ABGELEHNT', grund: 'Empfänger unbekannt' },
	{ status: 'RECHAZADO' },
	{ status: 'REFUSÉ', raison: 'Destinataire inconnu' },
	{ status: 'ОШИБКА' },
	{ estado: 'error', mensaje: 'Consignatario desconocido' },
	{ statut: 'KO' },
	{ 状态: '失败' },
	{ 結果: '拒否' },
	{ erfolg: false, meldung: 'Empfänger unbekannt' },
	{ succes: false },
	{ geslaagd: 'nee' },
	{ imported: false },
	{ imported: 0, failed: 1 },
	{ created: 0, updated: 0, skipped: 1 },
	{ accepted: 'no' },
	{ returnCode: 8, reasonText: 'consignee unknown' },
	{ rc: -1, msg: 'consignee unknown' },
	{ RETURN: [{ TYPE: 'E', NUMBER: '017' }] },
	{ message: 'Shipment reference already exists' },
	{ message: 'Shipment rejected' },
	{ messages: ['The consignee is missing'] },
	{ validation: { consignee: 'must not be empty' } },
	{ outcome: 'partial' },
	{ reason: 'duplicate' },
	{ data: { response: { statusCode: 500 } } },
	[{ status: 'rejected' }],
	['Consignee unknown'],
	JSON.stringify(JSON.stringify({ success: false })),
	{ body: JSON.stringify({ errors: ['Consignee unknown'] }) },
	'false',
	'0',
	'-1',
	'"rejected"',
	'Rechazado: consignatario desconocido',
	'ERROR: consignee unknown',
	'Die Sendung wurde nicht importiert.',
	'<html><title>Sign in</title></html>',
	'<script>location = "/login"</script>',
	xml('<Fault><faultstring>Consignee unknown</faultstring></Fault>'),
	xml(`<setId>${setId}</setId><result>NOK</result>`),
	gzipSync('{"success":false}'),
	`{"setId":"${setId}"`,
];

/** Some of them look like refusals. */
const successes: Answer[] = [
	'',
	'{}',
	'null',
	'OK',
	'true',
	'Created',
	'Sendung importiert, 0 Fehler',
	'<html><body>Thank you</body></html>',
	{ setId },
	setId,
	{ code: 200, status: 'OK', data: { setIds: [setId] }, links: [] },
	{ code: 200, status: 'OK' },
	{ setId, errorReportUrl: '/reports/17' },
	{ setId, rejectionAllowed: true, failFast: true },
	{ setId, errorHandling: 'STRICT', invalidAfter: '2027-01-01' },
	{ setId, problems: 'none found', exceptions: 'handled' },
	{ setId, errors: [], error: null, hasErrors: false },
	{ setId, errorCode: '0000', failed: 0 },
	{ success: true, setId, errors: ['HS code missing, ignored'] },
	{ error: { code: 0, message: 'Success' } },
	{ errorCode: 0, errorMessage: '' },
	{ status: 'QUEUED' },
	{ status: 'COMPLETED_WITHOUT_ERRORS' },
	{ status: 'ANGENOMMEN' },
	{ message: 'No errors found. Nothing was rejected.' },
	{ message: 'Imported with errors corrected' },
	{ denied: [], rejected: 0, expired: false },
	{ warnings: ['Vessel unknown'], severity: 'ERROR_FREE' },
	{ request: { sets: [{ freightCharges: { charges: [{ code: 450 }] } }] } },
	{ trace: [{ status: 404, step: 'cache' }] },
	xml('<ImportResult>SUCCESS</ImportResult>'),
	xml('<errors/><status>OK</status>'),
	gzipSync('{"success":true}'),
	Buffer.from([0xff, 0xfe, 0x00, 0x01]),
];

async function importing(reference: string, answer: Answer) {
	exchange.answersWith((response) => {
		response.end(written(answer));
	});
	return await exchange.run(importOf(reference));
}

it(`has ${refusals.length} answers that say no`, () => {
	expect([refusals.length, successes.length]).toEqual([60, 34]);
});

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
