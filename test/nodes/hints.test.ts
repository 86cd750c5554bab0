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

describe('every hint', () => {
	const events = ['drafted', 'signed', 'issued', 'titleHeld', 'transferDrafted'];
	const shown: Array<[INodeType, INodeParameters]> = [
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
