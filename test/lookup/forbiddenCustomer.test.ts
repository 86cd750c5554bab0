import { json } from 'node:stream/consumers';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { runNode } from '../helpers/engine';
import { useExchange } from '../helpers/exchangeClient';
import { jsonOf } from '../helpers/exchangeNode';

const customers = ['0b9f1c52-6a3e-4d0f-8f57-000000000001', '0b9f1c52-6a3e-4d0f-8f57-000000000002'];
const rows = customers.map((customerId, index) => ({
	setId: `00000000-0000-4000-8000-00000000000${index}`,
	shipmentRef: 'TWINS',
	documents: [{ documentId: customerId, name: `Of set ${index}`, docType: 'Bill of Lading' }],
}));

describe('the documents of a set that shares its shipment', () => {
	const serve = useExchange();

	it.each([400, 403, 404, 422])('are found although the search for one customer is answered %i', async (status) => {
		const { url } = await serve((request, response) => {
			if (request.url?.endsWith('/counterparties') === true) {
				response.end(JSON.stringify(customers.map((customerId) => ({ customerId }))));
				return;
			}
			void json(request).then((body) => {
				const { customerIds = [] } = body as { customerIds?: string[] };
				const isAlone = customerIds.length === 1;
				if (isAlone && customerIds[0] === customers[0]) response.statusCode = status;
				const results = isAlone ? rows.slice(1) : rows.map((row) => ({ ...row, documents: null }));
				response.end(JSON.stringify({ data: { total: results.length, results } }));
			});
		});
		const outcome = await runNode(new CargoExchange(), {
			parameters: { resource: 'document', operation: 'getMany' },
			items: [{ json: { setId: rows[1]!.setId } }],
			credentials: { cargoExchangeApi: { baseUrl: url, username: 'api', password: 'test-password' } },
		});
		expect(jsonOf(outcome)).toMatchObject([{ name: 'Of set 1' }]);
	});
});
