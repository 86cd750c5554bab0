import type { INodeProperties } from 'n8n-workflow';
import { expectGeneratedPart } from '../helpers/generated';
import { labelsIn, read, sectionOf, tablesIn } from './pages';
import { choicesOf, credentialFields, labelsOf, operations, parametersOf, trigger } from './shown';

describe.each(['README.md', 'docs/action-node.md'])('the table of operations in %s', (file) => {
	it('has the operations of the node, as n8n describes them', () => {
		const rows = operations().map(({ resourceName, name, description }) => {
			const resource =
				file === 'README.md' ? resourceName : `[${resourceName}](#${resourceName.toLowerCase().replace(' ', '-')})`;
			return `| ${resource} | ${name} | ${description.split('. ')[0]} |`;
		});
		expectGeneratedPart(
			file,
			'operations',
			['| Resource | Operation | What it does |', '|---|---|---|', ...rows].join('\n'),
		);
	});
});

describe.each(operations())('the section about $title', ({ resourceName, resource, operation, name }) => {
	const section = sectionOf(sectionOf(read('docs/action-node.md'), `## ${resourceName}`), `### ${name}`);
	const named = tablesIn(section)
		.flat()
		.flatMap((cells) => labelsIn(cells.join(' ')))
		.flatMap((label) => label.split(' → '));

	it('names only parameters of this operation', () => {
		const existing = labelsOf(parametersOf(resource, operation));
		expect(named.filter((label) => !existing.includes(label))).toEqual([]);
	});

	it('names all of its parameters', () => {
		const shown = parametersOf(resource, operation).map(({ displayName }) => displayName);
		expect(shown.length).toBeGreaterThan(0);
		expect(shown.filter((label) => !named.includes(label))).toEqual([]);
	});
});

describe('the tables of docs/trigger-node.md', () => {
	const page = read('docs/trigger-node.md');
	const [parameters = []] = tablesIn(sectionOf(page, '## Parameters'));
	const [options = []] = tablesIn(sectionOf(page, '## Options'));
	const field = (name: string) => trigger.filter((property) => property.name === name);

	const filters = parameters.find(([label]) => label === '**Filters**')?.[1] ?? '';
	it.each([
		[
			'parameter',
			parameters.flatMap(([label = '']) => labelsIn(label)),
			trigger.filter(({ type }) => type !== 'notice').map(({ displayName }) => displayName),
		],
		['option', options.flatMap(([label = '']) => labelsIn(label)), labelsOf(field('options')).slice(1)],
		['filter', labelsIn(filters), labelsOf(field('filters')).slice(1)],
	])('name every %s and no others', (_, named, existing) => {
		expect({ missing: existing.filter((label) => !named.includes(label)) }).toEqual({ missing: [] });
		expect({ unknown: named.filter((label) => !existing.includes(label)) }).toEqual({ unknown: [] });
	});

	it('give the default of each option', () => {
		const existing = field('options').flatMap(({ options: inside = [] }) =>
			inside.filter((option): option is INodeProperties => 'type' in option),
		);
		for (const [labels = '', , first = ''] of options) {
			const defaults = labelsIn(labels).map((label) => shownDefault(existing.find((one) => one.displayName === label)));
			expect([labels, first]).toEqual([labels, defaults.join(', ')]);
		}
	});
});

function shownDefault(property: INodeProperties | undefined): string {
	const value = property?.default;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	return choicesOf(property).find((choice) => choice.value === value)?.name ?? JSON.stringify(value);
}

describe('the tables of credentials', () => {
	it.each(Object.keys(credentialFields))('name every field and no others: %s', (credential) => {
		const [fields = []] = tablesIn(sectionOf(read('docs/credentials.md'), `## ${credential}`));
		const named = fields.flatMap(([label = '']) => labelsIn(label));
		expect(named.sort()).toEqual([...(credentialFields[credential] ?? [])].sort());
	});
});
