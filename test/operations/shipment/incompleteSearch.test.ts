import { jsonOf, useExchangeNode } from '../../helpers/exchangeNode';
import { importOf } from '../../helpers/shipment';
import { searchReply, searchRow } from '../../fixtures/searchReply';

const exchange = useExchangeNode();
/** An exchange that sends one of three sets, and no more however often it is asked. */
function showOneOfThree(shipmentRef: string): void {
	const page = { offset: 0, limit: 100, total: 3, count: 1, results: [{ ...searchRow, shipmentRef }] };
	const fault = { kind: 'json', body: searchReply(page) } as const;
	exchange.simulator.faults.next({ match: { path: /search/ }, fault, times: Infinity });
}
const withoutPaging = () => exchange.withSpecifics({ paging: 'none' });

describe('if the search does not show every set', () => {
	it.each(['fail', 'skip'])('a shipment that it does not show is not sent (%s)', async (ifPresent) => {
		showOneOfThree('ANOTHER');
		const parameters = importOf(`HIDDEN-${ifPresent}`, { ifPresent });
		const { error } = await exchange.run('shipment.import', parameters, withoutPaging());
		expect(error?.message).toBe(`The search did not show every set, so the shipment HIDDEN-${ifPresent} may be there`);
		expect(error?.description).toMatch(/^Nothing was sent\. The exchange has 3 sets but sent only 1/);
		expect(error?.description).not.toContain('Import Anyway');
		expect(exchange.imports()).toEqual([]);
	});

	it('a shipment that it shows is there', async () => {
		showOneOfThree('SHOWN-1');
		const parameters = importOf('SHOWN-1', { ifPresent: 'skip' });
		const outcome = await exchange.run('shipment.import', parameters, withoutPaging());
		expect(jsonOf(outcome)).toMatchObject([{ imported: false, setIds: [searchRow.setId] }]);
	});
});

it.each([422, 500, 503])(
	'is not advised to go without protection after a search that fails with %i',
	async (status) => {
		const fault = { kind: 'status', status, retryAfter: 600 } as const;
		exchange.simulator.faults.next({ match: { path: /search/ }, fault, times: Infinity });
		const { error } = await exchange.run('shipment.import', importOf('HIDDEN-3'));
		expect(error?.description).toMatch(
			/Nothing was sent, because the node could not check .* Run the workflow again later\.$/,
		);
	},
);
