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

	const id = '01234567-89ab-cdef-0123-456789abcdef';

	it.each(['', 'abc', `${id}\n`])(
		'an ID that cannot be one is refused by its name, and not sent: %j',
		async (setId) => {
			const refused = expect(client.pdf({ setId, documentId: id }, readPdf)).rejects;
			await refused.toMatchObject({ name: 'InvalidInput', field: 'setId' });
			expect(exchange.requests).toEqual([]);
		},
	);

	it.each(['../evil', 'evil?x=1', '%2e%2e%2fevil', `${id}/../evil`, `${id}%2f..%2fevil`, `${id}\r\nevil: 1`])(
		'no call lets a value such as %s into its path',
		async (evil) => {
			const fields = new Set<string>();
			/** Has a value in each field that is asked for: the evil one in a single field. */
			const withEvil = (field: string) =>
				new Proxy(
					{},
					{
						get(_, name) {
							if (typeof name !== 'string') return undefined;
							fields.add(name);
							return name === field ? evil : id;
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
