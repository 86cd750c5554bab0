import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Readable } from 'node:stream';
import { createClient, type ImportBody } from '../../nodes/CargoExchange/exchange/client';
import { InvalidInput } from '../../nodes/CargoExchange/errors';
import { startSimulator, type Simulator } from '../../simulator';
import { createDeferredPromise } from '../helpers/deferred';
import { accountAt, accountFor, changed, quickTries, useExchange } from '../helpers/exchangeClient';

function payload(extra = ''): ImportBody {
	const bytes = Buffer.from(JSON.stringify({ shipmentReference: 'S-1', sets: [{ setRef: 'A' }], extra }));
	const halves = [bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)];
	return { length: bytes.length, open: () => Readable.from(halves) };
}

describe('importing a shipment', () => {
	const serve = useExchange();
	let exchange: Simulator;

	beforeEach(async () => {
		exchange = await startSimulator();
	});
	afterEach(() => exchange.stop());

	it('reads the answer of an exchange that closes before it has read everything', async () => {
		const closed = createDeferredPromise<null>();
		const server = await serve((request, response) => {
			request.once('data', () => {
				response.writeHead(413).end('{"errorMessage":"20 MB at most"}');
				request.socket.destroy();
				closed.resolve(null);
			});
		});
		// What follows cannot be written any more, and is before the answer is read.
		async function* open() {
			yield Buffer.alloc(1_000);
			await closed.promise;
			for (let count = 0; count < 9; count++) yield Buffer.alloc(1_000);
		}
		const client = createClient(accountAt(server.url), quickTries);
		await expect(client.importShipment('REF-1', { length: 10_000, open })).rejects.toMatchObject({
			status: 413,
			message: 'The shipment is too large for the exchange: 20 MB at most',
			description: expect.stringMatching(/Nothing was imported/) as string,
		});
	});

	it('refuses a session cookie with a line break', async () => {
		const client = createClient({ ...accountFor(exchange), sessionCookie: 'a=b\r\nX-Evil: 1' });
		await expect(client.importShipment('REF-1', payload())).rejects.toMatchObject({ field: 'sessionCookie' });
		expect(exchange.requests).toEqual([]);
	});

	it('passes on what the payload itself could not give, and says nothing about the exchange', async () => {
		const client = createClient(accountFor(exchange), quickTries);
		const missing = new Error('The PDF is gone');
		const open = () =>
			new Readable({
				read() {
					this.destroy(missing);
				},
			});
		await expect(client.importShipment('REF-1', { length: 100, open })).rejects.toBe(missing);
	});

	it.each([
		['before', 'It is not known whether the shipment with import reference REF-1 was imported'],
		['after', 'It is not known whether the shipment with import reference REF-1 was imported'],
	])('is in doubt if the payload cannot be read on, %s an answer', async (when, message) => {
		let fail = () => {};
		const failed = new Promise<void>((resolve) => (fail = resolve));
		const server = await serve((request, response) => {
			request.once('data', () => {
				if (when === 'before') fail();
				else response.writeHead(200, { 'content-length': 100 }).write('{"setIds":[');
			});
		});
		async function* open() {
			yield Buffer.from('{"sets":');
			subscribe('undici:request:headers', fail);
			await failed;
			unsubscribe('undici:request:headers', fail);
			throw new InvalidInput({ field: 'pdfs', message: 'a.pdf changed', description: 'It was cut off.' });
		}
		const client = createClient(accountAt(server.url), quickTries);
		await expect(client.importShipment('REF-1', { length: 100, open })).rejects.toMatchObject({
			name: 'ImportOutcomeUnknown',
			message,
			description: expect.stringMatching(
				when === 'after' ? /not sent again/ : /^a.pdf changed. It was cut off./,
			) as string,
		});
	});

	it('never quotes the session cookie, the token or the password that a page echoes', async () => {
		const server = await serve((request, response) => {
			const { cookie, authorization } = request.headers;
			request.resume().on('end', () => response.writeHead(400).end(`<html><title>${cookie} ${authorization}</title>`));
		});
		const account = accountAt(server.url, { sessionCookie: 'SESSION=c00kie-value; lang=en' });
		await expect(createClient(account, quickTries).importShipment('REF-1', payload())).rejects.toMatchObject({
			message: 'The exchange did not accept the shipment: *** Bearer ***',
		});
	});

	it.each([
		['', 'There is no shipment import at the Base URL', /may have another address for imports/],
		[null, 'There is no shipment import at this address', /Check the Import URL/],
	])('goes to the Base URL without an Import URL, and a 404 says so: %p', async (importUrl, message, description) => {
		const server = await serve((request, response) => {
			request.resume().on('end', () => response.writeHead(404).end());
		});
		const account = accountAt(server.url, importUrl === null ? {} : { importUrl });
		await expect(createClient(account, quickTries).importShipment('REF-1', payload())).rejects.toMatchObject({
			message,
			description: expect.stringMatching(description) as string,
		});
	});

	it('is repeated when nobody listened yet: nothing had been sent', async () => {
		const account = changed(accountFor(exchange), { importUrl: 'http://127.0.0.1:1' });
		const client = createClient(account, { ...quickTries, tries: 2 });
		const open = jest.fn(() => payload().open());
		await expect(client.importShipment('REF-1', { ...payload(), open })).rejects.toMatchObject({
			message: '127.0.0.1:1 refused the connection',
			description: expect.stringMatching(/Tried 2 times\.$/) as string,
		});
		expect(open).not.toHaveBeenCalled();
	});
});
