import { z } from 'zod/v4';
import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { parseCredential } from '../../nodes/CargoExchange/exchange/client';
import { defineOperation } from '../../nodes/CargoExchange/operations/operation';
import { context } from '../helpers/itemContext';

const greeting = defineOperation({
	resource: 'person',
	operation: 'greet',
	name: 'Greet',
	action: 'Greet a person',
	description: 'Say hello',
	input: z.object({
		name: z.string(),
		options: z.object({ loudness: z.number().optional() }).prefault({}),
		guests: z.object({ guest: z.array(z.object({ age: z.number() })) }).optional(),
	}),
	fields: [
		{
			displayName: 'Full Name',
			name: 'name',
			type: 'string',
			default: '',
			displayOptions: { show: { polite: [true] } },
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			default: {},
			options: [{ displayName: 'How Loud', name: 'loudness', type: 'number', default: 1 }],
		},
		{
			displayName: 'Guests',
			name: 'guests',
			type: 'fixedCollection',
			default: {},
			options: [
				{
					displayName: 'Guest',
					name: 'guest',
					values: [{ displayName: 'Age in Years', name: 'age', type: 'number', default: 1 }],
				},
			],
		},
		{ displayName: 'Be kind', name: 'kindNotice', type: 'notice', default: '' },
	],
	*run(_exchange, { name, options }) {
		yield { json: { hello: name, loudness: options.loudness ?? null } };
	},
});

async function run(parameters: Record<string, unknown>) {
	const results = [];
	const items = [{ parameters: () => parameters, context }];
	for await (const result of greeting.run(createClient(parseCredential({})), items)) results.push(result);
	return results;
}

describe('an operation', () => {
	it('gets its parameters parsed', async () => {
		expect(await run({ name: 'Ada' })).toEqual([{ json: { hello: 'Ada', loudness: null } }]);
	});

	it('works on all items at once where a parameter says so, and reads the others when it needs them', async () => {
		const meeting = defineOperation({
			resource: 'person',
			operation: 'meet',
			name: 'Meet',
			action: 'Meet people',
			description: 'Say hello to all',
			input: z.object({ how: z.string(), name: z.string() }),
			fields: [],
			*run(_exchange, { name }) {
				yield { json: { hello: name } };
			},
			batch: {
				when: { parameter: 'how', is: 'together' },
				async *run(_exchange, items) {
					yield await Promise.resolve({ json: { hello: items.length, last: items.at(-1)?.parameters().name } });
				},
			},
		});
		const meet = async (how: string) => {
			const items = ['Ada', 7, 'Grace'].map((name) => ({ parameters: () => ({ how, name }), context }));
			const results = [];
			for await (const result of meeting.run(createClient(parseCredential({})), items)) results.push(result);
			return results;
		};
		expect(meeting.runsAsBatch(() => 'together')).toBe(true);
		expect(await meet('together')).toEqual([{ json: { hello: 3, last: 'Grace' } }]);
		expect(meeting.runsAsBatch(() => 'alone')).toBe(false);
		expect(await meet('alone')).toEqual([{ json: { hello: 'Ada' } }]);
		expect(greeting.runsAsBatch(() => 'together')).toBe(false);
	});

	it('names what it reads: not its notices', () => {
		expect(greeting.parameters).toEqual(['name', 'options', 'guests']);
	});

	it.each([
		[
			{},
			'Full Name: must be text',
			'The parameter is empty. If it has an expression, the input item lacks the field that the expression refers to.',
		],
		[{ name: 7 }, 'Full Name: must be text', 'The value is 7.'],
		[{ name: 'Ada', options: { loudness: 'very' } }, 'How Loud: must be a number', 'The value is very.'],
		[
			{ name: 'Ada', guests: { guest: [{ age: 1 }, { age: 'x'.repeat(200) }] } },
			'Age in Years: must be a number',
			`The value is ${'x'.repeat(80)}….`,
		],
	])('names the field that cannot be used by its label: %j', async (parameters, message, description) => {
		await expect(run(parameters)).rejects.toMatchObject({
			message,
			description: `${description} Correct the parameter or its expression.`,
		});
	});
});

it('does not compile with a field, on top or in a collection, that is no key of the input', () => {
	const input = z.object({ options: z.object({ loudness: z.number().optional() }).prefault({}) });
	const words = { resource: 'test', operation: 'test', name: 'Test', action: 'Test', description: 'Test', input };
	const field = (name: string) => ({ displayName: 'Test', name, type: 'number', default: 1 }) as const;
	const run = () => [];
	const collection = { displayName: 'Options', name: 'options', type: 'collection', default: {} } as const;
	// @ts-expect-error A misspelt field would be shown and never read.
	defineOperation({ ...words, fields: [field('loudnes')], run });
	// @ts-expect-error The same inside "Options".
	const operation = defineOperation({ ...words, fields: [{ ...collection, options: [field('loudnes')] }], run });
	expect(operation.parameters).toEqual(['options']);
});
