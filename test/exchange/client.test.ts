import { createClient, type ExchangeClient } from '../../nodes/CargoExchange/exchange/client';
import { closeConnections } from '../../nodes/CargoExchange/exchange/http/connectionPool';
import { startSimulator, type Simulator } from '../../simulator';
import { accountFor, readPdf } from '../helpers/exchangeClient';

describe('the calls of the specification', () => {
	let exchange: Simulator;
	let client: ExchangeClient;

	beforeAll(async () => {
		exchange = await startSimulator();
		client = createClient(accountFor(exchange));
	});
	afterAll(async () => {
		await closeConnections();
		await exchange.stop();
	});
	beforeEach(() => {
		exchange.requests.length = 0;
	});

	it.each([
		['nothing', ''],
		['a word', 'abc'],
		['a path', '../../../etc/passwd'],
		['a slash', '01234567-89ab-cdef-0123-456789abcdef/..'],
		['an encoded slash', '01234567-89ab-cdef-0123-456789abcdef%2f..'],
		['a query', '01234567-89ab-cdef-0123-456789abcdef?x=1'],
		['a line break', '01234567-89ab-cdef-0123-456789abcdef\r\nX-Evil: 1'],
		['a trailing line break', '01234567-89ab-cdef-0123-456789abcdef\n'],
	])('never sends an id that is %s', async (_what, id) => {
		const good = '01234567-89ab-cdef-0123-456789abcdef';
		await expect(client.pdf({ setId: id, documentId: good }, readPdf)).rejects.toMatchObject({
			name: 'InvalidInput',
			field: 'setId',
		});
		await expect(client.pdf({ setId: good, documentId: id }, readPdf)).rejects.toMatchObject({ field: 'documentId' });
		if (id !== '') {
			const asked = { setId: good, documentId: good, customerId: id };
			await expect(client.pdf(asked, readPdf)).rejects.toMatchObject({
				field: 'customerId',
			});
		}
		expect(exchange.requests).toEqual([]);
	});
});
