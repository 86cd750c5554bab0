import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { parseCredential } from '../../nodes/CargoExchange/exchange/client';
import { flag, notice, requiredText, text } from '../../nodes/CargoExchange/n8n/parameter';
import { defineOperation } from '../../nodes/CargoExchange/operations/operation';
import { context } from '../helpers/itemContext';

const more = { description: 'Test' };

const greeting = defineOperation({
	resource: 'person',
	operation: 'greet',
	name: 'Greet',
	action: 'Greet a person',
	description: 'Say hello',
	parameters: {
		polite: flag('Polite', true, more),
		name: requiredText('Full Name', { ...more, show: { polite: [true] } }),
		kindNotice: notice('Be kind', { polite: [true] }),
	},
	*run(_exchange, { name, polite }) {
		yield { json: { hello: name, polite } };
	},
});

async function run(parameters: Record<string, unknown>) {
	const results = [];
	const items = [{ parameters: () => parameters, context }];
	for await (const result of greeting.run(createClient(parseCredential({})), items, () => null)) results.push(result);
	return results;
}

describe('an operation', () => {
	it('gets its parameters parsed, and those that n8n hides as empty', async () => {
		expect(await run({ polite: true, name: ' Ada ' })).toEqual([{ json: { hello: 'Ada', polite: true } }]);
		expect(await run({ polite: false })).toEqual([{ json: { hello: '', polite: false } }]);
	});

	it('names the parameter that cannot be used by its label, and quotes its value', async () => {
		await expect(run({ polite: true })).rejects.toMatchObject({
			message: 'Full Name: must be filled in',
			description:
				'The parameter is empty. If you used an expression, check that the input item contains the field. Correct the parameter or its expression.',
		});
		await expect(run({ polite: 'x'.repeat(200), name: 'Ada' })).rejects.toMatchObject({
			message: 'Polite: must be true or false',
			description: `The value is ${'x'.repeat(80)}…. Correct the parameter or its expression.`,
		});
	});

	it('shows its fields for itself alone, besides their own conditions', () => {
		expect(greeting.fields.map(({ name, displayOptions }) => [name, displayOptions?.show])).toEqual([
			['polite', { resource: ['person'], operation: ['greet'] }],
			['name', { polite: [true], resource: ['person'], operation: ['greet'] }],
			['kindNotice', { polite: [true], resource: ['person'], operation: ['greet'] }],
		]);
	});

	it('works on all items at once if it wants to, and reads their parameters when it needs them', async () => {
		const meeting = defineOperation({
			resource: 'person',
			operation: 'meet',
			name: 'Meet',
			action: 'Meet people',
			description: 'Say hello to all',
			parameters: { name: text('Name', more) },
			async *runAll(_exchange, items, valueOf) {
				const last = items.at(-1)?.parameters().name;
				yield await Promise.resolve({ json: { hello: items.length, last, how: valueOf('how') } });
			},
		});
		const items = ['Ada', {}, 'Grace'].map((name) => ({ parameters: () => ({ name }), context }));
		const results = [];
		for await (const result of meeting.run(createClient(parseCredential({})), items, () => 'together'))
			results.push(result);
		expect(results).toEqual([{ json: { hello: 3, last: 'Grace', how: 'together' } }]);
		expect([meeting.worksOnAll, greeting.worksOnAll]).toEqual([true, false]);
	});

	it('names what it reads: not its notices', () => {
		expect(greeting.parameters).toEqual(['polite', 'name']);
	});
});
