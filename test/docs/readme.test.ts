import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { CargoExchangeApi } from '../../credentials/CargoExchangeApi.credentials';
import { CargoExchangeQueueApi } from '../../credentials/CargoExchangeQueueApi.credentials';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';
import { labelsIn, quotesIn, readme, root, tableBelow, tablesBelow } from './readme';

const action = new CargoExchange().description.properties;
const trigger = new CargoExchangeTrigger().description.properties;

const choicesOf = (property: INodeProperties | undefined) =>
	(property?.options ?? []).filter((option): option is INodePropertyOptions => 'value' in option);

function valueOf(name: string, label: string, resource?: string): string {
	const selector = action.find(
		(property) =>
			property.name === name &&
			(resource === undefined || property.displayOptions?.show?.['resource']?.includes(resource)),
	);
	return String(choicesOf(selector).find((choice) => choice.name === label)?.value);
}

/** The parameters of an operation, by what n8n shows: those on top, and those inside collections. */
function fieldsOf(resource: string, operation: string): INodeProperties[] {
	return action.filter(({ displayOptions }) => {
		const show = displayOptions?.show;
		return show?.['resource']?.includes(resource) && show['operation']?.includes(operation);
	});
}

function labelsOf(properties: readonly INodeProperties[]): string[] {
	return properties.flatMap(({ displayName, options = [] }) => [
		displayName,
		...options.flatMap((option) =>
			'values' in option ? labelsOf(option.values) : 'type' in option ? labelsOf([option]) : [],
		),
	]);
}

describe('the table of operations', () => {
	const rows = tableBelow('## Operations').map(([resource = '', operation = '', , parameters = '']) => ({
		title: `${resource} → ${operation}`,
		resource: valueOf('resource', resource),
		operation: valueOf('operation', operation, valueOf('resource', resource)),
		parameters,
	}));

	it('lists all operations of the node, and no other', () => {
		const offered = choicesOf(action.find(({ name }) => name === 'resource')).flatMap((resource) =>
			action
				.filter(
					({ name, displayOptions }) =>
						name === 'operation' && displayOptions?.show?.['resource']?.includes(resource.value),
				)
				.flatMap((selector) => choicesOf(selector).map((operation) => `${resource.name} → ${operation.name}`)),
		);
		expect(rows.map(({ title }) => title).sort()).toEqual(offered.sort());
	});

	it.each(rows)('names only parameters that exist: $title', ({ resource, operation, parameters }) => {
		const existing = labelsOf(fieldsOf(resource, operation));
		expect(labelsIn(parameters).filter((label) => !existing.includes(label))).toEqual([]);
	});

	it.each(rows)('leaves no parameter out: $title', ({ resource, operation, parameters }) => {
		const shown = fieldsOf(resource, operation).filter(({ type }) => type !== 'notice');
		const named = labelsIn(parameters);
		expect(shown.map(({ displayName }) => displayName).filter((label) => !named.includes(label))).toEqual([]);
	});
});

describe('the tables of the trigger', () => {
	const [parameters = [], options = []] = tablesBelow('## The trigger');

	it('name every parameter and every option, and no other', () => {
		const named = [...parameters, ...options].flatMap(([label = '']) => labelsIn(label));
		const optionFields = trigger.find(({ name }) => name === 'options');
		const existing = [
			...trigger.filter(({ type }) => type !== 'notice').map(({ displayName }) => displayName),
			...labelsOf(optionFields ? [optionFields] : []).slice(1),
		];
		expect(named.sort()).toEqual(existing.sort());
	});

	it('name the filters', () => {
		const filters = trigger.find(({ name }) => name === 'filters');
		const row = parameters.find(([label]) => label === '**Filters**');
		expect(labelsIn(row?.[1] ?? '').sort()).toEqual(
			labelsOf(filters ? [filters] : [])
				.slice(1)
				.sort(),
		);
	});
});

describe('the tables of credentials', () => {
	it.each([
		['### Cargo Exchange API', new CargoExchangeApi().properties],
		['### Cargo Exchange Queue', new CargoExchangeQueueApi().properties],
	])('name every field: %s', (heading, properties) => {
		const named = tableBelow(heading).flatMap(([label = '']) => labelsIn(label));
		const shown = properties.filter(({ type }) => type !== 'hidden' && type !== 'notice');
		expect(named.sort()).toEqual(shown.map(({ displayName }) => displayName).sort());
	});
});

describe('the tables of what can go wrong', () => {
	const folder = path.join(root, 'nodes/CargoExchange');
	const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(path.join(folder, file), 'utf8'))
		.join('\n');

	it.each(['### The exchange', '### The queue'])('quote messages that the code gives: %s', (heading) => {
		const quotes = tableBelow(heading)
			.flatMap(([seen = '']) => quotesIn(seen))
			// Choices of a parameter are labels, held true by the other tables.
			.filter((quote) => quote.includes(' '));
		expect(quotes.length).toBeGreaterThan(5);
		const parts = quotes.flatMap((quote) => quote.split('…')).map((part) => part.replace(/^[\s"]+|[\s"]+$/g, ''));
		expect(parts.filter((part) => part !== '' && !sources.includes(part))).toEqual([]);
	});
});

it('refers to files and headings that exist', () => {
	const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
	const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map(
		([, heading = '']) =>
			`#${heading
				.toLowerCase()
				.replace(/[^\w\s-]/g, '')
				.trim()
				.replace(/\s/g, '-')}`,
	);
	const missing = targets.filter((target) => {
		if (target.startsWith('http')) return false;
		return target.startsWith('#') ? !headings.includes(target) : !existsSync(path.join(root, target));
	});
	expect(missing).toEqual([]);
});
