import { Readable } from 'node:stream';
import { createClient, type ImportBody } from '../../nodes/CargoExchange/exchange/client';
import { ImportOutcomeUnknown } from '../../nodes/CargoExchange/errors';
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

const serve = useExchange();
const json = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

async function importing(answer: unknown, { status = 200, ...headers }: Record<string, string | number> = {}) {
	const { url } = await serve((request, response) => {
		request.resume().on('end', () => {
			response.writeHead(Number(status), { 'content-type': 'application/json', ...headers }).end(json(answer));
		});
	});
	return createClient(accountAt(url), quickTries)
		.importShipment('REF-1', body)
		.catch((thrown: unknown) => thrown);
}

describe('a response of success confirms the import', () => {
	it.each<[what: string, answer: unknown, setIds: string[], headers?: Record<string, string | number>]>([
		['set IDs', { setIds: [id, other] }, [id, other]],
		['sets with their IDs', { sets: [{ setId: id, setRef: 'A' }, { setId: id.toUpperCase() }] }, [id]],
		['sets with IDs of another name', { data: { sets: [{ id }] } }, [id]],
		['set IDs of another spelling', { SET_ID: id, newSetIds: [other] }, [id, other]],
		['a list of sets', [{ setId: id }, { setId: other }], [id, other]],
		['numeric set IDs', { setId: 4711 }, ['4711']],
		['a bare UUID', id, [id]],
		['a bare UUID as JSON', JSON.stringify(id), [id]],
		['an envelope', { code: 200, status: 'OK', data: { setId: id }, links: [] }, [id]],
		['an envelope around a UUID', { code: 200, status: 'OK', data: id }, [id]],
		['a text with a UUID', `Created ${id}`, [id], { 'content-type': 'text/plain' }],
		['201 with Location', '', [id], { status: 201, location: `/api/v1/shipments/${id}?importRef=${other}` }],
		['empty errors', { setId: id, errors: [], errorMessage: '', error: null, errorCode: 0, hasErrors: false }, [id]],
		[
			'errors that are none',
			{ setId: id, error: 'none', errors: { shipment: [] }, errorCode: '0000', failed: 0 },
			[id],
		],
		['an error of success', { setId: id, error: { code: 0, message: 'Success' }, errorCode: '200' }, [id]],
		['warnings', { setId: id, warnings: ['Vessel unknown'], message: 'Imported with errors corrected' }, [id]],
		[
			'errors with the severity of warnings',
			{
				setId: id,
				errors: [
					{ severity: 'WARNING', message: 'Vessel unknown' },
					{ level: 'I', code: 7 },
				],
			},
			[id],
		],
		[
			'a status that has errors in its name',
			{ setId: id, status: 'COMPLETED_WITHOUT_ERRORS', success: true, imported: 1 },
			[id],
		],
		['an echo of the shipment', { ...echo, setId: id }, [id]],
		[
			'messages that are no errors',
			{ setId: id, messages: [{ type: 'S', severity: 'INFO', text: 'Saved' }], created: 0, failed: 0, expired: false },
			[id],
		],
		[
			'XML with a set ID',
			`<?xml version="1.0"?><ns:reply><status>OK</status><ns:setId>${id}</ns:setId></ns:reply>`,
			[id],
			{ 'content-type': 'application/xml' },
		],
		[
			'XML with a set ID in an attribute',
			`<reply><errors/><set id="${id}"/></reply>`,
			[id],
			{ 'content-type': 'text/xml' },
		],
	])('%s', async (_what, answer, setIds, headers = {}) => {
		expect(await importing(answer, headers)).toMatchObject({ setIds, notes: [] });
	});

	it.each<[what: string, answer: unknown, headers?: Record<string, string | number>]>([
		['nothing', ''],
		['204', '', { status: 204 }],
		['an empty object', {}],
		['null', 'null'],
		['true', 'true'],
		['OK', 'OK', { 'content-type': 'text/plain' }],
		['no failures', 'Imported 2 sets, 0 errors', { 'content-type': 'text/plain' }],
		['no failures, counted', 'Error count: 0; rejected: none', { 'content-type': 'text/plain' }],
		['the address of something else', '', { status: 201, location: `/jobs/${id}` }],
		['other IDs', { id, transactionId: other, traceId: other }],
		['a numeric ID', { id: 4711, result: 0 }],
		['an echo of the shipment', echo],
		['an echo of the shipment in an envelope', { code: 200, data: echo }],
		['a message of success', { message: 'Shipment imported, 0 errors' }],
		['a code of the service', { code: 'S-17', success: 'Y', status: 'Signing' }],
	])('with a note that it names no set ID: %s', async (_what, answer, headers = {}) => {
		expect(await importing(answer, headers)).toMatchObject({ setIds: [], notes: ['noSetId'] });
	});

	it.each<[what: string, answer: unknown, headers?: Record<string, string | number>]>([
		['202', { setId: id }, { status: 202, location: `/api/v1/shipments/${other}` }],
		['queued', { setId: id, status: 'QUEUED' }],
		['in progress', { data: { setId: id, state: 'inProgress' } }],
	])('with a note that it is done later: %s', async (_what, answer, headers = {}) => {
		expect(await importing(answer, headers)).toMatchObject({ setIds: [id], notes: ['queued'] });
	});
});

