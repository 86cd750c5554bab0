import type { INodeProperties } from 'n8n-workflow';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { CargoExchangePollingTrigger } from '../../nodes/CargoExchange/CargoExchangePollingTrigger.node';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';

/** The fields beside these that decide whether one of them is demanded, by name. */
function deciding(properties: readonly INodeProperties[]): string[] {
	return properties
		.filter(({ required }) => required)
		.flatMap(({ displayOptions: { show = {}, hide = {} } = {} }) => Object.keys({ ...show, ...hide }))
		.map((name) => name.replace(/^\//, ''));
}

/** A list of fields, and those inside its collections. */
function formsIn(properties: readonly INodeProperties[]): (readonly INodeProperties[])[] {
	const inner = properties.flatMap(({ options = [] }) => {
		const fields = options.filter((option): option is INodeProperties => 'type' in option);
		return [fields, ...options.flatMap((option) => ('values' in option ? [option.values] : []))];
	});
	return [properties, ...inner.filter((form) => form.length > 0).flatMap(formsIn)];
}

it.each([new CargoExchange(), new CargoExchangeTrigger(), new CargoExchangePollingTrigger()])(
	'no expression makes n8n demand the fields of every choice: $description.displayName',
	({ description: { properties } }) => {
		const names = new Set(formsIn(properties).flatMap(deciding));
		const takingExpressions = formsIn(properties)
			.flat()
			.filter(({ name, noDataExpression }) => names.has(name) && !noDataExpression);
		expect(takingExpressions.map(({ displayName }) => displayName)).toEqual([]);
	},
);

it.each([new CargoExchange(), new CargoExchangeTrigger(), new CargoExchangePollingTrigger()])(
	'no hint below a field is longer than n8n asks for: $description.displayName',
	({ description: { properties } }) => {
		const hints = formsIn(properties).flatMap((form) => form.map(({ hint = '' }) => hint));
		expect(hints.filter(({ length }) => length > 120)).toEqual([]);
	},
);
