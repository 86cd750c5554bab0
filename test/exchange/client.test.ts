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

	it.each([['../evil'], ['evil?x=1'], ['%2e%2e%2fevil']])(
		'no call lets a value such as %s into its path',
		async (evil) => {
			const good = '01234567-89ab-cdef-0123-456789abcdef';
			const fields = new Set<string>();
			/** Has a value in each field that is asked for: the evil one in a single field. */
			const withEvil = (field: string) =>
				new Proxy(
					{},
					{
						get(_, name) {
							if (typeof name !== 'string') return undefined;
							fields.add(name);
							return name === field ? evil : good;
						},
					},
				);
			const attempt = async (value: unknown) => {
				const calls: unknown[] = Object.values(client);
				const functions = calls.filter((call) => typeof call === 'function');
				for (const call of functions) {
					const outcome: unknown = Reflect.apply(call, client, [value, value]);
					// A call may also refuse the value.
					await Promise.resolve(outcome).catch(() => undefined);
				}
			};
			await attempt(evil);
			await attempt(withEvil(''));
			expect([...fields]).toContain('setId');
			for (const field of fields) await attempt(withEvil(field));
			const paths = exchange.requests.map(({ path }) => decodeURIComponent(path.split('?')[0] ?? ''));
			expect(paths.length).toBeGreaterThan(3);
			expect(paths.filter((path) => path.includes('evil'))).toEqual([]);
		},
	);
});
