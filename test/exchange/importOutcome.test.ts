import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { createClient, type ImportBody } from '../../nodes/CargoExchange/exchange/client';
import { ImportOutcomeUnknown, ServiceError } from '../../nodes/CargoExchange/errors';
import { accountAt, answersToken, quickTries, useServers } from '../helpers/exchangeClient';

const bytes = Buffer.from('{"shipmentReference":"S-1","sets":[{"setRef":"A"}]}');
const body: ImportBody = { length: bytes.length, open: () => Readable.from([bytes]) };
const stringMatching = (pattern: RegExp) => expect.stringMatching(pattern) as string;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('whether a shipment was imported', () => {
	const serve = useServers();
	/** How many imports arrived. */
	let arrived = 0;
	/** The client's end of the connection that the import uses. */
	let socket: Socket;
	const keepSocket = (message: unknown) => {
		// The message is undici's, whose type is not exported.
		({ socket } = message as { socket: Socket });
	};

	async function importing(answer: RequestListener, settings: Parameters<typeof createClient>[1] = {}) {
		arrived = 0;
		const server = await serve((request, response) => {
			if (answersToken(request, response)) return;
			request.resume().on('end', () => {
				arrived++;
				answer(request, response);
			});
		});
		return createClient(accountAt(server.url), { ...quickTries, ...settings })
			.importShipment('REF-1', body)
			.catch((thrown: unknown) => thrown);
	}

	beforeEach(() => {
		subscribe('undici:client:connected', keepSocket);
	});
	afterEach(() => {
		unsubscribe('undici:client:connected', keepSocket);
	});

	const codes = ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'EPROTO'];
	it.each(codes)('is not known when the connection ends with %s after the body was sent', async (code) => {
		const outcome = await importing(() => socket.destroy(Object.assign(new Error(`read ${code}`), { code })));
		expect(outcome).toBeInstanceOf(ImportOutcomeUnknown);
		expect(arrived).toBe(1);
	});

	it.each(codes)('is not known when the connection ends with %s in the middle of the answer', async (code) => {
		const outcome = await importing((_request, response) => {
			response.writeHead(200, { 'content-length': 100 }).write('{"setIds":[', () => {
				setTimeout(() => socket.destroy(Object.assign(new Error(`read ${code}`), { code })), 20);
			});
		});
		expect(outcome).toBeInstanceOf(ImportOutcomeUnknown);
		expect(arrived).toBe(1);
	});

	it('is not known when a gateway answers before the shipment has been sent', async () => {
		for (const answer of ['', '{"status":"OK"}']) {
			const server = await serve((request, response) => {
				if (answersToken(request, response)) return;
				response.end(answer);
			});
			const large = {
				length: 64_000_000,
				open: () => Readable.from(Array<Buffer>(64).fill(Buffer.alloc(1_000_000, ' '))),
			};
			const outcome = createClient(accountAt(server.url), quickTries).importShipment('REF-1', large);
			await expect(outcome).rejects.toBeInstanceOf(ImportOutcomeUnknown);
		}
	});

	it.each([
		['a success', `{"data":${nested(100_000)}}`],
		['a list', nested(100_000)],
	])('is known when the answer is nested without end: %s', async (_what, answer) => {
		const outcome = await importing((_request, response) => response.end(answer));
		expect(outcome).toMatchObject({ status: 200 });
		expect(outcome).not.toBeInstanceOf(Error);
		expect(() => structuredClone(outcome)).not.toThrow();
		expect(() => JSON.stringify(outcome)).not.toThrow();
	});

	const refusals = [400, 403, 404, 405, 411, 413, 414, 415, 421, 422, 426, 429, 431, 494, 495, 496, 497, 505, 511];
	it.each(refusals)('is known, it was not, after %i', async (status) => {
		const outcome = await importing((_request, response) => response.writeHead(status).end('{"message":"No"}'));
		expect(outcome).toBeInstanceOf(ServiceError);
		expect(outcome).not.toBeInstanceOf(ImportOutcomeUnknown);
		expect(outcome).toMatchObject({
			status,
			serviceMessage: 'No',
			description: stringMatching(/Nothing was imported\.$/),
		});
		expect(arrived).toBe(1);
	});

	it.each([302, 303, 402, 406, 408, 409, 410, 412, 423, 425, 498, 500, 501, 502, 503, 504])(
		'is not known after %i',
		async (status) => {
			const outcome = await importing((_request, response) =>
				response.writeHead(status, { location: '/elsewhere' }).end('{"message":"Hm"}'),
			);
			expect(outcome).toBeInstanceOf(ImportOutcomeUnknown);
			expect(outcome).toMatchObject({
				status,
				message: 'It is not known whether the shipment with import reference REF-1 was imported',
			});
			expect(arrived).toBe(1);
		},
	);

	it.each([301, 307, 308])('is known, it was not, after %i, and the message has the Import URL', async (status) => {
		for (const [location, address] of [
			['https://imports.example/ebl/api/v1/shipments?importRef=1', 'https://imports.example/ebl/api/v1/shipments'],
			['/ebl/api/v1/shipments', /http:\/\/127.0.0.1:\d+\/ebl\/api\/v1\/shipments/],
			[undefined, undefined],
		] as const) {
			const outcome = await importing((_request, response) =>
				response.writeHead(status, location === undefined ? {} : { location }).end(),
			);
			expect(outcome).toMatchObject({
				name: 'ServiceError',
				status,
				description: stringMatching(/Nothing was imported\.$/),
			});
			const { source = address } = address instanceof RegExp ? address : {};
			if (source !== undefined)
				expect(outcome).toMatchObject({
					description: stringMatching(new RegExp(`If ${source} is correct, enter it as the Import URL`)),
				});
		}
	});

	const set = '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4';
	it.each<[number, string]>([
		[422, `{"message":"1 of 2 sets could not be imported","results":[{"setId":"${set}"},{"error":"no consignee"}]}`],
		[400, `{"message":"partially imported","setIds":["${set}"]}`],
		[401, `{"newSetId":"${set}"}`],
		[400, `<response><set id="${set}"/><error>no consignee</error></response>`],
		[400, `Set ID: ${set}. The other set could not be imported.`],
		[422, `{"error":"x","setId":{"id":"${set}"}}`],
		[422, `{"setIds":[{"value":"${set}"}]}`],
		[400, `{"createdSets":["${set}"],"error":"no consignee"}`],
		[422, `{"sets":{"items":[{"id":"${set}"}]}}`],
		[422, set],
	])('is not known after %i if the answer names a set: %s', async (status, answer) => {
		const outcome = await importing((_request, response) => response.writeHead(status).end(answer));
		expect(outcome).toBeInstanceOf(ImportOutcomeUnknown);
		expect(outcome).toMatchObject({
			status,
			description: expect.stringContaining(`names the set ID ${set}: a part of the shipment may be there`) as unknown,
		});
		expect(arrived).toBe(1);
	});

	it.each([400, 401, 422])('is not known after %i if the answer is too long to be read to its end', async (status) => {
		const answer = `{"pad":"${'x'.repeat(70_000)}","setId":"${set}"}`;
		const outcome = await importing((_request, response) => response.writeHead(status).end(answer));
		expect(outcome).toBeInstanceOf(ImportOutcomeUnknown);
		expect(arrived).toBe(1);
	});

	it.each([400, 401, 422])('is not known after %i if the answer cannot be decoded', async (status) => {
		const answer = Buffer.from(`{"setId":"${set}"}`, 'utf16le');
		const outcome = await importing((_request, response) => response.writeHead(status).end(answer));
		expect(outcome).toBeInstanceOf(ImportOutcomeUnknown);
		expect(arrived).toBe(1);
	});

	it.each([
		`{"errors":{"setId":"required"}}`,
		`{"sets":[{"id":"REF-1-A","error":"B/L date is missing"},{"id":1}]}`,
		`{"message":"The customer ${set} is unknown"}`,
		`{"errors":{"shipper.customerId":["${set} is unknown"]},"traceId":"${set}"}`,
		`<html>Support ID: ${set}</html>`,
	])('is known, it was not, if a refusal names another ID: %s', async (answer) => {
		const outcome = await importing((_request, response) => response.writeHead(400).end(answer));
		expect(outcome).toMatchObject({ name: 'ServiceError', status: 400 });
	});

	it.each([400, 401, 413])('is not known when an answer of %i breaks off', async (status) => {
		const outcome = await importing((_request, response) =>
			response.writeHead(status, { 'content-length': 100 }).write('{"message":"', () => response.destroy()),
		);
		expect(outcome).toBeInstanceOf(ImportOutcomeUnknown);
		expect(arrived).toBe(1);
	});

	it('is known, it was not, when the login is refused after a complete 401', async () => {
		let logIns = 0;
		const server = await serve((request, response) => {
			if (request.url?.endsWith('/token') === true) {
				if (++logIns === 1) response.end('{"token":"opaque-token"}');
				else response.writeHead(403).end('{"message":"locked"}');
			} else request.resume().on('end', () => response.writeHead(401).end());
		});
		const outcome = await createClient(accountAt(server.url), quickTries)
			.importShipment('REF-1', body)
			.catch((thrown: unknown) => thrown);
		expect(outcome).toMatchObject({ name: 'ServiceError', status: 403, serviceMessage: 'locked' });
		expect(outcome).not.toBeInstanceOf(ImportOutcomeUnknown);
	});

	it('is not known when the execution is cancelled after the body was sent', async () => {
		const cancel = new AbortController();
		const reason = new Error('cancelled by the user');
		const outcome = await importing(
			() => {
				cancel.abort(reason);
			},
			{ signal: cancel.signal },
		);
		expect(outcome).toBeInstanceOf(ImportOutcomeUnknown);
		expect(outcome).toMatchObject({ cause: reason });
	});
});
