import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { operations } from '../../nodes/CargoExchange/operations';
import { read } from '../docs/pages';

/** The form of the import has the fields of the specification in its order; their placeholders explain them. */
const isForm = ({ name }: INodeProperties) => /^form[A-Z]/.test(name);

const table = operations.map((operation) => [`${operation.resource}: ${operation.operation}`, operation] as const);

/** A field and all fields inside it. */
function withInner(field: INodeProperties): INodeProperties[] {
	const inner = (field.options ?? []).flatMap((option) =>
		'values' in option ? option.values : 'type' in option ? [option] : [],
	);
	return [field, ...inner.flatMap(withInner)];
}

describe('the table of operations', () => {
	it('has the operations of a resource together, in the order of their labels', () => {
		const labels = operations.map(({ resource, name }) => `${resource}: ${name}`);
		const resources = [...new Set(operations.map(({ resource }) => resource))];
		const inOrder = resources.flatMap((resource) =>
			labels.filter((label) => label.startsWith(`${resource}: `)).sort((a, b) => a.localeCompare(b)),
		);
		expect(labels).toEqual(inOrder);
	});

	it.each(table)('%s has the type of every field in its preview', (_, { resource, operation }) => {
		const preview = `nodes/CargoExchange/__schema__/v1.0.0/${resource}/${operation}.json`;
		expect(read(preview)).not.toMatch(/"type": "null"/);
	});

	it.each(table)('%s is run by a test of its own', (_, { resource, operation }) => {
		const folder = path.join(__dirname, resource);
		const tests = existsSync(folder)
			? readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'))
			: [];
		expect(tests.filter((text) => text.includes(`'${resource}.${operation}'`))).not.toEqual([]);
	});

	it.each(table)('%s explains every field', (_, { fields }) => {
		const silent = fields
			.filter((field) => !isForm(field))
			.flatMap(withInner)
			.filter(({ type, description, hint }) => type !== 'notice' && !description && !hint)
			.map(({ displayName, type }) => `${displayName} (${type})`)
			.filter((label) => !/^(Options|PDF) /.test(label));
		expect(silent).toEqual([]);
	});

	it.each(table)('%s words its fields as n8n does', (_, { fields }) => {
		for (const { displayName, type, description, placeholder } of fields.flatMap(withInner)) {
			if (type === 'boolean') expect(description).toMatch(/^Whether /);
			if (placeholder && !placeholder.startsWith('Add ')) expect(placeholder).toMatch(/^e\.g\. /);
			if (type !== 'notice') expect(displayName).toMatch(/^[A-Z]/);
		}
	});

	it.each(table)('%s names options and collections in the order of the alphabet', (_, { fields }) => {
		for (const { type, options, name } of fields.filter((field) => !isForm(field)).flatMap(withInner)) {
			if (
				!['options', 'collection'].includes(type) ||
				['inputMode', 'ifPresent', 'searchIn', 'setSource', 'field'].includes(name)
			)
				continue;
			const labels = (options ?? []).map((option) => ('displayName' in option ? option.displayName : option.name));
			expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
		}
	});
});
