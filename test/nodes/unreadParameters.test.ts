import type { INodeProperties } from 'n8n-workflow';
import ts from 'typescript';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { CargoExchangePollingTrigger } from '../../nodes/CargoExchange/CargoExchangePollingTrigger.node';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { shipped } from '../helpers/sources';

/** The names of parameters, also of those inside collections. The table of payload fields has those of the import's form. */
function namesIn(properties: readonly INodeProperties[]): string[] {
	return properties
		.filter(({ type, name }) => type !== 'notice' && !/^form[A-Z]/.test(name))
		.flatMap(({ name, options = [] }) => [
			name,
			...options.flatMap((option) =>
				'values' in option ? namesIn(option.values) : 'type' in option ? namesIn([option]) : [],
			),
		]);
}

/** The names that a source reads from an object: `input.name` and `{ name } = input`. */
function readsIn(text: string): string[] {
	const reads: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isPropertyAccessExpression(node)) reads.push(node.name.text);
		if (ts.isBindingElement(node)) reads.push((node.propertyName ?? node.name).getText());
		node.forEachChild(visit);
	};
	visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true));
	return reads;
}

it.each<[INodeProperties[], string[]]>([
	[new CargoExchange().description.properties, ['n8n', 'operations', 'lookup', 'shipment']],
	[new CargoExchangeTrigger().description.properties, ['n8n', 'trigger', 'dispatch']],
	[new CargoExchangePollingTrigger().description.properties, ['n8n', 'polling', 'trigger', 'dispatch']],
])('no parameter of a node is shown and not read', (properties, rooms) => {
	const reads = new Set(shipped.filter(({ room }) => rooms.includes(room)).flatMap(({ text }) => readsIn(text)));
	const readByN8n = ['resource', 'operation', 'toolDescription'];
	const unread = namesIn(properties).filter((name) => !readByN8n.includes(name) && !reads.has(name));
	expect(unread).toEqual([]);
});
