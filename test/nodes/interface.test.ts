import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ICredentialType, INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import * as z from 'zod/v4';
import { CargoExchangeApi } from '../../credentials/CargoExchangeApi.credentials';
import { CargoExchangeQueueApi } from '../../credentials/CargoExchangeQueueApi.credentials';
import { CargoExchange } from '../../nodes/CargoExchange/CargoExchange.node';
import { CargoExchangePollingTrigger } from '../../nodes/CargoExchange/CargoExchangePollingTrigger.node';
import { CargoExchangeTrigger } from '../../nodes/CargoExchange/CargoExchangeTrigger.node';

/** What workflows store: a longer list of values, such as that of time zones, is the platform's. */
const mostValues = 60;

const schemas = path.join(__dirname, '../../nodes/CargoExchange/__schema__/v1.0.0');

type Child = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** One line for each parameter: where it is shown, its path, type, default and values. */
function parametersOf(properties: readonly INodeProperties[], parents: readonly string[] = []): string[] {
	return properties
		.filter(({ type }) => type !== 'notice')
		.flatMap((property) => {
			const { name, type, displayOptions } = property;
			const place = [...parents, name];
			const children: readonly Child[] = property.options ?? [];
			const values = children.flatMap((child) => ('value' in child ? [String(child.value)] : []));
			const shown = Object.entries(displayOptions?.show ?? {}).map(([key, list]) => `${key}=${JSON.stringify(list)}`);
			return [
				[
					place.join('.'),
					type,
					JSON.stringify(property.default),
					values.length > 0 && values.length <= mostValues ? values.join('|') : '',
					shown.join(' '),
				]
					.filter((part) => part !== '')
					.join('  '),
				...children.flatMap((child) => {
					if ('values' in child) return parametersOf(child.values, [...place, child.name]);
					return 'type' in child ? parametersOf([child], place) : [];
				}),
			];
		});
}

const schema = z.object({
	properties: z.record(z.string(), z.unknown()).optional(),
	items: z.unknown().optional(),
});

/** The keys of an output in their order, lists and objects within it as `documents.name`. */
function keysOf(given: unknown, parents: readonly string[] = []): string[] {
	const { properties, items } = schema.parse(given);
	if (items !== undefined) return keysOf(items, parents);
	return Object.entries(properties ?? {}).flatMap(([key, inner]) => [
		[...parents, key].join('.'),
		...keysOf(inner, [...parents, key]),
	]);
}

/**
 * Workflows store these names and values and refer to these keys, so they never change: a later change goes through
 * `typeVersion`, and the snapshot of an old version stays. Labels and descriptions are free.
 */
describe('the interface that workflows store', () => {
	it.each([new CargoExchange(), new CargoExchangeTrigger(), new CargoExchangePollingTrigger()])(
		'of the node $description.displayName',
		(node) => {
			const { name, version, credentials = [], properties } = node.description;
			const needs = credentials.map((one) => `credential ${one.name}${one.required ? ', required' : ''}`);
			expect([`${name} ${String(version)}`, ...needs, ...parametersOf(properties)].join('\n')).toMatchSnapshot();
		},
	);

	it.each<ICredentialType>([new CargoExchangeApi(), new CargoExchangeQueueApi()])(
		'of the credential $displayName',
		({ name, properties }) => {
			expect([name, ...parametersOf(properties)].join('\n')).toMatchSnapshot();
		},
	);

	it('of what each operation gives', () => {
		const outputs = readdirSync(schemas, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.json'))
			.sort()
			.map((file) => {
				const keys = keysOf(JSON.parse(readFileSync(path.join(schemas, file), 'utf8')));
				return `${file}\n${keys.map((key) => `  ${key}`).join('\n')}`;
			});
		expect(outputs.join('\n')).toMatchSnapshot();
	});
});
