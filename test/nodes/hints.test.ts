import type { INodeParameters, INodeType, NodeHint } from 'n8n-workflow';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { createWorkflow } from '../helpers/engine';

const action = new CargoExchange();
const trigger = new CargoExchangeTrigger();

/** The hints that the editor shows beside a node, decided by n8n's own expression engine as the editor does. */
function hintsOf(nodeType: INodeType, parameters: INodeParameters): string[] {
	const { name } = nodeType.description;
	const workflow = createWorkflow({ types: { [name]: nodeType }, connections: {} }, [
		{ name: 'Under Test', type: name, parameters },
	]);
	const node = workflow.getNode('Under Test')!;
	const isShown = ({ displayCondition }: NodeHint) =>
		workflow.expression.getSimpleParameterValue(node, displayCondition, 'internal', {});
	return (nodeType.description.hints ?? []).filter(isShown).map(({ message }) => message);
}

const search = (fields: INodeParameters) => hintsOf(action, { resource: 'set', operation: 'search', ...fields });
const noSet: unknown = expect.stringContaining('no set matches');

describe('the hint that no set matches', () => {
	it.each([
		['modifiedAfter', 'modifiedBefore'],
		['billOfLadingDateFrom', 'billOfLadingDateTo'],
	])('is shown for dates in the wrong order: %s, %s', (from, to) => {
		const wrong = { [from]: '2022-05-13T00:00:00', [to]: '2022-05-12T00:00:00' };
		expect(search({ filters: wrong })).toEqual([noSet]);
		expect(search({ filters: { [from]: '2022-05-12T00:00:00', [to]: '2022-05-13T00:00:00' } })).toEqual([]);
		expect(search({ operation: 'other', filters: wrong })).toEqual([]);
	});

	it.each([
		['an expression, and nothing', '={{ $now.minus({ days: 1 }) }}', ''],
		['an expression, and no second field', '={{ $now.minus({ days: 1 }).toISO() }}', undefined],
		['two expressions', '={{ $now.minus({ days: 1 }) }}', '={{ $now }}'],
		['two expressions, the other way round in the alphabet', "={{ $today.minus(1, 'week') }}", '={{ $now }}'],
		['an expression, and a date', '={{ $now.minus({ days: 1 }) }}', '2052-05-12T00:00:00'],
		['a date, and an expression', '2022-05-12T00:00:00', '={{ $now }}'],
		['a date, and nothing', '2022-05-12T00:00:00', undefined],
		['nothing, and a date', '', '2022-05-12T00:00:00'],
		['nothing at all', undefined, undefined],
	])('is not shown for %s', (_what, from, to) => {
		const filters = {
			...(from !== undefined && { modifiedAfter: from, billOfLadingDateFrom: from }),
			...(to !== undefined && { modifiedBefore: to, billOfLadingDateTo: to }),
		};
		expect(search({ filters })).toEqual([]);
	});
});

describe('every hint', () => {
	const events = ['drafted', 'signed', 'issued', 'titleHeld', 'transferDrafted'];
	const shown: Array<[INodeType, INodeParameters]> = [
		[
			action,
			{ resource: 'set', operation: 'search', filters: { modifiedAfter: '2023-01-01', modifiedBefore: '2022-01-01' } },
		],
		[
			action,
			{
				resource: 'set',
				operation: 'search',
				filters: { billOfLadingDateFrom: '2023-01-01', billOfLadingDateTo: '2022-01-01' },
			},
		],
		[action, { resource: 'set', operation: 'search', searchIn: 'ACTIVE', filters: { statuses: ['Issued'] } }],
		[trigger, { events, options: { acknowledge: 'onReceipt', retries: 1 } }],
		[trigger, { events, options: { batchWaitMs: 5 } }],
		[trigger, { events, options: { freeSlotAfterMinutes: 481 } }],
		[trigger, { events: ['issued', 'titleHeld'] }],
	];

	it.each([action, trigger])('is shown for something', (node) => {
		const met = shown.filter(([one]) => one === node).flatMap(([one, parameters]) => hintsOf(one, parameters));
		expect([...new Set(met)].sort()).toEqual(node.description.hints?.map(({ message }) => message).sort());
	});

	it.each([
		[action, { resource: 'set', operation: 'search' }],
		[action, { resource: 'shipment', operation: 'import' }],
		[action, { resource: 'counterparty', operation: 'getMany' }],
		[trigger, { events }],
	])('is hidden while nothing is chosen', (node, parameters) => {
		expect(hintsOf(node, parameters)).toEqual([]);
	});
});
