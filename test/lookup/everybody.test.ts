import { json } from 'node:stream/consumers';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { runNode } from '../helpers/engine';
import { useExchange } from '../helpers/exchangeClient';
import { jsonOf, textWith } from '../helpers/exchangeNode';

const customerId = '0b9f1c52-6a3e-4d0f-8f57-2c1d9e7ab3f4';
const sets = ['OLD-1', 'OLD-2'].map((shipmentRef, index) => ({
	setId: `00000000-0000-4000-8000-00000000000${index}`,
	shipmentRef,
}));

type Asked = { customerIds?: string[]; shipmentRef?: string; status?: string };

describe('a search among all customers', () => {
	const serve = useExchange();

	/** An exchange that shows sets only if `isShown`, and otherwise none without a word; null: it rejects the search. */
	async function exchange(isShown: (asked: Asked) => boolean | null, counterpartiesStatus = 200) {
		const searches: Asked[] = [];
		let imports = 0;
		const { url } = await serve((request, response) => {
			if (request.url?.endsWith('/counterparties') === true) {
				response.writeHead(counterpartiesStatus).end(JSON.stringify([{ customerId, customerName: 'Nordhavn' }]));
			} else if (request.url?.includes('/shipments') === true) {
				imports++;
				request.resume().on('end', () => response.end('{}'));
			} else
				void json(request).then((body) => {
					const asked = body as Asked;
					searches.push(asked);
					const isWanted = ({ shipmentRef }: { shipmentRef: string }) =>
						[undefined, shipmentRef].includes(asked.shipmentRef);
					if (isShown(asked) === null) response.statusCode = 400;
					const results = isShown(asked) ? sets.filter(isWanted) : [];
					response.end(JSON.stringify({ code: 200, data: { total: results.length, results } }));
				});
		});
		const credentials = {
			cargoExchangeApi: { baseUrl: url, username: `api-${Math.random()}`, password: 'test-password' },
		};
		const run = async (resource: string, operation: string, parameters: object, items = [{ json: {} }]) =>
			await runNode(new CargoExchange(), { parameters: { resource, operation, ...parameters }, credentials, items });
		return {
			searches,
			run,
			imports: () => imports,
			search: async () => await run('set', 'search', { allCustomers: true, returnAll: true }),
			importing: async (...references: string[]) =>
				await run(
					'shipment',
					'import',
					{
						dryRun: false,
						inputMode: 'json',
						payload: '={{ { shipmentReference: $json.ref } }}',
						options: { validation: 'warn', waitSeconds: 0 },
					},
					references.map((ref) => ({ json: { ref } })),
				),
		};
	}

	it('names them if the exchange finds nothing otherwise, and from then on', async () => {
		const { search, searches } = await exchange(({ customerIds }) => customerIds?.length === 1);
		expect(jsonOf(await search())).toMatchObject(sets);
		searches.splice(0);
		expect(jsonOf(await search())).toMatchObject(sets);
		expect(searches).toEqual([{ status: 'ALL', customerIds: [customerId] }]);
	});

	it('finds a shipment that must not be imported again in such an exchange', async () => {
		const { importing, imports } = await exchange(({ customerIds }) => customerIds?.length === 1);
		const { error } = await importing('OLD-2');
		expect(error?.message).toContain('The exchange already has the shipment OLD-2: ');
		expect(imports()).toBe(0);
	});

	it('names nobody, and is one of each folder, if the exchange rejects one of both and shows sets only so', async () => {
		const { importing, imports, search } = await exchange(({ customerIds, status }) =>
			status === 'ALL' ? null : customerIds === undefined && status === 'ACTIVE',
		);
		expect(jsonOf(await search())).toMatchObject(sets);
		expect((await importing('OLD-2')).error?.message).toContain('The exchange already has the shipment OLD-2: ');
		expect(imports()).toBe(0);
	});

	it('is one request for each new shipment if the exchange finds sets without customers', async () => {
		const { importing, imports, searches } = await exchange(() => true);
		expect((await importing('NEW-1', 'NEW-2', 'NEW-3')).items).toHaveLength(3);
		expect(imports()).toBe(3);
		expect(searches.slice(-2)).toEqual([
			{ status: 'ALL', shipmentRef: 'NEW-2' },
			{ status: 'ALL', shipmentRef: 'NEW-3' },
		]);
	});

	it('is one request for each new shipment of an account that shows no set in any way, once that is known', async () => {
		const { importing, searches } = await exchange(() => false);
		await importing('NEW-1');
		const first = searches.splice(0).length;
		expect(first).toBeLessThanOrEqual(12);
		await importing('NEW-2', 'NEW-3', 'NEW-4', 'NEW-5');
		expect(searches).toHaveLength(first + 3);
	});

	it('names them from then on if the exchange requires that, also while the account has no sets', async () => {
		const { importing, searches } = await exchange(({ customerIds }) => (customerIds ? false : null));
		await importing('NEW-1');
		searches.splice(0);
		await importing('NEW-2', 'NEW-3', 'NEW-4');
		expect(searches.every((asked) => asked.customerIds !== undefined)).toBe(true);
		expect(searches.length).toBeLessThanOrEqual(8);
	});

	it('finds the first set of an account that appears while it is waited for', async () => {
		let isThere = false;
		const { run } = await exchange(({ customerIds }) => customerIds?.length === 1 && isThere);
		setTimeout(() => (isThere = true), 500);
		const items = [{ json: { setId: sets[0]!.setId, shipmentRef: 'OLD-1' } }];
		const outcome = await run('document', 'downloadAll', { options: { waitSeconds: 20 } }, items);
		expect(outcome.error?.message).toBe(`The exchange does not list the documents of the set ${sets[0]!.setId}`);
	});

	it('finds nothing, as the exchange says, if the account may not list them', async () => {
		const { search } = await exchange(() => false, 403);
		expect(await search()).toMatchObject({ items: [], hints: [{ message: textWith('No set was found') }] });
	});
});
