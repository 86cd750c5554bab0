import { createClient } from '../../nodes/CargoExchange/exchange/client';
import { parseCredential } from '../../nodes/CargoExchange/exchange/client';
import { flag, notice, requiredText } from '../../nodes/CargoExchange/n8n/parameter';
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
});
