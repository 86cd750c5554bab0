import type { INodeParameters, INodeType } from 'n8n-workflow';
import { CargoExchange } from '../../../nodes/CargoExchange/CargoExchange.node';
import { skipLongWaits } from '../../helpers/clock';
import { runWorkflow } from '../../helpers/engine';
import { jsonOf, textWith, useExchangeNode } from '../../helpers/exchangeNode';
import { shipmentNamed } from '../../helpers/shipment';

const exchange = useExchangeNode();
const imported = () => exchange.imports().map(({ query }) => query['importRef']);
const shipments = (...references: string[]) => references.map((reference) => ({ json: shipmentNamed(reference) }));
const eachItem = { inputMode: 'json', importRef: '={{ $json.shipmentReference }}', payload: '={{ $json }}' };

beforeEach(skipLongWaits);
afterEach(() => jest.restoreAllMocks());

/** The exchange carries the next import out, and its answer is lost. */
function loseTheAnswer(): void {
	const fault = { kind: 'resetBeforeHeaders', processed: true } as const;
	exchange.simulator.faults.next({ match: { path: /shipments/ }, fault });
}

/** The exchange's search does not show yet what was imported. */
function delayTheSearch(): void {
	const body = { code: 200, data: { total: 0, count: 0, results: [] } };
	exchange.simulator.faults.next({ match: { path: /search/ }, fault: { kind: 'json', body }, times: Infinity });
}

describe('if n8n tries the node again by itself', () => {
	it('knows a shipment again although an expression gives another import reference at each try', async () => {
		loseTheAnswer();
		delayTheSearch();
		const { error } = await exchange.run(
			'shipment.import',
			{
				inputMode: 'json',
				importRef: '={{ Math.random().toString() }}',
				payload: JSON.stringify(shipmentNamed('TRY-8')),
			},
			{ tries: 3 },
		);
		expect(error?.message).toContain('not known');
		expect(imported()).toHaveLength(1);
		expect(error?.message).toContain(imported()[0]);
		expect(error?.description).toContain('not sent again');
	});

	it.each(['fail', 'skip'])(
		'gives what the first try imported, and sends only what it did not (%s)',
		async (ifPresent) => {
			const [first, second] = [`TRY-2-${ifPresent}`, `TRY-3-${ifPresent}`];
			exchange.simulator.faults.next({
				match: { path: /shipments/ },
				fault: { kind: 'status', status: 400 },
				after: 1,
			});
			const parameters = { ...eachItem, ifPresent };
			const outcome = await exchange.run('shipment.import', parameters, { items: shipments(first, second), tries: 3 });
			expect(imported()).toEqual([first, second, second]);
			expect(jsonOf(outcome)).toMatchObject([
				{ importRef: first, httpStatus: 200, setIds: [expect.any(String)], warnings: [{ rule: 'notSentAgain' }] },
				{ importRef: second, httpStatus: 200, warnings: [] },
			]);
		},
	);
});

describe('a shipment that the same execution has sent before', () => {
	it('is there for "Skip", although the search does not show it yet', async () => {
		delayTheSearch();
		const parameters = { ...eachItem, ifPresent: 'skip' };
		const [first, second] = jsonOf(
			await exchange.run('shipment.import', parameters, { items: shipments('TWIN-1', 'twin-1') }),
		);
		expect(imported()).toEqual(['TWIN-1']);
		expect(second).toMatchObject({ httpStatus: null, setIds: first?.['setIds'], warnings: [{ rule: 'alreadyThere' }] });
	});

	it.each(['skip', 'fail'])('is not sent where it is not known whether it arrived (%s)', async (ifPresent) => {
		delayTheSearch();
		loseTheAnswer();
		const [doubtful, other] = [`TWIN-3-${ifPresent}`, `TWIN-4-${ifPresent}`] as const;
		const { items } = await exchange.run(
			'shipment.import',
			{ ...eachItem, ifPresent },
			{ items: shipments(doubtful, doubtful, other), onError: 'continueRegularOutput' },
		);
		expect(imported()).toEqual([doubtful, other]);
		expect(items.map(({ json }) => json)).toMatchObject([
			{ error: textWith('not known whether the shipment with import reference TWIN-3') },
			{ error: textWith('It is not known whether the shipment TWIN-3') },
			{ httpStatus: 200 },
		]);
	});

	it('is there also when the node runs a second time, as in a loop', async () => {
		delayTheSearch();
		const through: INodeType = {
			description: { ...new CargoExchange().description, name: 'through', properties: [], credentials: [] },
			execute() {
				return Promise.resolve([this.getInputData()]);
			},
		};
		const to = (...names: string[]) => ({ main: [names.map((node) => ({ node, type: 'main' as const, index: 0 }))] });
		const parameters = { resource: 'shipment', operation: 'import', dryRun: false, ...eachItem, ifPresent: 'skip' };
		const credentials = { cargoExchangeApi: { id: 'cargoExchangeApi', name: 'cargoExchangeApi' } };
		const run = await runWorkflow({
			types: { through, cargoExchange: new CargoExchange() },
			nodes: [
				{ name: 'A', type: 'through', parameters: {} },
				{ name: 'B', type: 'through', parameters: {} },
				{ name: 'Import', type: 'cargoExchange', parameters, credentials },
			],
			connections: { Input: to('A', 'B'), A: to('Import'), B: to('Import') },
			credentials: { cargoExchangeApi: exchange.credential },
			items: shipments('TWIN-5'),
		});
		const runs = run.data.resultData.runData['Import']?.map(({ data }) => data?.main?.[0]?.[0]?.json['imported']);
		expect(runs).toEqual([true, false]);
		expect(imported()).toEqual(['TWIN-5']);
	});
});

it('sends no second shipment under the same import reference with Strict, unless the user accepts that', async () => {
	const importing = async (importRef: string, options: INodeParameters) => {
		const parameters = { inputMode: 'json', importRef, payload: '={{ $json }}', options };
		return await exchange.run('shipment.import', parameters, { items: shipments(`${importRef}-A`, `${importRef}-B`) });
	};
	const { error } = await importing('FIXED-2', { validation: 'strict' });
	expect(error).toMatchObject({ description: textWith('import reference'), context: { itemIndex: 1 } });
	expect((await importing('FIXED-3', { acceptValues: 'FIXED-3' })).error).toBeUndefined();
	expect(imported()).toEqual(['FIXED-2', 'FIXED-3', 'FIXED-3']);
});
