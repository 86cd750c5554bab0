import { Readable } from 'node:stream';
import { deflateSync, gzipSync } from 'node:zlib';
import { createClient, type ImportBody } from '../../nodes/CargoExchange/exchange/client';
import { accountAt, quickTries, useExchange } from '../helpers/exchangeClient';

const id = '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4';
const other = '1c8e2d63-7b4f-4e1a-9a68-3d2eaf8bc4a5';
const bytes = Buffer.from('{"shipmentReference":"S-1"}');
const body: ImportBody = { length: bytes.length, open: () => Readable.from([bytes]) };

/** The shipment as it was sent, with everything in it that could be mistaken. */
const echo = {
	shipmentReference: 'S-1',
	sets: [
		{
			setRef: 'A',
			shipper: { id: other, code: '450', name: 'Error & Fault Ltd' },
			freightCharges: { charges: [{ code: '500' }] },
		},
	],
};

type Headers = Record<string, string | number>;
const serve = useExchange();
const written = (value: unknown) =>
	typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value);

async function importing(answer: unknown, { status = 200, ...headers }: Headers = {}) {
	const { url } = await serve((request, response) => {
		request.resume().on('end', () => {
			response.writeHead(Number(status), { 'content-type': 'application/json', ...headers }).end(written(answer));
		});
	});
	return await createClient(accountAt(url), quickTries).importShipment('REF-1', body);
}

describe('a response of success names', () => {
	it.each<[what: string, answer: unknown, setIds: string[]]>([
		['set IDs', { setIds: [id, other] }, [id, other]],
		['sets with their IDs', { sets: [{ setId: id, setRef: 'A' }, { setId: id.toUpperCase() }] }, [id]],
		['sets with IDs of another name', { data: { sets: [{ id }] } }, [id]],
		['set IDs of another spelling', { SET_ID: id, 'set-uuids': [other] }, [id, other]],
		['a list of sets', [{ setId: id }, { setId: other }], [id, other]],
		[
			'no set with a number or a word',
			{ setId: 4711, setIds: ['null', 'N/A', '00000000-0000-0000-0000-000000000000'] },
			[],
		],
		['no set that may not have been created', { failedSetIds: [id], existingSetId: other }, []],
		['one set once', { sets: [{ id: 1, uuid: id }], setId: id.toUpperCase() }, [id]],
		['sets apart by what became of them', { sets: { created: [id], failed: [] } }, [id]],
		['sets by their names', { setIds: { 'S-1': id, 'S-2': null } }, [id]],
		['a bare UUID', id, [id]],
		['a bare UUID as JSON', JSON.stringify(id), [id]],
		['an envelope', { code: 200, status: 'OK', data: { setId: id }, links: [] }, [id]],
		['an envelope around a UUID', { code: 200, status: 'OK', data: id }, [id]],
		['JSON in a text', { body: JSON.stringify({ setId: id }) }, [id]],
		['an echo of the shipment', { ...echo, setId: id }, [id]],
		['no other ID of a set', { sets: [{ setId: id, transactionUuid: other, customer: other, files: [other] }] }, [id]],
		['no other ID of a set alone', { set: { setId: id, transactionUuid: other } }, [id]],
		['no ID of a set that has none of its own', { sets: [{ setRef: 'A', customer: other }] }, []],
		['other IDs', { id, transactionId: other, traceId: other }, []],
		['a numeric ID', { id: 4711, result: 0 }, []],
		['an offset', { offsetId: id, assetIds: [other] }, []],
		['no set that a sentence is not about', `Not done, see set ${id}`, []],
		['no set in a sentence of another field', { warnings: [`Set ${id} is older`] }, []],
		['words with a UUID', `Created ${id}`, []],
	])('%s', async (_what, answer, setIds) => {
		expect(await importing(answer)).toMatchObject({ setIds, sign: null, isEmpty: false });
	});

	it.each<[what: string, answer: unknown, setIds: string[]]>([
		['a set in a sentence', `Set ${id} created`, [id]],
		['a set in a message', { code: 200, message: `Set ID: ${id}.` }, [id]],
		['sets in a sentence', `Sets ${id}, ${other} and ${id.toUpperCase()} created`, [id, other]],
		['a set that was not created', `Set ${id} could not be created`, [id]],
	])('%s, which the search has to confirm', async (_what, answer, setIds) => {
		expect(await importing(answer)).toMatchObject({ setIds, sign: 'sentence' });
	});
});

describe('a response of success has no sign of a refusal', () => {
	it.each<[what: string, fields: object]>([
		['empty errors', { errors: [], error: null, fault: {}, faults: [{}], Errors: [null, ''] }],
		['errors counted', { error: 0, errors: false, hasErrors: true, failed: 1 }],
		['fields that only contain the word', { errorReportUrl: '/r', errorCode: 'E', errorMessage: 'x', noError: true }],
		['constant fields with threatening names', { rejectionAllowed: true, failFast: true, errorHandling: 'STRICT' }],
		['dates with threatening names', { invalidAfter: '2027-01-01', expired: false, problems: 'none found' }],
		['codes that are not of HTTP', { code: 0, statusCode: 'E-400', returnCode: 8, rc: -1 }],
		['codes as texts', { code: '450', statusCode: '500' }],
		['a status of sets', { status: 'IMPORTED', sets: [{ setId: id, status: 'drafted' }] }],
		['a success in other words', { success: 'N', ok: 0, imported: false, erfolg: false }],
		['an echo of the shipment', echo],
	])('with %s', async (_what, fields) => {
		expect(await importing({ ...fields, setId: id })).toMatchObject({ setIds: [id], sign: null });
	});
});

