import { anyText, jsonOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';
import { importOf, rowOf, shipmentNamed } from '../../helpers/shipment';
import type { Fault } from '../../../simulator';
import { searchReply, searchRow } from '../../fixtures/searchReply';

const exchange = useExchangeNode();

/** The exchange shows these sets of the shipment, by their last digit; a digit that comes twice is a set in two transactions. */
function show(shipmentRef: string, digits: string, total = digits.length): void {
	const results = Array.from(digits, (digit, index) => ({
		...searchRow,
		shipmentRef,
		setId: `${searchRow.setId.slice(0, -1)}${digit}`,
		transactionId: `${searchRow.setId.slice(0, -1)}${index}`,
	}));
	const body = searchReply({ offset: 0, limit: 100, total, count: results.length, results });
	exchange.simulator.faults.next({ match: { path: /search/ }, fault: { kind: 'json', body }, times: Infinity });
}

const parametersOf = (reference: string, bills: number, ifPresent: string) =>
	importOf(reference, {
		payload: JSON.stringify(shipmentNamed(reference, bills)),
		ifPresent,
		options: { waitSeconds: 0 },
	});
const withoutPaging = () => exchange.withProfile({ paging: { in: 'none' } });
const named = '01234567-89ab-cdef-0123-456789abcde1 (Consignor Ltd, Issued)';

describe('a shipment of which the exchange has only one of two bills of lading', () => {
	it.each(['fail', 'skip'])('stops the import and names the one that is there (%s)', async (ifPresent) => {
		show('HALF-1', '11');
		const { error } = await exchange.run('shipment.import', parametersOf('HALF-1', 2, ifPresent));
		expect(error?.message).toBe(`The exchange has only 1 of 2 bills of lading of the shipment HALF-1: set ${named}`);
		expect(error?.description).toMatch(
			/^Nothing was sent\..*import only this shipment: remove the other rows.*for this execution only/,
		);
		expect(exchange.imports()).toEqual([]);
	});

	it('may have more of them if the search does not show every set', async () => {
		show('HALF-2', '12', 4);
		const { error } = await exchange.run('shipment.import', parametersOf('HALF-2', 3, 'skip'), withoutPaging());
		expect(error?.message).toMatch(/^The exchange has at least 2 of 3 bills of lading of the shipment HALF-2: /);
	});

	it('is a warning of a dry run', async () => {
		show('HALF-3', '1');
		const parameters = { ...parametersOf('HALF-3', 2, 'skip'), dryRun: true };
		expect(jsonOf(await exchange.run('shipment.import', parameters))).toMatchObject([
			{ imported: false, warnings: [{ advice: textWith('1 of 2 bills of lading'), severity: 'stops' }] },
		]);
	});

	it('stops a sheet that skips shipments, with its row', async () => {
		show('HALF-4', '1');
		const items = ['BL-1', 'BL-2'].map((bill) => rowOf('HALF-4', { 'B/L Number': bill }));
		const { error } = await exchange.run('shipment.import', { inputMode: 'rows', ifPresent: 'skip' }, { items });
		expect(error?.message).toContain('The exchange has only 1 of 2 bills of lading of the shipment HALF-4');
		expect(error?.description).toContain('See Row 2');
	});

	it.each<[string, number, Fault[]]>([
		['this n8n has imported that one', 1, []],
		['the answer was lost', 2, [{ kind: 'resetBeforeHeaders' }]],
	])('is not taken for imported because %s', async (_what, bills, faults) => {
		const reference = `HALF-5-${bills}`;
		show(reference, '');
		for (const fault of faults) exchange.simulator.faults.next({ match: { path: /shipments/ }, fault });
		await exchange.run('shipment.import', parametersOf(reference, bills, 'skip'));
		expect(exchange.imports()).toHaveLength(1);
		exchange.simulator.faults.clear();
		show(reference, '1');
		const { error } = await exchange.run('shipment.import', parametersOf(reference, 2, 'skip'));
		expect(error?.message).toContain(`The exchange has only 1 of 2 bills of lading of the shipment ${reference}`);
		exchange.simulator.faults.clear();
		show(reference, '12');
		const whole = await exchange.run('shipment.import', parametersOf(reference, 2, 'skip'));
		expect(jsonOf(whole)).toMatchObject([{ imported: false, warnings: [{ rule: 'alreadyThere' }] }]);
	});
});

describe('if the search does not show every set', () => {
	it.each(['fail', 'skip'])('a shipment that it does not show is not sent (%s)', async (ifPresent) => {
		show('ANOTHER', '1', 3);
		const parameters = importOf(`HIDDEN-${ifPresent}`, { ifPresent });
		const { error } = await exchange.run('shipment.import', parameters, withoutPaging());
		expect(error?.message).toBe(`The search did not show every set, so the shipment HIDDEN-${ifPresent} may be there`);
		expect(error?.description).toMatch(/^Nothing was sent\. The exchange has 3 sets but sent only 1/);
		expect(error?.description).not.toContain('Import Anyway');
		expect(exchange.imports()).toEqual([]);
	});

	it('a shipment that it shows is there', async () => {
		show('SHOWN-1', '1', 3);
		const parameters = importOf('SHOWN-1', { ifPresent: 'skip' });
		const outcome = await exchange.run('shipment.import', parameters, withoutPaging());
		expect(jsonOf(outcome)).toMatchObject([{ imported: false, setIds: [anyText] }]);
	});
});

const later = /Nothing was sent, because the node could not check .* Run the workflow again later\.$/;

it.each([
	[403, /without protection against duplicates: set "If Shipment Exists" to "Import Anyway"\.$/],
	[422, later],
	[500, later],
	[503, later],
])('only if the search is denied, going without protection is advised: %i', async (status, advice) => {
	const fault = { kind: 'status', status, retryAfter: 600 } as const;
	exchange.simulator.faults.next({ match: { path: /search/ }, fault, times: Infinity });
	const { error } = await exchange.run('shipment.import', importOf('HIDDEN-3'));
	expect(error?.description).toMatch(advice);
	expect(exchange.imports()).toEqual([]);
});
