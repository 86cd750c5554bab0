import type { INodeProperties, INodeType } from 'n8n-workflow';
import ts from 'typescript';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { CargoExchangePollingTrigger } from '../../nodes/CargoExchange/CargoExchangePollingTrigger.node';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { formsIn } from '../helpers/forms';
import { shipped } from '../helpers/sources';

/** The fields beside these that decide whether one of them is demanded, by name. */
function deciding(properties: readonly INodeProperties[]): string[] {
	return properties
		.filter(({ required }) => required)
		.flatMap(({ displayOptions: { show = {}, hide = {} } = {} }) => Object.keys({ ...show, ...hide }))
		.map((name) => name.replace(/^\//, ''));
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

describe.each<[INodeType, string[]]>([
	[new CargoExchange(), ['n8n', 'operations', 'lookup', 'shipment']],
	[new CargoExchangeTrigger(), ['n8n', 'trigger', 'dispatch']],
	[new CargoExchangePollingTrigger(), ['n8n', 'polling', 'trigger', 'dispatch']],
])('the fields of $description.displayName', ({ description: { properties } }, rooms) => {
	const forms = formsIn(properties);

	it('are not all demanded by n8n because of an expression', () => {
		const names = new Set(forms.flatMap(deciding));
		const takingExpressions = forms.flat().filter((one) => names.has(one.name) && !one.noDataExpression);
		expect(takingExpressions.map(({ displayName }) => displayName)).toEqual([]);
	});

	it('have no hint that is longer than n8n asks for', () => {
		expect(forms.flat().flatMap(({ hint = '' }) => (hint.length > 120 ? [hint] : []))).toEqual([]);
	});

	it('are all read', () => {
		const reads = new Set(shipped.filter(({ room }) => rooms.includes(room)).flatMap(({ text }) => readsIn(text)));
		const readByN8n = ['resource', 'operation', 'toolDescription'];
		// The table of payload fields has those of the import's form.
		const shown = formsIn(properties.filter(({ name }) => !/^form[A-Z]/.test(name))).flat();
		const unread = shown.filter(({ name, type }) => type !== 'notice' && !readByN8n.includes(name) && !reads.has(name));
		expect(unread.map(({ name }) => name)).toEqual([]);
	});
});