describe('a response of success leaves the import in doubt', () => {
	const html = { 'content-type': 'text/html; charset=utf-8' };
	const xml = { 'content-type': 'text/xml' };
	const text = { 'content-type': 'text/plain' };

	it.each<[what: string, answer: unknown, words: string, headers?: Record<string, string | number>]>([
		['an error with a trace ID', { errorMessage: 'Consignee not found', traceId: id }, ': Consignee not found'],
		[
			'an error with the ID of a customer',
			{ errorMessage: `Customer ${id} may not import` },
			`: Customer ${id} may not import`,
		],
		['a failure with the ID of a request', { status: 'FAILED', requestId: id }, ': FAILED'],
		['errors with a correlation ID', { errors: [{ message: 'No vessel' }], correlationId: id }, ': No vessel'],
		['a list of errors', [{ errorMessage: 'No vessel' }], ': No vessel'],
		['one failure of several', [{ setId: id }, { success: false, message: 'No vessel' }], ': '],
		['an error in an envelope', { data: { code: 400, message: 'No vessel' } }, ': '],
		['an error below a result', { result: { response: { errorCode: 'E17' } } }, ': '],
		['a failed set', { sets: [{ setId: id }, { setRef: 'B', error: 'No vessel' }] }, ': '],
		['a message', { message: 'Shipment rejected' }, ': Shipment rejected'],
		['a message in an envelope', { code: 200, status: 'OK', data: { msg: 'Could not import: no vessel' } }, ': '],
		['a list of messages', { messages: ['The vessel is missing'] }, ': '],
		['a status code', { statusCode: 400, message: 'No vessel' }, ': No vessel'],
		['a status with its reason', { status: '422 Unprocessable' }, ': 422 Unprocessable'],
		['a code as text', { code: '500', message: 'No database' }, ': No database'],
		['a status in several words', { status: 'VALIDATION_ERROR', message: 'No vessel' }, ': No vessel'],
		['a status of its own', { status: { code: 17, severity: 'ERROR', error: 'No vessel' } }, ': '],
		['a result', { result: 'FAILED' }, ': '],
		['an envelope of another name', { importResult: { status: 'REJECTED' }, meta: { code: 200 } }, ': '],
		['a result in messages', { messages: [{ severity: 'ERROR', text: 'No vessel' }] }, ': '],
		['a message of its own kind', { TYPE: 'E', MESSAGE: 'No vessel' }, ': '],
		['an envelope of one letter', { d: { error: { message: 'No vessel' } } }, ': '],
		['a summary', { summary: { imported: 0, failed: 1 } }, ': '],
		['a reason', { rejectReason: 'No vessel' }, ': '],
		['a status in a set', { sets: [{ setId: id, status: 'REJECTED' }] }, ': '],
		['a part', { status: 'PARTIALLY_IMPORTED', setId: id }, ': PARTIALLY_IMPORTED'],
		['a status of HTTP as text', { statusText: 'Bad Request' }, ': '],
		['what is not done', { created: false }, ': '],
		['a session', { sessionExpired: true }, ': '],
		['a negative acknowledgement', { ack: 'NACK' }, ': '],
		['a list of texts', ['error: no vessel'], ': '],
		['a list of flags', [true, false], ': '],
		['a number', '-1', ': -1'],
		['success: N', { success: 'N' }, ': '],
		['success: 0', { success: 0 }, ': '],
		['imported: false', { imported: false, message: 'No vessel' }, ': No vessel'],
		['some that failed', { imported: 1, failed: 1 }, ': '],
		['false', 'false', ': false'],
		['a problem', { title: 'No vessel' }, ': No vessel', { 'content-type': 'application/problem+json' }],
		['a text', 'ERROR: shipment rejected, no vessel', ': ERROR: shipment rejected, no vessel', text],
		[
			'a text that does not begin so',
			'The shipment could not be imported',
			': The shipment could not be imported',
			text,
		],
		['a status alone', 'HTTP 500', ': HTTP 500', text],
		['what is missing', 'Missing field: vessel', ': Missing field: vessel', text],
		['a database', 'ORA-00001: unique constraint violated', ': ORA-00001: unique constraint violated', text],
		['a page behind a comment', '<!-- sso -->\n<!DOCTYPE html><title>Sign in</title>', '', html],
		['a page of another type', '<!-- sso -->\n<!DOCTYPE html><title>Sign in</title>', ''],
		['a script', '<script>location = "/login"</script>', ''],
		['a redirect of a page', '<meta http-equiv="refresh" content="0; url=/login">', ''],
		['a heading', '<h1>Service temporarily unavailable</h1>', ''],
		[
			'XHTML',
			`<html xmlns="http://www.w3.org/1999/xhtml"><setId>${id}</setId></html>`,
			'',
			{ 'content-type': 'application/xhtml+xml' },
		],
		['a page without markup', 'Please sign in', '', html],
		[
			'a SOAP fault',
			'<s:Envelope><s:Body><s:Fault><faultstring>No vessel</faultstring></s:Fault></s:Body></s:Envelope>',
			': No vessel',
			xml,
		],
		['a fault beside a set ID', `<r><setId>${id}</setId><fault>No vessel</fault></r>`, ': ', xml],
		['XML that fails', `<r success="false"><setId>${id}</setId></r>`, ': ', xml],
		['XML without a set ID', `<r><id>${id}</id></r>`, '', xml],
	])('%s', async (_what, answer, words, headers = {}) => {
		const outcome = await importing(answer, headers);
		expect(outcome).toBeInstanceOf(ImportOutcomeUnknown);
		expect(outcome).toMatchObject({
			message: expect.stringContaining(`import reference REF-1 was imported${words}`) as string,
			description: expect.stringMatching(/not sent again.*Look for it in the inbox/) as string,
		});
	});

	it('although it names a set ID, which the message shows', async () => {
		const outcome = await importing({ setIds: [id], errors: ['No PDF attached'], requestId: other });
		expect(outcome).toMatchObject({
			message: 'It is not known whether the shipment with import reference REF-1 was imported: No PDF attached',
			description: expect.stringContaining(`names the set ID ${id}: a part of the shipment may be there`) as string,
		});
	});
});
