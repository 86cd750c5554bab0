import { existsSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { profileKeys } from '../../nodes/CargoExchange/schemas/profile';
import { expectGeneratedPart } from '../helpers/generated';
import { schema } from '../helpers/schema';
import { labelsIn, read, root, sectionOf, tablesIn } from './pages';
import { choicesOf, credentialFields, labelsOf, operations, parametersOf, pollingTrigger, trigger } from './shown';

it('the table of operations in the README has those of the node, as n8n describes them', () => {
	const rows = operations().map(
		({ resourceName, name, description }) => `| ${resourceName} | ${name} | ${description.split('. ')[0]} |`,
	);
	expectGeneratedPart(
		'README.md',
		'operations',
		['| Resource | Operation | What it does |', '|---|---|---|', ...rows].join('\n'),
	);
});

describe.each(operations())('the section about $title', ({ resourceName, resource, operation, name }) => {
	const section = sectionOf(sectionOf(read('docs/action-node.md'), `## ${resourceName}`), `### ${name}`);
	const rows = tablesIn(section).flat();
	const named = rows.flatMap((cells) => labelsIn(cells.slice(0, 2).join(' ')));
	const parameters = parametersOf(resource, operation);
	const existing = new Map(parameters.flatMap(withOptions));

	it('names every parameter, filter and option, and no others', () => {
		const inside = labelsOf(parameters.filter(({ name: each }) => !each.startsWith('form')));
		const shown = [...existing.keys(), ...inside.filter((label) => label !== 'Options' && !named.includes(label))];
		const isNamed = (label: string) => named.some((each) => each === label || each.endsWith(` → ${label}`));
		// Only a check has no parameters.
		expect(shown.length > 0).toBe(resource !== 'exchange');
		expect(shown.filter((label) => !isNamed(label) && !groups.has(label))).toEqual([]);
		expect(named.filter((label) => !existing.has(label) && !inside.includes(label))).toEqual([]);
	});

	it('names every field of the output, if it lists them', () => {
		const listed = /^Output:.*(?:\n\n\|[^]*?(?=\n\n|$(?![^])))?/m.exec(section)?.[0];
		const preview = `nodes/CargoExchange/__schema__/v1.0.0/${resource}/${operation}.json`;
		// That of a new operation may be written at this moment, by npm run generate.
		if (!existsSync(path.join(root, preview))) return;
		const fields = Object.keys(schema.parse(JSON.parse(read(preview))).properties ?? {});
		const missing = fields.filter((field) => listed !== undefined && !listed.includes(`\`${field}\``));
		expect(missing).toEqual([]);
	});

	it('gives the default of each', () => {
		expectDefaults(rows, existing);
	});
});

/** The groups of entries in lists, whose names are not shown beside their fields. */
const groups = new Set(['Column', 'PDF', 'Entry']);

/** A parameter by its label; a collection of options as its options, each by `Options → its label`. */
function withOptions(property: INodeProperties): Array<[label: string, property: INodeProperties]> {
	if (property.name !== 'options') return [[property.displayName, property]];
	return optionsIn(property).map((option) => [`Options → ${option.displayName}`, option]);
}

function optionsIn({ options = [] }: INodeProperties): INodeProperties[] {
	return options.filter((option): option is INodeProperties => 'type' in option);
}

/** Expects each row, of labels, meaning and defaults, to have the defaults of these parameters. */
function expectDefaults(rows: string[][], existing: ReadonlyMap<string, INodeProperties>): void {
	const given = rows.map(([labels = '', , defaults = '']) => [labels, defaults]);
	const right = given.map(([labels = '']) => [
		labels,
		labelsIn(labels)
			.map((label) => shownDefault(existing.get(label)))
			.join(', '),
	]);
	expect(given).toEqual(right);
}

describe.each([
	['docs/trigger-node.md', trigger],
	['docs/polling-trigger.md', pollingTrigger],
])('the tables of %s', (file, shown) => {
	const page = read(file);
	const [parameters = []] = tablesIn(sectionOf(page, '## Parameters'));
	const [options = []] = tablesIn(sectionOf(page, '## Options'));
	const field = (name: string) => shown.filter((property) => property.name === name);

	const filters = parameters.find(([label]) => label === '**Filters**')?.[1] ?? '';
	it.each([
		[
			'parameter',
			parameters.flatMap(([label = '']) => labelsIn(label)),
			shown.filter(({ type }) => type !== 'notice').map(({ displayName }) => displayName),
		],
		['option', options.flatMap(([label = '']) => labelsIn(label)), labelsOf(field('options')).slice(1)],
		['filter', labelsIn(filters), labelsOf(field('filters')).slice(1)],
	])('name every %s and no others', (_, named, existing) => {
		expect({ missing: existing.filter((label) => !named.includes(label)) }).toEqual({ missing: [] });
		expect({ unknown: named.filter((label) => !existing.includes(label)) }).toEqual({ unknown: [] });
	});

	it.each([
		// The default of Events is a list, which the page puts into words.
		['parameter', parameters.filter(([label]) => label !== '**Events**'), shown],
		['option', options, field('options').flatMap(optionsIn)],
	])('give the default of each %s', (_, rows, existing) => {
		expectDefaults(rows, new Map(existing.map((one) => [one.displayName, one])));
	});

	it('name every choice', () => {
		const rows = new Map([...parameters, ...options].map(([label = '', meaning = '']) => [label, meaning]));
		const missing = [...shown, ...field('options').flatMap(optionsIn)].flatMap((property) => {
			const meaning = rows.get(`**${property.displayName}**`) ?? '';
			const isElsewhere = meaning.startsWith('As in ');
			return isElsewhere
				? []
				: choicesOf(property)
						.filter(({ name }) => !meaning.includes(`*${name}*`))
						.map(({ name }) => `${property.displayName}: ${name}`);
		});
		expect(missing).toEqual([]);
	});
});

function shownDefault(property: INodeProperties | undefined): string {
	const value = property?.default;
	if (property?.required && (value === '' || Array.isArray(value))) return 'required';
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string' || value === '') return '–';
	return choicesOf(property).find((choice) => choice.value === value)?.name ?? `\`${value.replace(/^=/, '')}\``;
}

describe('the tables of credentials', () => {
	it.each(Object.entries(credentialFields))(
		'name every field with its default and no others: %s',
		(credential, existing) => {
			const [fields = []] = tablesIn(sectionOf(read('docs/credentials.md'), `## ${credential}`));
			const named = fields.flatMap(([label = '']) => labelsIn(label));
			expect(named.sort()).toEqual(existing.map(({ displayName }) => displayName).sort());
			const lacking = existing.filter((field) => {
				const [, text = ''] = fields.find(([label = '']) => labelsIn(label).includes(field.displayName)) ?? [];
				const shown = shownDefault(field).replace(/`/g, '');
				return !['–', 'required'].includes(shown) && !text.toLowerCase().includes(shown.toLowerCase());
			});
			expect(lacking.map(({ displayName }) => displayName)).toEqual([]);
		},
	);
});

it('the table of the exchange profile has its keys, and no others', () => {
	const [keys = []] = tablesIn(read('docs/exchange-profile.md'));
	expect(keys.map(([cell = '']) => /^`(\w+)`/.exec(cell)?.[1])).toEqual(profileKeys);
});