describe('a response of success has a sign of a refusal', () => {
	it.each<[what: string, answer: unknown, headers?: Headers]>([
		['errors', { setIds: [id], errors: ['No PDF attached'] }],
		['an error in an envelope', { data: { Error: { message: 'No vessel' } }, setId: id }],
		['a fault', { fault: { faultcode: 'Client' } }],
		['a failed set', { sets: [{ setId: id }, { setRef: 'B', error: 'No vessel' }] }],
		['success: false', { success: false, setId: id }],
		['one of several that is not ok', [{ setId: id }, { OK: false }]],
		['a code', { code: 400, message: 'No vessel' }],
		['a status', { result: { status: 599 } }],
		['a status in words', { setId: id, status: 'FAILED' }],
		['a status as text', { setId: id, status: '500' }],
		['a status code', { response: { statusCode: 422 } }],
		['a code beside what is nested without end', `{"code":500,"data":${'['.repeat(100_000) + ']'.repeat(100_000)}}`],
		['JSON in JSON', JSON.stringify(JSON.stringify({ success: false }))],
		['JSON in a field', { body: '{"errors":["No vessel"]}', setId: id }],
		['XML with a fault', '<s:Envelope><s:Body><s:Fault><faultstring/></s:Fault></s:Body></s:Envelope>'],
	])('with %s', async (_what, answer, headers = {}) => {
		expect(await importing(answer, headers)).toMatchObject({ sign: 'refusal' });
	});

	const html = { 'content-type': 'text/html; charset=utf-8' };
	it.each<[what: string, answer: unknown, headers?: Headers]>([
		['a page behind a comment', '<!-- sso -->\n<!DOCTYPE html><title>Sign in</title>', html],
		['a page of another type', '<!-- sso -->\n<!DOCTYPE html><title>Sign in</title>'],
		['a script', '<script>location = "/login"</script>'],
		['a redirect of a page', '<meta http-equiv="refresh" content="0; url=/login">'],
		['XHTML', `<html xmlns="http://www.w3.org/1999/xhtml"><setId>${id}</setId></html>`],
		['a page without markup', 'Please sign in', html],
	])('as a web page: %s', async (_what, answer, headers = {}) => {
		expect(await importing(answer, headers)).toMatchObject({ sign: 'page', setIds: [], response: null });
	});

	it.each<[what: string, answer: string | Buffer, headers?: Headers]>([
		['gzip without a header', gzipSync(JSON.stringify({ setId: id }))],
		['gzip in gzip', gzipSync(gzipSync('{"success":false}')), { 'content-encoding': 'gzip, gzip' }],
		['zstd', Buffer.from('28b52ffd240f790000', 'hex'), { 'content-encoding': 'zstd' }],
		['compress', Buffer.from('1f9d9022e6cc910307', 'hex'), { 'content-encoding': 'compress' }],
		['deflated without a header', deflateSync('{"success":true}')],
		['binary', Buffer.from([0, 1, 2, 3])],
		['JSON that breaks off', `{"setId":"${id}"`],
		['JSON that begins as a list', '[{"status":"OK"},'],
		['JSON that goes on behind its end', '{"success":true}\n{"success":false}'],
	])('if it cannot be read: %s', async (_what, answer, headers = {}) => {
		expect(await importing(answer, headers)).toMatchObject({ sign: 'unreadable', setIds: [], response: null });
	});
});

it.each<[what: string, answer: unknown, status?: number]>([
	['nothing', ''],
	['204', '', 204],
	['blanks', ' \n'],
	['an empty object', {}],
	['an empty list', []],
	['null', 'null'],
	['OK', 'OK'],
	['an envelope of success', { code: 200, status: 'OK', data: {}, links: [] }],
	['a success', { success: true }],
])('a response of success may say no more than that: %s', async (_what, answer, status = 200) => {
	expect(await importing(answer, { status })).toMatchObject({ isEmpty: true, sign: null, setIds: [] });
});

it.each<[what: string, answer: unknown]>([
	['a sentence', 'Shipment imported'],
	['a message', { code: 200, message: 'Shipment imported' }],
	['a number', '0'],
	['false', 'false'],
	['true', 'true'],
	['a status of its own', { status: 0 }],
	['counts', { created: 0, updated: 0, skipped: 1 }],
	['a flag', { imported: false }],
])('a response of success says something that only its words explain: %s', async (_what, answer) => {
	expect(await importing(answer)).toMatchObject({ isEmpty: false, sign: null, setIds: [] });
});

it('quotes what the exchange said once in the error that is thrown if nothing shows the import', async () => {
	const { doubt } = await importing({ setIds: [id], errors: ['No PDF attached'], requestId: other });
	expect(doubt).toMatchObject({
		message: 'It is not known whether the shipment with import reference REF-1 was imported: No PDF attached',
		description: expect.stringContaining(`names the set ID ${id}: a part of the shipment may be there`) as string,
	});
	expect(doubt.description).toMatch(/not sent again.*Look for it in the inbox.*after 30 minutes, import it again/);
	expect(doubt.description).not.toContain('No PDF attached');
});
